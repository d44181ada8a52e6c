import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchivePart {
  readonly name: string;
  readonly content: string | Buffer;
}

/** Packs parts as a ZIP archive. */
export function archiveOf(parts: readonly ArchivePart[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), shared, position, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly isHidden?: boolean;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const column = (index: number): string => String.fromCharCode(65 + index);

/** The parts of an Excel workbook; `sheets` replaces the XML of sheets by their number from 1. */
export function workbookParts(written: readonly WrittenSheet[], sheets: Readonly<Record<number, string>> = {}) {
  const strings: string[] = [];
  const parts = written.map(({ rows }, sheet) => {
    const xml = rows.map((cells, row) => {
      const inRow = cells.map((cell, index) => {
        if (cell === '') return '';
        strings.push(cell);
        return `<c r="${column(index)}${row + 1}" t="s"><v>${strings.length - 1}</v></c>`;
      });
      return `<row r="${row + 1}">${inRow.join('')}</row>`;
    });
    const content = sheets[sheet + 1] ?? `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`;
    return { name: `xl/worksheets/sheet${sheet + 1}.xml`, content };
  });
  const listed = written.map(
    ({ name, isHidden = false }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${isHidden ? ' state="hidden"' : ''}/>`,
  );
  const relations = written.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return [
    { name: 'xl/workbook.xml', content: `<workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relations.join('')}</Relationships>` },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${strings.map((text) => `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t xml:space="preserve">${escaped(text.slice(1))}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
    },
    ...parts,
  ];
}

export const workbookOf = (...sheets: readonly WrittenSheet[]): Buffer => archiveOf(workbookParts(sheets));
