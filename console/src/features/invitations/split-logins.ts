/** What a text says about whom to invite. */
export interface SplitLogins {
  /** Whether it reads like a list of people's names, of which each word would be taken for a login. */
  readonly isLikeFullNames: boolean;
  /** Without repetitions (letter case does not count on the code host), in the order they came. */
  readonly logins: readonly string[];
  /** How many repetitions were left out. */
  readonly repeated: number;
  /** What cannot be a login, as it was written, without repetitions. */
  readonly unlikely: readonly string[];
}

const HEADERS = new Set(['login', 'logins', 'username', 'usernames', 'user name', 'user', 'users', 'handle']);
const INVISIBLE = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;
/** A name in quotes, in which two quotes stand for one, or anything up to a separator. */
const NAME = /"((?:[^"]|"")*)"(?=[\s,;]|$)|[^\s,;]+/g;
const PROFILE = /^https?:\/\/[^/\s]+\/@?([^/\s?#]+)\/?$/i;
/** More than the code host gives out today: old logins and those of managed users have other shapes. */
const LOGIN = /^[a-z\d_-]{1,39}$/i;

/** Splits a paste or a file into logins: commas, semicolons, blanks, tabs, lines and CSV with or without a header. */
export function splitLogins(text: string): SplitLogins {
  const likely = new Map<string, string>();
  const unlikely = new Map<string, string>();
  const names = namesIn(text);
  for (const name of names) {
    const kept = LOGIN.test(name) ? likely : unlikely;
    const key = name.toLowerCase();
    if (!kept.has(key)) kept.set(key, name);
  }
  return {
    isLikeFullNames: isLikeFullNames(text),
    logins: [...likely.values()],
    repeated: names.length - likely.size - unlikely.size,
    unlikely: [...unlikely.values()],
  };
}

const FULL_NAME = /^\s*\p{Lu}[\p{L}'’.-]*(?:[ \t]+(?:\p{Lu}|\p{Ll}{1,3}[ \t]+\p{Lu})[\p{L}'’.-]*)+\s*$/u;

/** Whether most of what is set apart by lines, commas or semicolons are capitalised words in a row. */
function isLikeFullNames(text: string): boolean {
  const parts = text.split(/[\r\n,;]/).filter((part) => part.trim() !== '');
  return parts.filter((part) => FULL_NAME.test(part)).length * 2 > parts.length;
}

/**
 * Every name in a text, repetitions included, without `@`, quotes and the address of a profile. Where the first line
 * has several columns and names one of them "login" or "username", only that column counts.
 */
export function namesIn(text: string): readonly string[] {
  const visible = text.replace(INVISIBLE, '');
  return (columnIn(visible) ?? looseNamesIn(visible)).map(bareName).filter((name) => name !== '');
}

/** A name as it has to be written among others, so that `namesIn` finds it again. */
export const quotedName = (name: string): string => (/[\s,;"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

function looseNamesIn(text: string): readonly string[] {
  const names = [...text.matchAll(NAME)].map(([plain, quoted]) => quoted?.replaceAll('""', '"') ?? plain);
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  const isHeader = isHeaderWord(unquoted(firstLine)) && names.length > 1;
  return isHeader ? looseNamesIn(text.trimStart().slice(firstLine.length)) : names;
}

function columnIn(text: string): readonly string[] | null {
  const [firstLine = ''] = text.trimStart().split(/[\r\n]/, 1);
  const separator = [',', ';', '\t'].find((sign) => firstLine.includes(sign));
  if (separator === undefined) return null;
  const [header = [], ...rows] = rowsIn(text.trimStart(), separator);
  const column = header.findIndex(isHeaderWord);
  return column === -1 ? null : rows.map((cells) => cells[column] ?? '');
}

/** The cells of CSV, also where a quoted one has separators and line ends in it. */
function rowsIn(text: string, separator: string): readonly (readonly string[])[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[ ]*(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`,
    'y',
  );
  const rows: string[][] = [[]];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== separator) rows.push([]);
  }
  return rows;
}

function bareName(written: string): string {
  const name = written.trim();
  const [, profile] = PROFILE.exec(name) ?? [];
  return (profile ?? name).replace(/^@+/, '');
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');
const isHeaderWord = (cell: string): boolean => HEADERS.has(unquoted(cell).toLowerCase());
