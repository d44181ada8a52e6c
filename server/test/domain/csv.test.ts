import { csvLine } from '@orgdesk/contract/csv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../support/random/properties.ts';

/** Parses a line by RFC 4180. */
function cellsIn(line: string): readonly string[] {
  expect(line.endsWith('\r\n')).toBe(true);
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y;
  for (let end = ','; end === ','; ) {
    const found = cell.exec(line.slice(0, -2));
    if (found === null) throw new Error(`no cell at ${cell.lastIndex} of ${JSON.stringify(line)}`);
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    end = found[3] ?? '';
  }
  return cells;
}

/** Strips what a spreadsheet skips: blanks and invisible characters. */
const shown = (cell: string): string => cell.replace(/^[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]+/u, '');
/** Control characters without tab and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

const cellText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.array(
        fc.constantFrom(
          '\0',
          '\u0085',
          '\u009f',
          '\u001b',
          '\u007f',
          ' ',
          '\u00a0',
          '\t',
          '\r',
          '\n',
          '\ufeff',
          '\u200b',
        ),
      ),
      fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '', 'a', '"'),
      fc.string(),
    )
    .map(([before, sign, rest]) => `${before.join('')}${sign}${rest}`),
);

describe('a line of CSV', () => {
  test('has no cell that a spreadsheet takes for a formula, and no control character', () => {
    fc.assert(
      fc.property(fc.array(cellText, { minLength: 1, maxLength: 4 }), (texts) => {
        const cells = cellsIn(csvLine(texts));
        expect(cells).toHaveLength(texts.length);
        for (const cell of cells) {
          expect(cell).not.toMatch(/^[\t\r\n]/);
          expect(shown(cell)).not.toMatch(/^[=+\-@＝＋－＠]/);
          expect(cell).not.toMatch(CONTROL);
        }
      }),
      cases({ brief: 200, full: 10_000 }),
    );
  });

  test('keeps every other character of each cell', () => {
    fc.assert(
      fc.property(fc.array(cellText, { minLength: 1, maxLength: 4 }), (texts) => {
        const cells = cellsIn(csvLine(texts));
        for (const [place, text] of texts.entries()) {
          const printable = text.replaceAll(CONTROL, '');
          expect([printable, `'${printable}`]).toContain(cells[place]);
        }
      }),
      cases({ brief: 200, full: 10_000 }),
    );
  });

  test.each([
    ['a NUL', '\0=1+1', "'=1+1"],
    ['a next line', '\u0085=1+1', "'=1+1"],
    ['a blank', ' =1+1', "' =1+1"],
    ['a tab', '\tname', "'\tname"],
    ['a carriage return', '\rname', "'\rname"],
    ['a blank without width', '\u200b=1+1', "'\u200b=1+1"],
    ['a NUL within a blank', ' \0 -1', "'  -1"],
  ])('makes a formula behind %s safe', (_what, text, cell) => {
    expect(cellsIn(csvLine([text, 'next']))).toEqual([cell, 'next']);
  });

  test('leaves what is no formula as it is', () => {
    expect(csvLine(['grace', 'a@mail.example', 'two words', null, '1'])).toBe('grace,a@mail.example,two words,,1\r\n');
  });
});
