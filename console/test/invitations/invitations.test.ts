import { readRows } from '@orgdesk/people-files/read-rows';
import { describe, expect, it } from 'vitest';
import { ended, IDLE, parseKeptRun, started, withoutWaiting } from '../../src/features/invitations/listed/run.ts';
import { batchesOf } from '../../src/lib/batches.ts';
import { csvOf } from '../../src/lib/download.ts';

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
