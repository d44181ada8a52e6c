import { rowsIn } from './csv-rows.ts';
import { isHeading, loginHeading } from './headings.ts';

/** Why something that was written is nobody to invite. */
export type Problem = 'email' | 'full-name' | 'heading' | 'no-column' | 'no-login' | 'not-a-login';

/** Something written that is a login, or should have been one. */
export interface Entry {
  readonly written: string;
  /** Number of its line or row, from 1. */
  readonly place: number;
  /** Null for a login. */
  readonly problem: Problem | null;
}

/** A table whose headings do not say which column holds the logins. */
export interface OpenTable {
  /** Tells this table from others: its first row. */
  readonly key: string;
  readonly columns: readonly { readonly heading: string | null; readonly samples: readonly string[] }[];
  /** What is known of it: as chosen, or as it looks. */
  readonly choice: ColumnChoice;
}

export interface ColumnChoice {
  /** Number of the column from 0; `all` where it is no table but a list. Null before it is chosen. */
  readonly column: number | 'all' | null;
  readonly hasHeadings: boolean;
}

/** What a text says about whom to invite, in its order. */
export interface ReadNames {
  /** What places count. */
  readonly unit: 'line' | 'row';
  readonly entries: readonly Entry[];
  /** Heading of the column that was taken; null where there is none. */
  readonly heading: string | null;
  /** Null where nothing has to be chosen. */
  readonly table: OpenTable | null;
}

type Rows = readonly (readonly string[])[];

const INVISIBLE = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;
const SEPARATORS = ['\t', ';', ',', '|'] as const;
const PROFILE = /^(?:https?:\/\/[^/\s]+|github\.com)\/@?([^/\s?#]+)\/?$/i;
/** More than the code host gives out today: old logins and those of managed users have other shapes. */
const LOGIN = /^(?=.*[a-z\d])[a-z\d_-]{1,39}$/i;
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]*(?: +(?:\p{Lu}|\p{Ll}{1,3} +\p{Lu})[\p{L}'’.-]*)+$/u;
const MAILBOX = /<[^<>\s]+@[^<>\s]+>/;
/** What people write into the cell of somebody without a login. */
const NOBODY = new Set(['', '-', '?', 'n/a', 'na', 'nil', 'none', 'null', 'tbd', 'unknown']);
/** A name in quotes, in which two quotes stand for one; a separator; or anything up to one. */
const TOKEN = /"((?:[^"]|"")*)"(?=[\s,;]|$)|[,;\t]|[^\s,;]+/g;

/**
 * Reads a paste or a file: CSV whose first row says which column holds the logins, or a list, separated by commas,
 * semicolons, blanks or lines. Of another table the columns are told, and nobody in it counts before one is chosen.
 */
export function readNames(text: string, choices: Readonly<Record<string, ColumnChoice>> = {}): ReadNames {
  const visible = text.replace(INVISIBLE, '');
  const tables = SEPARATORS.filter((separator) => visible.includes(separator))
    .map((separator) => rowsIn(visible, separator))
    .map((rows) => ({ rows, width: rows.filter((cells) => cells.filter((cell) => cell !== '').length > 1).length }))
    .sort((one, other) => other.width - one.width);
  for (const { rows } of tables) {
    const column = understoodColumn(rows);
    if (column !== null) return { ...tableOf(rows, column, true), table: null };
  }
  const [widest] = tables;
  if (widest === undefined || widest.width < 2 || !isTable(widest.rows)) return listOf(visible);
  const table = openTable(widest.rows, choices);
  const { column, hasHeadings } = table.choice;
  return { ...(column === 'all' ? listOf(visible) : tableOf(widest.rows, column, hasHeadings)), table };
}

/** The one column whose heading speaks of logins most surely; null where none or several do. */
function understoodColumn(rows: Rows): number | null {
  const cells = headingsOf(rows);
  if (cells.length < 2) return null;
  const ranks = cells.map(loginHeading);
  const best = Math.max(...ranks);
  return best > 0 && ranks.indexOf(best) === ranks.lastIndexOf(best) ? ranks.indexOf(best) : null;
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');
const headingsOf = (rows: Rows): readonly string[] => rows.find((cells) => !isEmpty(cells)) ?? [];

/**
 * Whether rows, some of them with several cells, are a table rather than a list in lines: they are as wide as each
 * other, begin with headings, or tell e-mail addresses. Where every cell begins with `@`, they are a list.
 */
function isTable(rows: Rows): boolean {
  const filled = rows.filter((cells) => !isEmpty(cells));
  if (filled.every((cells) => cells.every((cell) => cell === '' || cell.startsWith('@')))) return false;
  const widths = new Map<number, number>();
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1);
  const asWide = Math.max(...widths.entries().map(([width, count]) => (width > 1 ? count : 0)));
  const withMail = filled.filter((cells) => cells.some((cell) => /.@./.test(cell))).length;
  return asWide * 2 > filled.length || withMail * 2 >= filled.length || headingsOf(rows).some(isHeading);
}

