import { describe, expect, it } from 'vitest';
import { batchesOf } from '../src/features/invitations/batches.ts';
import { csvOf } from '../src/features/invitations/csv.ts';
import {
  answered,
  ended,
  failedLogins,
  IDLE,
  outcomeOf,
  parseRun,
  started,
  withoutWaiting,
} from '../src/features/invitations/invite-run.ts';
import { splitLogins } from '../src/features/invitations/split-logins.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('batches', () => {
  it.each([
    [0, []],
    [1, [1]],
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('of %i people are requests of %j', (count, sizes) => {
    const batches = batchesOf(numbers(count));
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(numbers(count));
  });
});

describe('CSV', () => {
  it('quotes what has to be quoted', () => {
    expect(
      csvOf([
        ['a', 'b,c', 'd"e'],
        ['f\ng', '', ' '],
      ]),
    ).toBe('a,"b,c","d""e"\r\n"f\ng",, \r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\n=1', '＝1'])(
    'has no cell that a spreadsheet would take for a formula: %j',
    (cell) => {
      expect(csvOf([[cell]])).toBe(`"'${cell}"\r\n`);
    },
  );

  it('of results can be pasted to invite the same people again', () => {
    const csv = csvOf([
      ['login', 'result', 'reason'],
      ['ada', 'failed', 'User @ada, "the" first, not found'],
      ['grace', 'invited', ''],
    ]);
    expect(splitLogins(`\uFEFF${csv}`).logins).toEqual(['ada', 'grace']);
  });
});

describe('a run of invitations', () => {
  const first = answered(started(IDLE, ['ada', 'grace', 'tim']), ['ada', 'grace'], {
    success: ['ada'],
    failed: [{ login: 'grace', error: 'Is a member' }],
  });

  it('has one result for each login that was sent, in their order, and the others waiting', () => {
    expect(first.results).toEqual([
      { login: 'ada', error: null },
      { login: 'grace', error: 'Is a member' },
    ]);
    expect(first.waiting).toEqual(['tim']);
    expect(failedLogins(first)).toEqual(['grace']);
  });

  it('replaces the result of a login that was tried again, where it was', () => {
    const again = answered(started(first, ['grace']), ['grace'], { success: ['grace'], failed: [] });
    expect(again.results).toEqual([
      { login: 'ada', error: null },
      { login: 'grace', error: null },
    ]);
  });

  it('is finished once those who wait are left out', () => {
    expect(withoutWaiting(first)).toEqual({ ...first, state: 'finished', waiting: [], total: 2 });
  });

  it('tells those who are there already from those that failed, and does not try them again', () => {
    const run = answered(started(IDLE, ['ada', 'tim']), ['ada', 'tim'], {
      success: [],
      failed: [
        { login: 'ada', error: 'Invitee is already a part of this organization' },
        { login: 'tim', error: 'Invitee has already been invited to this organization' },
      ],
    });
    expect(run.results.map(outcomeOf)).toEqual(['already', 'already']);
    expect(failedLogins(run)).toEqual([]);
  });

  it('stops at a rate limit, and those whom it kept back go on waiting', () => {
    const run = answered(started(IDLE, ['ada', 'tim', 'grace']), ['ada', 'tim'], {
      success: ['ada'],
      failed: [{ login: 'tim', error: 'API rate limit exceeded' }],
    });
    expect(run).toMatchObject({
      state: 'stopped',
      results: [{ login: 'ada', error: null }],
      waiting: ['tim', 'grace'],
    });
    expect(run.sentence).toContain('takes no more requests');
  });

  it('calls a login failed that the service forgot', () => {
    expect(failedLogins(answered(started(IDLE, ['ada']), ['ada'], { success: [], failed: [] }))).toEqual(['ada']);
  });

  it.each([
    ['sending', 'failed'],
    ['stopping', 'failed'],
    ['failed', 'failed'],
    ['stopped', 'stopped'],
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
