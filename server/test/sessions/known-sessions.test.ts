import { expect, test } from 'vitest';
import type { Session } from '../../src/domain/session.ts';
import { KNOWN_SESSION_MS } from '../../src/lib/limits/sessions.ts';
import type { SessionKey } from '../../src/lib/secrets.ts';
import { createKnownSessions } from '../../src/sessions/session-uses.ts';
import type { SessionStore } from '../../src/sessions/store/types.ts';

const KEY = 'a'.repeat(64) as SessionKey;

test('requests with a session that was ended elsewhere soon count for nobody any more', async () => {
  let now = Date.parse('2026-11-23T12:00:00Z');
  const session = { key: KEY, user: { id: 7 } } as Session;
  let stored: Session | null = session;
  const knownSessions = createKnownSessions({ find: async () => stored } as Partial<SessionStore> as SessionStore, {
    now: () => new Date(now),
  });
  expect(knownSessions.personOf(KEY)).toBeNull();
  knownSessions.note(KEY, 7);
  now += KNOWN_SESSION_MS - 1;
  expect(knownSessions.personOf(KEY)).toBe(7);
  now += 1;
  expect(knownSessions.personOf(KEY)).toBeNull();
  expect(await knownSessions.prove(KEY)).toBe(7);
  expect(knownSessions.personOf(KEY)).toBe(7);
  stored = null;
  now += KNOWN_SESSION_MS;
  expect([knownSessions.personOf(KEY), await knownSessions.prove(KEY)]).toEqual([null, null]);
  now -= 3 * KNOWN_SESSION_MS;
  expect(knownSessions.personOf(KEY)).toBeNull();
});
