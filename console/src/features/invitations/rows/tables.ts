import { isHeading, loginHeading, otherHeading } from './headings.ts';

export type Rows = readonly (readonly string[])[];

/** A person's choices for an ambiguous table. */
export interface TableChoice {
  /** `all` for a list; null if not chosen or identified by headings. */
  readonly column: number | 'all' | null;
  readonly hasHeadings: boolean;
  /** The cell to use in rows with both; null until chosen. */
  readonly person: 'login' | 'email' | null;
  /** Recognized columns to ignore. */
  readonly unused: readonly ('role' | 'teams')[];
}

/** Column indexes. */
interface Columns {
  /** Logins, possibly with addresses. */
  readonly login: number | null;
  readonly email: number | null;
  readonly role: number | null;
  readonly teams: number | null;
}

export interface Table {
  /** The first row, which identifies the table. */
  readonly key: string;
  /** Chosen or guessed. */
  readonly choice: TableChoice;
  readonly columns: Columns;
  readonly headings: readonly string[];
  /** Rows with both a login and an address. */
  readonly doubles: number;
  /** All columns if the headings are unclear; otherwise null. */
  readonly open: readonly { readonly heading: string | null; readonly samples: readonly string[] }[] | null;
}

export const NO_CHOICE: TableChoice = { column: null, hasHeadings: true, person: null, unused: [] };

type Choices = Readonly<Record<string, TableChoice>>;

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');
const headingsOf = (rows: Rows): readonly string[] => rows.find((cells) => !isEmpty(cells)) ?? [];

/** Returns null unless headings identify one people column. */
export function understoodTable(rows: Rows, choices: Choices): Table | null {
  const headings = headingsOf(rows);
  if (headings.length < 2) return null;
  const ranks = headings.map(loginHeading);
  const best = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  const login = best > 0 ? ranks.indexOf(best) : null;
  if (login !== null && ranks.lastIndexOf(best) !== login) return null;
  const mails = headings.flatMap((heading, column) => (otherHeading(heading) === 'email' ? [column] : []));
  if (login === null && mails.length !== 1) return null;
  const key = JSON.stringify(headings);
  const choice = { ...NO_CHOICE, ...choices[key], hasHeadings: true, column: null };
  const columns = { login, email: mails.length === 1 ? (mails[0] ?? null) : null, ...othersIn(headings, choice) };
  return { key, choice, columns, headings, doubles: doublesIn(rows, columns), open: null };
}

/** Reads a table without clear headings, with samples of each column. */
export function openTable(rows: Rows, choices: Choices): Table {
  const first = headingsOf(rows);
  const key = JSON.stringify(first);
  const hasHeadings = first.some(isHeading) && !first.some((cell) => cell.includes('@'));
  const choice = choices[key] ?? { ...NO_CHOICE, hasHeadings };
  const headings = choice.hasHeadings ? first : [];
  const below = rows.filter((cells) => cells !== first || !choice.hasHeadings);
  // `Math.max` would exceed the argument limit.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const open = Array.from({ length: width }, (_, column) => ({
    heading: headings[column] ?? null,
    samples: samplesIn(below, column),
  }));
  const login = choice.column === 'all' ? null : choice.column;
  const columns = { login, email: null, ...othersIn(login === null ? [] : headings, choice) };
  return { key, choice, columns, headings, doubles: 0, open };
}

function samplesIn(rows: Rows, column: number): readonly string[] {
  const samples: string[] = [];
  for (const cells of rows) {
    const cell = cells[column] ?? '';
    if (cell !== '') samples.push(cell);
    if (samples.length === 2) break;
  }
  return samples;
}

function othersIn(headings: readonly string[], { unused }: TableChoice): Pick<Columns, 'role' | 'teams'> {
  const columnOf = (kind: 'role' | 'teams') => {
    const column = unused.includes(kind) ? -1 : headings.findIndex((heading) => otherHeading(heading) === kind);
    return column === -1 ? null : column;
  };
  return { role: columnOf('role'), teams: columnOf('teams') };
}

function doublesIn(rows: Rows, { login, email }: Columns): number {
  if (login === null || email === null) return 0;
  const [, ...below] = rows.filter((cells) => !isEmpty(cells));
  return below.filter((cells) => (cells[login] ?? '') !== '' && (cells[email] ?? '') !== '').length;
}
