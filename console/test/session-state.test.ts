import type { SessionView } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { isOtherPerson, nextSessionState, type SessionState } from '../src/features/account/get-session.ts';

const session: SessionView = {
  id: '0'.repeat(64),
  user: { id: 1, login: 'ada', name: null, avatarUrl: null, organizations: [] },
  installationIds: [],
  expiresAt: '2030-01-01T00:00:00.000Z',
};
const signedIn: SessionState = { kind: 'signed-in', session };
const signedOut = (because: 'visitor' | 'session-ended' | 'left'): SessionState => ({ kind: 'signed-out', because });
const ended: SessionState = { kind: 'signed-out', because: 'session-ended', endedId: session.id };

describe('the state of the session', () => {
  it('is that of a visitor without any session', () => {
    expect(nextSessionState(undefined, null)).toEqual(signedOut('visitor'));
  });

  it('distinguishes an ended session from none', () => {
    expect(nextSessionState(signedIn, null)).toEqual(ended);
  });

  it('never resumes an ended session, but accepts another one', () => {
    expect(nextSessionState(ended, session)).toEqual(ended);
    const another = { ...session, id: '1'.repeat(64) };
    expect(nextSessionState(ended, another)).toEqual({ kind: 'signed-in', session: another });
  });

  it('belongs to another person after somebody else signs in on another tab', () => {
    const others = { ...session, user: { ...session.user, id: 2 } };
    expect(isOtherPerson(signedIn, others)).toBe(true);
    expect([
      isOtherPerson(signedIn, { ...session, id: '1'.repeat(64) }),
      isOtherPerson(signedIn, null),
      isOtherPerson(signedOut('left'), others),
      isOtherPerson(undefined, others),
    ]).toEqual([false, false, false, false]);
  });

  it.each(['visitor', 'session-ended', 'left'] as const)('keeps the reason "%s" until somebody signs in', (because) => {
    expect(nextSessionState(signedOut(because), null)).toEqual(signedOut(because));
    expect(nextSessionState(signedOut(because), session)).toEqual(signedIn);
  });
});
