import { decodedAs } from '@orgdesk/people-files/decode-text';
import { describe, expect, it } from 'vitest';
import { readRowsFile } from '../../src/features/invitations/form/read-rows-file.ts';
import { CELLS_MAX, UNPACKED_MAX_BYTES } from '../../src/features/invitations/form/read-workbook.ts';
import { archiveOf, workbookOf, workbookParts } from './files/workbook.ts';

const read = (bytes: Buffer | string, name = 'people.csv') =>
  readRowsFile(new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
const sheet = (rows: readonly (readonly string[])[]) => ({ name: 'People', rows });
const withSheet = (xml: string) => archiveOf(workbookParts([sheet([])], { 1: xml }));

describe('a text', () => {
  it.each([
    ['UTF-8', Buffer.from('\uFEFFadä'), 'adä', 'UTF-8'],
    ['UTF-16', Buffer.from('\uFEFFadä', 'utf16le'), 'adä', 'UTF-16LE'],
    ['UTF-16, high byte first', Buffer.from('\uFEFFadä', 'utf16le').swap16(), 'adä', 'UTF-16BE'],
    ['UTF-16 without its mark', Buffer.from('login\nada', 'utf16le'), 'login\nada', 'UTF-16LE'],
    [
      'Windows-1252',
      Buffer.from('name\nJosé “x”'.replace(/[“”]/g, '\u0093'), 'latin1'),
      'name\nJosé “x“',
      'Windows-1252',
    ],
    ['Mac Roman', Buffer.from('name\nJos\u008e', 'latin1'), 'name\nJosé', 'Mac Roman'],
  ])('in %s is read', async (_, bytes, text, encoding) => {
    expect(await read(bytes)).toEqual({ text, encoding, sheets: [] });
  });

  it('can be read in another encoding, and back', () => {
    for (const encoding of ['Windows-1250', 'Mac Roman', 'UTF-16LE'] as const) {
      const text = 'Łódź, José'.slice(encoding === 'Windows-1250' ? 0 : 6);
      const other = decodedAs(text, encoding, 'Windows-1252');
      if (encoding === 'UTF-16LE') expect(other).toBeNull();
      else expect(decodedAs(other ?? '', 'Windows-1252', encoding)).toBe(text);
    }
    expect(decodedAs('José', 'Windows-1252', 'UTF-8')).toBeNull();
  });

  it.each([
    ['10 MB', Buffer.alloc(10_000_000, 'ada\n'), /larger than 4 MB/],
    ['a picture', Buffer.from('\u0089PNG\r\n\u001A\n\0\0\0\rIHDR', 'latin1'), /isn’t a text file or an Excel workbook/],
    ['an old workbook', Buffer.from('\u00D0\u00CF\u0011\u00E0', 'latin1'), /older or protected Excel file/],
  ])('of %s is refused with a message', async (_, bytes, message) => {
    expect(await read(bytes)).toEqual({ refusal: expect.stringMatching(message) });
  });
});

describe('a workbook', () => {
  it('is read as cells of its visible sheets', async () => {
    const bytes = workbookOf(
      { name: 'Hidden', isHidden: true, rows: [['x']] },
      { name: 'A & B', rows: [['Name', 'Login'], [], ['Ada "x"\nLovelace', 'ada']] },
      { name: 'Empty', rows: [] },
      sheet([['tim']]),
    );
    expect(await read(bytes)).toEqual({
      text: 'Name\tLogin\n\n"Ada ""x""\nLovelace"\tada',
      encoding: null,
      sheets: [
        { name: 'A & B', text: 'Name\tLogin\n\n"Ada ""x""\nLovelace"\tada' },
        { name: 'People', text: 'tim' },
      ],
    });
  });

  it('is read with prefixes, inline texts, numbers and formulas', async () => {
    const cells =
      '<x:c r="A1" t="inlineStr"><x:is><x:t>ada</x:t></x:is></x:c><x:c r="C1"><x:v>42</x:v></x:c>' +
      '<x:c t="str"><x:f>A1</x:f><x:v>tim</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#REF!</x:v></x:c>';
    const bytes = withSheet(
      `<x:worksheet xmlns:x="x"><x:sheetData><x:row>${cells}</x:row></x:sheetData></x:worksheet>`,
    );
    expect(await read(bytes)).toMatchObject({ text: 'ada\t\t42\ttim\tTRUE' });
  });

  const cell = '<c t="inlineStr"><is><t>x</t></is></c>';
  it.each([
    ['that unpacks to too much', withSheet(' '.repeat(UNPACKED_MAX_BYTES + 1)), /too many cells/],
    [
      'with too many cells',
      withSheet(`<s>${`<row>${cell.repeat(100)}</row>`.repeat(CELLS_MAX / 100 + 1)}</s>`),
      /too many cells/,
    ],
    [
      'with a cell far below',
      withSheet('<s><row r="1048576"><c r="A1048576"><v>1</v></c></row></s>'),
      /too many cells/,
    ],
    ['with a cell far right', withSheet('<s><row r="1"><c r="XFD1"><v>1</v></c></row></s>'), /too many cells/],
    ['with other contents', archiveOf([{ name: 'word/document.xml', content: '' }]), /isn’t a readable Excel workbook/],
    ['with broken XML', withSheet('<s><row><c <'), /isn’t a readable Excel workbook/],
    ['without cells', workbookOf(sheet([])), /no cells/],
    ['that is cut off', workbookOf(sheet([['a']])).subarray(0, 200), /isn’t a readable Excel workbook/],
    ['with little in it', Buffer.from('PK\u0003\u0004'), /isn’t a readable Excel workbook/],
  ])('%s is refused with a message', async (_, bytes, message) => {
    expect(await read(bytes, 'people.xlsx')).toEqual({ refusal: expect.stringMatching(message) });
  });

  it('that claims a small size unpacks no further than the limit', async () => {
    const bytes = withSheet(' '.repeat(UNPACKED_MAX_BYTES + 1));
    const at = bytes.lastIndexOf('PK\u0001\u0002');
    bytes.writeUInt32LE(10, at + 24);
    expect(await read(bytes)).toEqual({ refusal: expect.stringMatching(/too many cells/) });
  });
});
