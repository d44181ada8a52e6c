import type { ChangedInvitation, ListedInvitation } from '@orgdesk/client';
import { describe, expect, it } from 'vitest';
import {
  type ChangeAction,
  idleRun,
  parseRun,
  progressMessage,
  withAnswer,
} from '../../src/features/invitations/listed/change-run.ts';
import { INVITATIONS } from '../../src/features/invitations/listed/invitation-columns.tsx';
import { expiryText, failureText, roleLabel } from '../../src/features/invitations/listed/invitation-texts.ts';
import { ended, started, withoutWaiting } from '../../src/features/invitations/listed/run.ts';
import { stringifyQuery } from '../../src/lib/address/address-view.ts';

const NOW = Date.parse('2030-05-05T12:00:00Z');
const HOUR_MS = 3_600_000;
const after = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

const invitation = (id: number, more: Partial<ListedInvitation> = {}): ListedInvitation => ({
  id,
  state: 'open',
  login: `person-${id}`,
  email: null,
  role: 'direct_member',
  teamCount: 0,
  invitedBy: 'ada',
  source: 'member',
  createdAt: after(-id),
  expiresAt: after(7 * 24 - id),
  failedAt: null,
  failure: null,
  ...more,
});

const ids = (invitations: readonly ListedInvitation[]) => invitations.map(({ id }) => id);

const { address, found, sorted } = INVITATIONS;

describe('the list of invitations', () => {
  const five = [
    invitation(1, { login: 'zoe' }),
    invitation(2, { login: null, email: 'Amy@mail.example', role: 'admin' }),
    invitation(3, { state: 'failed', expiresAt: null, failedAt: after(0), invitedBy: 'Grace' }),
    invitation(4, { source: 'scim', expiresAt: null, invitedBy: null }),
    invitation(5, { role: 'billing_manager' }),
  ];

  it.each<[Partial<typeof address.whole>, readonly number[]]>([
    [{}, [1, 2, 3, 4, 5]],
    [{ order: 'ascending' }, [5, 4, 3, 2, 1]],
    [{ text: ' AMY@ ' }, [2]],
    [{ text: 'grace' }, [3]],
    [{ text: 'nobody' }, []],
    [{ text: 'zoë' }, [1]],
    [{ state: 'failed' }, [3]],
    [{ role: 'admin' }, [2]],
    [{ source: 'scim' }, [4]],
    [{ state: 'open', source: 'member', role: 'direct_member' }, [1]],
    [{ sort: 'person', order: 'ascending' }, [2, 3, 4, 5, 1]],
    [{ sort: 'role', order: 'ascending' }, [5, 1, 3, 4, 2]],
    [{ sort: 'role', order: 'descending' }, [2, 1, 3, 4, 5]],
    // Failed ones first, then those that expire soonest; last the one that never does.
    [{ sort: 'state', order: 'ascending' }, [3, 5, 2, 1, 4]],
  ])('shows by %j', (part, expected) => {
    const view = { ...address.whole, ...part };
    expect(ids(found(sorted(five, view), view, { onIntent: null, now: NOW }))).toEqual(expected);
    expect(address.read(stringifyQuery(address.write('', view)))).toEqual(view);
  });

  it('keeps unknown parameters in the URL and ignores invalid values', () => {
    expect(address.write('?x=a%20b&state=failed', { ...address.whole, role: 'admin' })).toEqual({
      rest: 'x=a%20b',
      role: 'admin',
    });
    expect(address.read('?state=lost&sort=&order=up&role=owner')).toEqual(address.whole);
  });
});

it.each([
  [null, 'never expires'],
  [after(-1), 'expires soon'],
  [after(0.5), 'expires within an hour'],
  [after(1.2), 'expires in 1 hour'],
  [after(23), 'expires in 23 hours'],
  [after(26), 'expires in 1 day'],
  [after(47.9), 'expires in 2 days'],
  [after(167.9), 'expires in 7 days'],
])('what can be accepted until %s %s', (expiresAt, text) => expect(expiryText(expiresAt, NOW)).toBe(text));

it('shows unknown roles and failures as reported by the code host', () => {
  expect(roleLabel('billing_manager')).toBe('Billing manager');
  expect(roleLabel('night_watch')).toBe('night watch');
  expect(failureText('no_more_seats')).toBe('No free seats.');
  expect(failureText('The moon was full.')).toBe('The moon was full.');
});

