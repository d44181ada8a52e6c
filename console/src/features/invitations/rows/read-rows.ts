import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import {
  barePerson,
  isFullName,
  isMailbox,
  isNobody,
  type PersonProblem,
  parseRole,
  parseTeams,
  personProblem,
} from './cells.ts';
import { rowsIn } from './csv-rows.ts';
import { isHeading, loginHeading, otherHeading } from './headings.ts';
import { openTable, type Rows, type Table, type TableChoice, understoodTable } from './tables.ts';

/** Reading more would block the page. */
export const READ_MAX_CHARACTERS = 2_000_000;
export const READ_MAX_LINES = 20_000;

export type Problem =
  | PersonProblem
  | 'bad-role'
  | 'heading'
  | 'login-and-address'
  | 'no-column'
  | 'no-person'
  | 'too-many-teams';

/** A line or row, valid or not. */
export interface Entry {
  /** The whole row if it names nobody. */
  readonly written: string;
  /** Line or row number, from 1. */
  readonly position: number;
  /** Row content, which identifies it at any position. */
  readonly key: string;
  /** The original text; empty if missing. */
  readonly role: string;
  /** Original names. */
  readonly teams: readonly string[];
  readonly problem: Problem | null;
}

export interface ReadRows {
  readonly unit: 'line' | 'row';
  readonly entries: readonly Entry[];
  /** Null for a list. */
  readonly table: Table | null;
  readonly isTooLong: boolean;
}

const INVISIBLE = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;
const SEPARATORS = ['\t', ';', ',', '|'] as const;
/** A quoted name, a separator, or other text. */
const TOKEN = /"((?:[^"]|"")*)"(?=[\s,;]|$)|[,;\t]|[^\s,;]+/g;

/**
 * Parses a list or a table. If headings do not identify the people column, each row is a problem until one is chosen.
 */
export function readRows(text: string, choices: Readonly<Record<string, TableChoice>> = {}): ReadRows {
  if (isTooLong(text)) return { unit: 'line', entries: [], table: null, isTooLong: true };
  const visible = text.replace(INVISIBLE, '');
  const tables = SEPARATORS.filter((separator) => visible.includes(separator))
    .map((separator) => rowsIn(visible, separator))
    .map((rows) => ({ rows, width: rows.filter((cells) => cells.filter((cell) => cell !== '').length > 1).length }))
    .sort((one, other) => other.width - one.width);
  for (const { rows } of tables) {
    const table = understoodTable(rows, choices);
    if (table !== null) return tableOf(rows, table);
  }
  const [widest] = tables;
  if (widest === undefined || widest.width < 2 || !isTable(widest.rows)) return listOf(visible);
  const table = openTable(widest.rows, choices);
  return table.choice.column === 'all' ? { ...listOf(visible), table } : tableOf(widest.rows, table);
}

export function isTooLong(text: string): boolean {
  if (text.length > READ_MAX_CHARACTERS) return true;
  const end = /\r\n|[\r\n]/g;
  let lines = 1;
  while (lines <= READ_MAX_LINES && end.exec(text) !== null) lines += 1;
  return lines > READ_MAX_LINES;
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

/** A table has rows of the same width, headings, or email addresses. Rows of only `@` cells are a list. */
function isTable(rows: Rows): boolean {
  const filled = rows.filter((cells) => !isEmpty(cells));
  if (filled.every((cells) => cells.every((cell) => cell === '' || cell.startsWith('@')))) return false;
  const widths = new Map<number, number>();
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1);
  const asWide = Math.max(...widths.entries().map(([width, count]) => (width > 1 ? count : 0)));
  const withMail = filled.filter((cells) => cells.some((cell) => /.@./.test(cell))).length;
  return asWide * 2 > filled.length || withMail * 2 >= filled.length || (filled[0] ?? []).some(isHeading);
}

function tableOf(rows: Rows, table: Table): ReadRows {
  const { choice, columns } = table;
  const first = rows.find((cells) => !isEmpty(cells)) ?? [];
  const read = { unit: 'row', table, isTooLong: false } as const;
  const entries = rows.flatMap((cells, index): readonly Entry[] => {
    if (isEmpty(cells) || (choice.hasHeadings && cells === first)) return [];
    const rowText = cells.filter((cell) => cell !== '').join(', ');
    const cellOf = (column: number | null) => (column === null ? '' : (cells[column] ?? ''));
    const [role, teams] = [cellOf(columns.role), parseTeams(cellOf(columns.teams))];
    const row = { position: index + 1, key: cells.join('\t'), role, teams };
    if (columns.login === null && columns.email === null) return [{ ...row, written: rowText, problem: 'no-column' }];
    const login = personIn(cellOf(columns.login));
    const email = personIn(cellOf(columns.email));
    if (login === '' && email === '') return [{ ...row, written: rowText, problem: 'no-person' }];
    const isBoth = login !== '' && email !== '';
    const written = isBoth && choice.person === 'email' ? email : login || email;
    if (isBoth && choice.person === null) return [{ ...row, written, problem: 'login-and-address' }];
    const isInMails = written === email && written !== login;
    return [
      {
        ...row,
        written,
        problem: isInMails && !written.includes('@') ? 'not-an-address' : problemOf({ ...row, written }),
      },
    ];
  });
  if (entries.length > 0 || first.length === 0) return { ...read, entries };
  const heading = { written: first.join(', '), position: rows.indexOf(first) + 1, key: first.join('\t') };
  return { ...read, entries: [{ ...heading, role: '', teams: [], problem: 'heading' }] };
}

const personIn = (cell: string): string => {
  const person = barePerson(cell);
  return isNobody(person) ? '' : person;
};

function problemOf({ written, role, teams }: Pick<Entry, 'written' | 'role' | 'teams'>): Problem | null {
  const problem = personProblem(written);
  if (problem !== null) return problem;
  if (role !== '' && parseRole(role) === null) return 'bad-role';
  return teams.length > JOB_TEAMS_MAX ? 'too-many-teams' : null;
}

function listOf(text: string): ReadRows {
  const lines = text.split(/\r\n|\r|\n/);
  const isLong = lines.filter((line) => line.trim() !== '').length > 1;
  const first = lines.findIndex((line) => line.trim() !== '');
  const entries = lines.flatMap((line, index): readonly Entry[] => {
    const bare = line.trim().replace(/^"(.*)"$/, '$1');
    const position = index + 1;
    if (isLong && index === first && isHeading(bare)) {
      const isUnderstood = loginHeading(bare) > 0 || otherHeading(bare) === 'email';
      return isUnderstood ? [] : [{ written: bare, position, key: bare, role: '', teams: [], problem: 'heading' }];
    }
    return peopleIn(line).map((written) => ({
      written,
      position,
      key: written,
      role: '',
      teams: [],
      problem: personProblem(written),
    }));
  });
  return { unit: 'line', entries, table: null, isTooLong: false };
}

/** Does not split full names and mailboxes. */
function peopleIn(line: string): readonly string[] {
  const parts: RegExpExecArray[][] = [[]];
  for (const token of line.matchAll(TOKEN)) {
    if (/^[,;\t]$/.test(token[0])) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.flatMap((tokens) => {
    const whole = tokens.map(([token]) => token).join(' ');
    if (isMailbox(whole)) return [barePerson(whole)];
    if (isFullName(whole)) return [whole];
    return tokens
      .map(([plain, quoted]) => barePerson(quoted?.replaceAll('""', '"') ?? plain))
      .filter((written) => written !== '');
  });
}