function openTable(rows: Rows, choices: Readonly<Record<string, ColumnChoice>>): OpenTable {
  const first = headingsOf(rows);
  const key = JSON.stringify(first);
  const looksLike = first.some(isHeading) && !first.some((cell) => cell.includes('@'));
  const choice = choices[key] ?? { column: null, hasHeadings: looksLike };
  const below = rows.filter((cells) => cells !== first || !choice.hasHeadings);
  // Not with `Math.max`: there may be more rows than a function takes arguments.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => ({
    heading: choice.hasHeadings ? (first[column] ?? null) : null,
    samples: below.flatMap((cells) => cells[column] || []).slice(0, 2),
  }));
  return { key, columns, choice };
}

function tableOf(rows: Rows, column: number | null, hasHeadings: boolean): Omit<ReadNames, 'table'> {
  const first = headingsOf(rows);
  const entries = rows.flatMap((cells, index): readonly Entry[] => {
    if (isEmpty(cells) || (hasHeadings && cells === first)) return [];
    const place = index + 1;
    const row = cells.filter((cell) => cell !== '').join(', ');
    if (column === null) return [{ written: row, place, problem: 'no-column' }];
    const written = bareName(cells[column] ?? '');
    if (NOBODY.has(written.toLowerCase())) return [{ written: row, place, problem: 'no-login' }];
    return [{ written, place, problem: problemOf(written) }];
  });
  const heading = column === null || !hasHeadings ? null : (first[column] ?? null);
  if (entries.length > 0 || first.length === 0) return { unit: 'row', entries, heading };
  return {
    unit: 'row',
    entries: [{ written: first.join(', '), place: rows.indexOf(first) + 1, problem: 'heading' }],
    heading,
  };
}

function listOf(text: string): ReadNames {
  const lines = text.split(/\r\n|\r|\n/);
  const isLong = lines.filter((line) => line.trim() !== '').length > 1;
  const first = lines.findIndex((line) => line.trim() !== '');
  const entries = lines.flatMap((line, index) => {
    const bare = line.trim().replace(/^"(.*)"$/, '$1');
    if (isLong && index === first && isHeading(bare)) {
      return loginHeading(bare) > 0 ? [] : [{ written: bare, place: index + 1, problem: 'heading' as const }];
    }
    return entriesIn(line).map((entry): Entry => ({ ...entry, place: index + 1 }));
  });
  return { unit: 'line', entries, heading: null, table: null };
}

/** What stands between separators is one name where it reads like a person's or has an e-mail address with it. */
function entriesIn(line: string): readonly Omit<Entry, 'place'>[] {
  const parts: RegExpExecArray[][] = [[]];
  for (const token of line.matchAll(TOKEN)) {
    if (/^[,;\t]$/.test(token[0])) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.flatMap((tokens) => {
    const whole = tokens.map(([token]) => token).join(' ');
    if (MAILBOX.test(whole)) return [{ written: whole, problem: 'email' as const }];
    if (FULL_NAME.test(whole)) return [{ written: whole, problem: 'full-name' as const }];
    return tokens
      .map(([plain, quoted]) => bareName(quoted?.replaceAll('""', '"') ?? plain))
      .filter((written) => written !== '')
      .map((written) => ({ written, problem: problemOf(written) }));
  });
}

/** A name without `@` and the address of a profile. */
function bareName(written: string): string {
  const name = written.trim().replace(/^mailto:/i, '');
  const [, profile] = PROFILE.exec(name) ?? [];
  return (profile ?? name).replace(/^@+/, '');
}

function problemOf(name: string): Problem | null {
  if (LOGIN.test(name)) return null;
  if (/.@./.test(name)) return 'email';
  return FULL_NAME.test(name) ? 'full-name' : 'not-a-login';
}