describe('a change of many invitations', () => {
  const chosen = [1, 2, 3].map((id) => ({ id, invitee: `person-${id}` }));
  const runOf = (action: ChangeAction) => started(idleRun(action), chosen);
  const changed = (id: number, outcome: ChangedInvitation['outcome'], more: Partial<ChangedInvitation> = {}) => ({
    id,
    outcome,
    error: null,
    reason: null,
    newId: null,
    ...more,
  });
  const answer = (results: readonly ChangedInvitation[], retryAfterSeconds: number | null = null) =>
    ({ results: [...results], retryAfterSeconds }) as const;
  const now = new Date(NOW);

  it('has a result for each invitation, even if the answer omits one', () => {
    const run = withAnswer(
      runOf('send-again'),
      chosen,
      answer([changed(1, 'already-invited'), changed(2, 'refused', { error: 'No.', reason: 'refused' })]),
      now,
    );
    expect(run.results.map(({ id, outcome, error }) => [id, outcome, error])).toEqual([
      [1, 'already-invited', null],
      [2, 'refused', 'No.'],
      [3, 'not-confirmed', null],
    ]);
    expect(progressMessage({ ...run, state: 'finished' })).toBe('Done: 1 already invited, 1 not confirmed, 1 refused.');
  });

  it('stops at a rate limit, keeps the remaining invitations, and knows when it can resume', () => {
    const reason = 'rate-limited';
    const limited = answer(
      [changed(1, 'done'), changed(2, 'refused', { error: 'Slow down.', reason }), changed(3, 'not-tried', { reason })],
      60,
    );
    const run = withAnswer(runOf('cancel'), chosen, limited, now);
    expect([run.state, run.notBefore]).toEqual(['stopped', NOW + 60_000]);
    expect(run.waiting.map(({ id }) => id)).toEqual([2, 3]);
    expect(progressMessage(run)).toBe('1 of 3 processed: 1 cancelled.');
    expect(progressMessage(withoutWaiting(run))).toBe('Done: 1 cancelled.');
  });

  it('keeps the message of a resent invitation, which may be gone', () => {
    const reason = 'over-quota';
    const error = 'Over invitation rate limit. The previous invitation was removed.';
    const run = withAnswer(
      runOf('send-again'),
      chosen,
      answer([
        changed(1, 'refused', { error, reason }),
        changed(2, 'not-tried', { reason }),
        changed(3, 'not-tried', { reason }),
      ]),
      now,
    );
    expect(run.results.map(({ error: text }) => text)).toEqual([error]);
    expect([run.state, run.waiting.length]).toEqual(['stopped', 2]);
  });

  it.each([
    ['token-rejected', 'rejected'],
    ['no-seat', 'stopped'],
    ['unreachable', 'stopped'],
  ] as const)('ends with %s as %s', (reason, state) => {
    const none = answer(chosen.map(({ id }) => changed(id, 'not-tried', { reason })));
    const run = withAnswer(runOf('cancel'), chosen, none, now);
    expect([run.state, run.waiting.length, run.results.length]).toEqual([state, 3, 0]);
  });

  it('continues after skipped invitations and explains why they wait', () => {
    const none = answer(chosen.map(({ id }) => changed(id, 'not-tried')));
    const run = withAnswer(runOf('cancel'), chosen, none, now);
    expect([run.state, run.waiting.length]).toEqual(['sending', 3]);
    expect(run.message).toMatch(/ran out of time.* selected twice/);
    const all = answer(chosen.map(({ id }) => changed(id, 'done')));
    expect(withAnswer(runOf('cancel'), chosen, all, now).message).toBe(null);
  });

  it('survives a reload with its results', () => {
    const run = ended(
      withAnswer(runOf('dismiss'), chosen, answer([changed(1, 'done'), changed(2, 'gone')]), now),
      'finished',
    );
    expect(parseRun(JSON.parse(JSON.stringify(run)))).toEqual(run);
    const cutOff = parseRun(JSON.parse(JSON.stringify(runOf('cancel'))));
    expect([cutOff?.state, cutOff?.waiting]).toEqual(['failed', chosen]);
    for (const broken of [{ action: 'explode' }, { results: [{}] }, { waiting: ['person-1'] }, { total: null }]) {
      expect(parseRun({ ...run, ...broken })).toBe(null);
    }
  });
});
