import { csvLine } from '@orgdesk/contract/csv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../support/random/any-text.ts';
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

/**
 * Characters that every version of Unicode shows. What precedes the first of them, a spreadsheet may skip: a later Unicode
 * than ours may make a character invisible that is not assigned yet, and the XML in which spreadsheets store cells cannot
 * hold some that never are one. No ordinary text begins with these, so an apostrophe too many costs nothing.
 */
const VISIBLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** How far the wide form of an ASCII character is from it. */
const WIDE_OFFSET = 0xff01 - 0x21;

/** Returns what a spreadsheet may take the first visible character for: wide forms are read as ASCII. */
function firstShown(cell: string): string | null {
  const first = [...cell].find((character) => VISIBLE.test(character) && !IGNORABLE.test(character));
  const code = first?.codePointAt(0);
  return code === undefined ? null : String.fromCodePoint(code < 0xff01 ? code : code - WIDE_OFFSET);
}

/** Control characters without tab and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

const cellText = fc.oneof(
  anyText(),
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
          '\u034f',
          '\u0378',
          '\u{3347a}',
          '\uffff',
          '\ue000',
          '\udead',
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
          expect(['=', '+', '-', '@']).not.toContain(firstShown(cell));
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
        for (const [index, text] of texts.entries()) {
          const printable = text.replaceAll(CONTROL, '');
          expect([printable, `'${printable}`]).toContain(cells[index]);
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
    ['a filler', '\u3164=1+1', "'\u3164=1+1"],
    ['a character that is not assigned', '\u{3347a}＋', "'\u{3347a}＋"],
    ['what is never a character', '\uffff@x', "'\uffff@x"],
    ['a private character', '\ue000-1', "'\ue000-1"],
    ['half a character', '\ud800=1+1', "'\ud800=1+1"],
    ['a NUL within a blank', ' \0 -1', "'  -1"],
  ])('makes a formula behind %s safe', (_what, text, cell) => {
    expect(cellsIn(csvLine([text, 'next']))).toEqual([cell, 'next']);
  });

  test('leaves what is no formula as it is', () => {
    expect(csvLine(['grace', 'a@mail.example', 'two words', null, '1'])).toBe('grace,a@mail.example,two words,,1\r\n');
    expect(csvLine(['1+1', 'a=b', '(-1)', '漢=1', 'é@x'])).toBe('1+1,a=b,(-1),漢=1,é@x\r\n');
  });
});
