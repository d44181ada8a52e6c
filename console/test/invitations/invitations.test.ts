import { describe, expect, it } from 'vitest';
import { ended, IDLE, parseKeptRun, started, withoutWaiting } from '../../src/components/run/run.ts';
import { readRows } from '../../src/features/invitations/rows/read-rows.ts';
import { countsMessage, progressStep } from '../../src/features/invitations/sending/job-words.ts';
import { csvOf } from '../../src/lib/keeping/csv.ts';
import { batchesOf } from '../../src/lib/moments/batches.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('batches', () => {
  it.each([
    [0, []],
    [1, [1]],
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('split %i people into requests of %j', (count, sizes) => {
    const batches = batchesOf(numbers(count), 50);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(numbers(count));
  });
});

describe('CSV', () => {
  it('quotes cells if necessary', () => {
    expect(
      csvOf([
        ['a', 'b,c', 'd"e'],
        ['f\ng', '', ' '],
      ]),
    ).toBe('a,"b,c","d""e"\r\n"f\ng",, \r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '\n=1', '＝1'])(
    'escapes cells that look like a formula: %j',
    (cell) => {
      expect(csvOf([[cell]])).toBe(`"'${cell}"\r\n`);
    },
  );

  it('of results can be pasted into the form', () => {
    const csv = csvOf([
      ['login', 'result', 'reason'],
      ['ada', 'failed', 'User @ada, "the" first, not found'],
      ['grace', 'invited', ''],
    ]);
    expect(readRows(`\uFEFF${csv}`).entries.map(({ written }) => written)).toEqual(['ada', 'grace']);
  });
});

describe('a run of changes', () => {
  const item = (kept: unknown) => (typeof kept === 'string' ? kept : null);
  const parse = (kept: unknown) => parseKeptRun(kept, { parseItem: item, parseResult: item });
  const first = { ...started(IDLE, ['ada', 'tim']), results: ['ada'], waiting: ['tim'] };

  it('finishes when the waiting items are discarded', () => {
    expect(withoutWaiting(first)).toEqual({ ...first, state: 'finished', waiting: [], total: 1 });
    expect(withoutWaiting(started(IDLE, ['ada']))).toEqual(IDLE);
  });

  it('clears the stop reason and its time on resuming', () => {
    const stopped = ended(first, 'stopped', 'Later.', 7);
    expect(parse(JSON.parse(JSON.stringify(stopped)))).toEqual(stopped);
    expect(started(stopped, ['tim'])).toMatchObject({ message: null, notBefore: null });
  });

  it.each([
    ['sending', 'failed'],
    ['stopping', 'failed'],
    ['failed', 'failed'],
    ['stopped', 'stopped'],
    ['rejected', 'stopped'],
    ['signed-out', 'stopped'],
    ['something', 'stopped'],
  ])('stored as "%s" with waiting items is restored as "%s"', (state, restored) => {
    expect(parse(JSON.parse(JSON.stringify({ ...first, state })))).toEqual({ ...first, state: restored });
  });

  it('is restored unchanged if it was finished', () => {
    const done = ended({ ...first, waiting: [] }, 'finished');
    expect(parse(JSON.parse(JSON.stringify(done)))).toEqual(done);
  });

  it.each([null, 7, 'x', {}, { results: [], waiting: [1], total: 1 }, { results: [{}], waiting: [], total: 0 }, IDLE])(
    'is not restored from %j',
    (kept) => {
      expect(parse(kept)).toBeNull();
    },
  );
});

const COUNTS = {
  ready: 0,
  sending: 0,
  sent: 0,
  'already-member': 0,
  'already-invited': 0,
  'not-found': 0,
  refused: 0,
  failed: 0,
  cancelled: 0,
};

describe('a job', () => {
  it('summarizes its outcomes, successes first, without unprocessed rows', () => {
    expect(countsMessage({ addsPeople: false, counts: { ...COUNTS, ready: 5, sending: 1 } })).toBe('');
    const counts = { ...COUNTS, cancelled: 1, failed: 2, refused: 3, 'already-invited': 4, sent: 1_000 };
    expect(countsMessage({ addsPeople: false, counts })).toBe(
      '1,000 invited, 4 already invited, 3 refused, 2 unknown, 1 not sent',
    );
    expect(countsMessage({ addsPeople: true, counts: { ...COUNTS, cancelled: 1, sent: 2 } })).toBe(
      '2 added, 1 not added',
    );
  });

  it.each([
    [{ ready: 120 }, 'Sending, 0% done'],
    [{ ready: 108, sending: 1, sent: 11 }, 'Sending, 0% done'],
    [{ ready: 108, sent: 10, refused: 2 }, 'Sending, 10% done'],
    [{ ready: 1, sent: 119 }, 'Sending, 90% done'],
  ])('announces %j as "%s": every ten percent, not each person', (counts, words) => {
    const job = { state: 'running', addsPeople: false, endedAt: null, counts: { ...COUNTS, ...counts } } as const;
    expect(progressStep(job)).toBe(words);
  });

  it('announces its outcomes at the end', () => {
    const job = { addsPeople: false, endedAt: '2026-01-01T00:00:00Z', counts: { ...COUNTS, sent: 2, refused: 1 } };
    expect(progressStep({ ...job, state: 'finished' })).toBe('Done: 2 invited, 1 refused');
  });
});
