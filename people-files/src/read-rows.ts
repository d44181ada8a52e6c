import { JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { barePerson, type ChosenTeam, isAddress, isNobody, namesIn, personProblem, type Role } from './cells.ts';
import { nameIn } from './listed-name.ts';
import { type LineProblem, nameBesidePerson, onlyPersonIn, peopleOfLine } from './people-of-line.ts';
import { rowsIn } from './table/csv-rows.ts';
import { emailHeading, isHeading, loginHeading } from './table/headings.ts';
import { type ColumnKind, ownOf, type Rows, SEPARATORS, type Separator, SKIP } from './table/table-choice.ts';
import {
  columnsOf,
  isDepartment,
  isEmptyRow,
  type ReadOptions,
  roleIn,
  type Table,
  tableIn,
  tableKey,
  teamIn,
} from './table/tables.ts';

/** Reading more would block the page. */
export const READ_MAX_CHARACTERS = 2_000_000;
export const READ_MAX_LINES = 20_000;

export type Problem =
  | LineProblem
  | 'bad-role'
  | 'heading'
  | 'login-and-address'
  | 'no-column'
  | 'no-person'
  | 'too-many-teams';

export interface Entry {
  /** The whole row if it names nobody. */
  readonly written: string;
  /** The person's name in the list; null if it has none. */
  readonly name: string | null;
  readonly position: number;
  /** Row content, which identifies it at any position. */
  readonly key: string;
  readonly roleText: string;
  /** Null if missing, skipped or unknown. */
  readonly role: Role | null;
  readonly teams: readonly ChosenTeam[];
  readonly problem: Problem | null;
}

export interface ReadRows {
  readonly unit: 'line' | 'row';
  readonly entries: readonly Entry[];
  readonly table: Table | null;
  readonly isTooLong: boolean;
}

const INVISIBLE = /\u200B|\u200C|\u200D|\u2060|\uFEFF/g;
/** Excel's first line, which names the separator. */
const SEPARATOR_LINE = /^\s*"?sep=(\t|[;,|])"?[ \t]*(?:\r\n|[\r\n])/i;

/**
 * Parses a list or a table. If neither headings nor contents identify people, each row is a problem until a column is
 * chosen.
 */
export function readRows(text: string, options: ReadOptions = {}): ReadRows {
  if (isTooLong(text)) return { unit: 'line', entries: [], table: null, isTooLong: true };
  const visible = text.replace(INVISIBLE, '');
  const [line = '', named] = SEPARATOR_LINE.exec(visible) ?? [];
  const written = visible.slice(line.length);
  const key = tableKey(written);
  const chosen = ownOf(options.choices ?? {}, key)?.separator ?? named;
  const tables = SEPARATORS.filter((separator) => separator === chosen || written.includes(separator))
    .map((separator) => ({ separator, rows: rowsIn(written, separator) }))
    .map((each) => ({
      ...each,
      width: each.rows.filter((cells) => cells.filter((cell) => cell !== '').length > 1).length,
    }))
    .sort((one, other) => rankOf(other, chosen) - rankOf(one, chosen));
  for (const { rows, separator } of chosen === undefined ? tables : tables.slice(0, 1)) {
    const table = tableIn(rows, key, separator, options);
    if (table.isByHeading && hasPeople(table) && !table.choice.asList) return tableOf(rows, table, options);
  }
  const [widest] = tables;
  if (widest === undefined || widest.width < 2 || !isTable(widest.rows)) return listOf(written);
  const table = tableIn(widest.rows, key, widest.separator, options);
  return table.choice.asList ? { ...listOf(written), table } : tableOf(widest.rows, table, options);
}

interface Split {
  readonly separator: Separator;
  readonly width: number;
}

const rankOf = ({ separator, width }: Split, chosen: string | undefined): number =>
  separator === chosen ? Number.POSITIVE_INFINITY : width;

export const hasPeople = ({ kinds }: Pick<Table, 'kinds'>): boolean =>
  kinds.includes('login') || kinds.includes('email');

export function isTooLong(text: string): boolean {
  if (text.length > READ_MAX_CHARACTERS) return true;
  const end = /\r\n|[\r\n]/g;
  let lines = 1;
  while (lines <= READ_MAX_LINES && end.exec(text) !== null) lines += 1;
  return lines > READ_MAX_LINES;
}

function isTable(rows: Rows): boolean {
  const filled = rows.filter((cells) => !isEmptyRow(cells));
  const isPerson = (cell: string) => cell === '' || cell.startsWith('@') || isAddress(barePerson(cell));
  if (filled.every((cells) => cells.every(isPerson))) return false;
  const widths = new Map<number, number>();
  for (const { length } of filled) widths.set(length, (widths.get(length) ?? 0) + 1);
  const asWide = Math.max(...widths.entries().map(([width, count]) => (width > 1 ? count : 0)));
  const withMail = filled.filter((cells) => cells.some((cell) => /.@./.test(cell))).length;
  return asWide * 2 > filled.length || withMail * 2 >= filled.length || (filled[0] ?? []).some(isHeading);
}

function tableOf(rows: Rows, table: Table, { teams: known = null }: ReadOptions): ReadRows {
  const { choice, headings, headingRow } = table;
  const columns = columnsOf(table.kinds);
  const isOptional = isDepartment(headings[columns.teams]);
  const read = { unit: 'row', table, isTooLong: false } as const;
  const entries = rows.flatMap((cells, index): readonly Entry[] => {
    if (index < headingRow || isEmptyRow(cells)) return [];
    const rowText = cells.filter((cell) => cell !== '').join(', ');
    const cellOf = (column: number) => cells[column] ?? '';
    const roleText = cellOf(columns.role);
    const role = roleIn(roleText, choice);
    const teams = namesIn(cellOf(columns.teams)).flatMap((name) => {
      const team = teamIn(name, choice, known, isOptional) ?? { id: null, name };
      return team === SKIP ? [] : team;
    });
    const name = namesOf(cells, table.kinds) ?? nameBesidePerson(cellOf(columns.login));
    const row = {
      name,
      position: index + 1,
      key: cells.join('\t'),
      roleText,
      role: role === SKIP ? null : role,
      teams,
    };
    if (columns.login === -1 && columns.email === -1) return [{ ...row, written: rowText, problem: 'no-column' }];
    const login = personIn(cellOf(columns.login));
    const email = personIn(cellOf(columns.email));
    if (login === '' && email === '') return [{ ...row, written: rowText, problem: 'no-person' }];
    const isBoth = login !== '' && email !== '';
    const written = isBoth && choice.person === 'email' ? email : login || email;
    if (isBoth && choice.person === null) return [{ ...row, written, problem: 'login-and-address' }];
    const isInMails = written === email && written !== login;
    if (isInMails && !written.includes('@')) return [{ ...row, written, problem: 'not-an-address' }];
    const hasBadRole = roleText !== '' && role === null;
    return [{ ...row, written, problem: personProblem(written) ?? (hasBadRole ? 'bad-role' : tooManyIn(teams)) }];
  });
  if (entries.length > 0 || headings.length === 0) return { ...read, entries };
  const heading = { written: headings.join(', '), name: null, position: headingRow, key: headings.join('\t') };
  return { ...read, entries: [{ ...NO_ROLE, ...heading, problem: 'heading' }] };
}

/** First and last names may be in columns of their own. */
const namesOf = (cells: readonly string[], kinds: readonly ColumnKind[]): string | null =>
  nameIn(cells.filter((cell, column) => kinds[column] === 'name' && !isNobody(cell)).join(' '));

const NO_ROLE = { roleText: '', role: null, teams: [] } as const;

const tooManyIn = ({ length }: readonly ChosenTeam[]): Problem | null =>
  length > JOB_TEAMS_MAX ? 'too-many-teams' : null;

const personIn = (cell: string): string => {
  const person = onlyPersonIn(cell) ?? barePerson(cell);
  return isNobody(person) ? '' : person;
};

function listOf(text: string): ReadRows {
  const lines = text.split(/\r\n|\r|\n/);
  const isLong = lines.filter((line) => line.trim() !== '').length > 1;
  const first = lines.findIndex((line) => line.trim() !== '');
  const entries = lines.flatMap((line, index): readonly Entry[] => {
    const bare = line.trim().replace(/^"(.*)"$/, '$1');
    const position = index + 1;
    if (isLong && index === first && isHeading(bare)) {
      const isUnderstood = loginHeading(bare) > 0 || emailHeading(bare) > 0;
      return isUnderstood ? [] : [{ ...NO_ROLE, written: bare, name: null, position, key: bare, problem: 'heading' }];
    }
    return peopleOfLine(line).map((person) => ({ ...NO_ROLE, ...person, position, key: person.written }));
  });
  return { unit: 'line', entries, table: null, isTooLong: false };
}
