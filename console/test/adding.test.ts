import type { InvitationFailureReason, MassInviteAnswer } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import { answered, failedLogins, parseRun, unconfirmedLogins } from '../src/features/invitations/adding/add-run.ts';
import { ended, IDLE, started, withoutWaiting } from '../src/features/invitations/runs/run.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const failure = (login: string, reason: InvitationFailureReason, error = 'Says why.') => ({ login, error, reason });
/** What comes of sending all logins at once. */
const sent = (logins: readonly string[], failed: MassInviteAnswer['failed'], more: Partial<MassInviteAnswer> = {}) => {
  const isFailed = new Set(failed.map(({ login }) => login));
  const success = logins.filter((login) => !isFailed.has(login));
  return answered(started(IDLE, logins), logins, { success, failed, ...more }, NOW);
};

describe('a run that adds people', () => {
  const grace = failure('grace', 'refused', 'Is suspended');
  const first = answered(
    started(IDLE, ['ada', 'grace', 'tim']),
    ['ada', 'grace'],
    { success: ['ada'], failed: [grace] },
    NOW,
  );

  it('has one result for each login that was sent, in their order, and the others waiting', () => {
    expect(first.results).toEqual([
      { login: 'ada', error: null, outcome: 'added' },
      { login: 'grace', error: 'Is suspended', outcome: 'failed' },
    ]);
    expect(first.waiting).toEqual(['tim']);
    expect(failedLogins(first)).toEqual(['grace']);
  });

  it('replaces the result of a login that was tried again, where it was', () => {
    const again = answered(started(first, ['grace']), ['grace'], { success: ['grace'], failed: [] }, NOW);
    expect(again.results).toEqual([
      { login: 'ada', error: null, outcome: 'added' },
      { login: 'grace', error: null, outcome: 'added' },
    ]);
  });

  it('is finished once those who wait are left out', () => {
    expect(withoutWaiting(first)).toEqual({ ...first, state: 'finished', waiting: [], total: 2 });
    expect(withoutWaiting(started(IDLE, ['ada']))).toEqual(IDLE);
  });

  it('tells those who are there already, and those who may be invited, from those that failed', () => {
    const logins = ['ada', 'tim', 'grace'];
    const run = sent(logins, [
      failure('ada', 'already-there'),
      failure('tim', 'not-confirmed'),
      failure('grace', 'refused', 'You are already out of luck'),
    ]);
    expect(run.results.map(({ outcome }) => outcome)).toEqual(['already', 'unconfirmed', 'failed']);
    expect([failedLogins(run), unconfirmedLogins(run)]).toEqual([['grace'], ['tim']]);
    expect(run.state).toBe('sending');
  });

  it('that an earlier page kept, without reasons, is there again', () => {
    const kept = { state: 'stopped', results: [{ login: 'ada', error: 'No.' }], waiting: ['tim'], total: 2 };
    expect(parseRun({ ...kept, sentence: 'Later.' })).toEqual({
      ...kept,
      results: [{ login: 'ada', error: 'No.', outcome: 'failed' }],
      sentence: 'Later.',
      notBefore: null,
    });
  });

  it.each([
    ['token-rejected', 'rejected', 'no longer accepts your sign-in'],
    ['over-quota', 'stopped', 'as many invitations as the code host allows'],
    ['rate-limited', 'stopped', 'takes no more requests'],
    ['not-tried', 'stopped', 'Not all could be sent in time'],
    ['unreachable', 'stopped', 'no usable answer'],
  ] as const)('that meets "%s" at the end is %s, and those whom it kept back go on waiting', (reason, state, words) => {
    const run = answered(
      started(IDLE, ['ada', 'tim', 'grace', 'hedy']),
      ['ada', 'tim', 'grace'],
      { success: ['ada'], failed: [failure('tim', 'not-found'), failure('grace', reason)] },
      NOW,
    );
    expect(run).toMatchObject({ state, waiting: ['grace', 'hedy'], notBefore: null });
    expect(run.results.map(({ login }) => login)).toEqual(['ada', 'tim']);
    expect(run.sentence).toContain(words);
  });

  it('keeps back all whom nothing was sent for once it stops, and names the most lasting reason', () => {
    const run = sent(
      ['ada', 'tim', 'grace', 'hedy'],
      [failure('ada', 'unreachable'), failure('tim', 'rate-limited'), failure('grace', 'over-quota')],
    );
    expect(run.waiting).toEqual(['ada', 'tim', 'grace']);
    expect(run.sentence).toContain('as many invitations');
  });

  it('stops when a code host confirms nothing any more, without taking anybody for not sent', () => {
    const run = answered(
      started(IDLE, ['ada', 'tim', 'grace']),
      ['ada', 'tim'],
      { success: [], failed: [failure('ada', 'not-confirmed'), failure('tim', 'not-confirmed')] },
      NOW,
    );
    expect(run).toMatchObject({ state: 'stopped', waiting: ['grace'] });
    expect(unconfirmedLogins(run)).toEqual(['ada', 'tim']);
    expect(sent(['ada'], [failure('ada', 'not-confirmed')])).toMatchObject({ state: 'finished', sentence: null });
  });

  it('goes on after a code host that was out and answered for the last one again', () => {
    const run = sent(['ada', 'tim'], [failure('ada', 'unreachable')]);
    expect([run.state, run.waiting, failedLogins(run)]).toEqual(['sending', [], ['ada']]);
  });

  it('knows from when on those whom a rate limit kept back can be sent, also after it was kept', () => {
    const run = sent(['ada', 'tim'], [failure('tim', 'rate-limited')], { retryAfterSeconds: 90 });
    expect(run.notBefore).toBe(NOW.getTime() + 90_000);
    expect(parseRun(JSON.parse(JSON.stringify(run)))).toEqual(run);
    expect(started(run, ['tim'])).toMatchObject({ sentence: null, notBefore: null });
  });

  it('calls a login failed that the service forgot', () => {
    const run = answered(started(IDLE, ['ada']), ['ada'], { success: [], failed: [] }, NOW);
    expect(failedLogins(run)).toEqual(['ada']);
  });

  it('calls a login failed whose reason the service did not tell', () => {
    expect(failedLogins(sent(['ada'], [{ login: 'ada', error: 'Is already there' }]))).toEqual(['ada']);
  });

  it.each([
    ['sending', 'failed'],
    ['stopping', 'failed'],
    ['failed', 'failed'],
    ['stopped', 'stopped'],
    ['rejected', 'stopped'],
    ['signed-out', 'stopped'],
    ['something', 'stopped'],
  ])('that was kept while "%s" and had somebody waiting is there again as "%s"', (state, restored) => {
    expect(parseRun(JSON.parse(JSON.stringify({ ...first, state })))).toEqual({ ...first, state: restored });
  });

  it('that was finished is there again as it was', () => {
    const done = ended({ ...first, waiting: [] }, 'finished');
    expect(parseRun(JSON.parse(JSON.stringify(done)))).toEqual(done);
  });

  it.each([null, 7, 'x', {}, { results: [], waiting: [1], total: 1 }, { results: [{}], waiting: [], total: 0 }, IDLE])(
    'is not made from %j',
    (kept) => {
      expect(parseRun(kept)).toBeNull();
    },
  );
});
