import { READ_MAX_CHARACTERS, READ_MAX_LINES } from '@orgdesk/people-files/read-rows';
import { Parser } from 'saxen';
import { ArchiveRefusal, openArchive } from './unzip.ts';

export const UNPACKED_MAX_BYTES = 32 * 1024 * 1024;
export const CELLS_MAX = 200_000;
const COLUMNS_MAX = 200;
const SHEETS_MAX = 10;

export interface Sheet {
  readonly name: string;
  readonly text: string;
}

type Attributes = Readonly<Record<string, string>>;

interface Listener {
  open(name: string, attributes: Attributes): void;
  text?(value: string): void;
  close?(name: string): void;
}

/** Reads the visible sheets that have cells. Throws `ArchiveRefusal`. */
export async function readWorkbook(bytes: Uint8Array): Promise<readonly Sheet[]> {
  const unpack = openArchive(bytes, UNPACKED_MAX_BYTES);
  const listed = sheetsIn((await unpack('xl/workbook.xml')) ?? refuse(false));
  const paths = pathsIn((await unpack('xl/_rels/workbook.xml.rels')) ?? refuse(false));
  const strings = stringsIn((await unpack('xl/sharedStrings.xml')) ?? '');
  const budget = { cells: CELLS_MAX, characters: READ_MAX_CHARACTERS };
  const sheets: Sheet[] = [];
  try {
    for (const { name, id } of listed.slice(0, SHEETS_MAX)) {
      const xml = await unpack(paths.get(id) ?? '');
      const text = xml === null ? '' : sheetText(xml, strings, budget);
      if (text !== '') sheets.push({ name, text });
    }
  } catch (thrown) {
    if (sheets.length === 0) throw thrown;
  }
  return sheets;
}

const refuse = (isTooLarge: boolean): never => {
  throw new ArchiveRefusal(isTooLarge);
};

function parse(xml: string, listener: Listener): void {
  const parser = new Parser();
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('openTag', (name, attributesOf, decode) =>
    listener.open(
      bare(name),
      Object.fromEntries(Object.entries(attributesOf()).map(([key, value]) => [bare(key), decode(value)])),
    ),
  );
  parser.on('closeTag', (name) => listener.close?.(bare(name)));
  parser.on('text', (value, decode) => listener.text?.(decode(value)));
  parser.on('cdata', (value) => listener.text?.(value));
  parser.on('error', (error) => {
    throw error instanceof ArchiveRefusal ? error : new ArchiveRefusal(false);
  });
  parser.parse(xml);
}

function sheetsIn(xml: string): readonly { readonly name: string; readonly id: string }[] {
  const sheets: { readonly name: string; readonly id: string }[] = [];
  parse(xml, {
    open: (tag, { name = '', id = '', state = 'visible' }) => {
      if (tag === 'sheet' && state === 'visible') sheets.push({ name, id });
    },
  });
  return sheets;
}

function pathsIn(xml: string): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  parse(xml, {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return paths;
}

function stringsIn(xml: string): readonly string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let [isText, isPhonetic] = [false, false];
  if (xml === '') return strings;
  parse(xml, {
    open: (tag) => {
      if (tag === 'si') parts = [];
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't';
    },
    text: (value) => {
      if (isText && !isPhonetic) parts.push(value);
    },
    close: (tag) => {
      isText = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 'si') strings.push(parts.join(''));
      if (strings.length > CELLS_MAX) refuse(true);
    },
  });
  return strings;
}

function sheetText(xml: string, strings: readonly string[], budget: { cells: number; characters: number }): string {
  const rows: string[][] = [];
  let [row, column, type, isValue, isPhonetic] = [-1, -1, '', false, false];
  let parts: string[] = [];
  parse(xml, {
    open: (tag, { r, t = 'n' }) => {
      if (tag === 'row') [row, column] = [r === undefined ? row + 1 : Number(r) - 1, -1];
      if (tag === 'c') [column, type, parts] = [r === undefined ? column + 1 : columnOf(r), t, []];
      if (tag === 'rPh') isPhonetic = true;
      isValue = tag === 'v' || tag === 't';
    },
    text: (value) => {
      if (isValue && !isPhonetic) parts.push(value);
    },
    close: (tag) => {
      isValue = false;
      if (tag === 'rPh') isPhonetic = false;
      if (tag !== 'c' || parts.length === 0) return;
      const value = cellValue(type, parts.join(''), strings).trim();
      if (value === '') return;
      budget.cells -= 1;
      budget.characters -= value.length;
      if (budget.cells < 0 || budget.characters < 0) refuse(true);
      if (!(row >= 0 && row < READ_MAX_LINES && column < COLUMNS_MAX)) refuse(true);
      while (rows.length <= row) rows.push([]);
      const cells = rows[row] ?? [];
      while (cells.length < column) cells.push('');
      cells[column] = value;
    },
  });
  return rows.map((cells) => cells.map(quoted).join('\t')).join('\n');
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '';
  if (letters === '') refuse(false);
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellValue(type: string, text: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  return type === 'e' ? '' : text;
}

const quoted = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
