import { type ChosenTeam, type KnownTeams, namesIn, parseRole, type Role, valueKey } from '../cells.ts';
import { presetKinds } from './column-kinds.ts';
import { emailHeading, isHeading, loginHeading, teamsHeading } from './headings.ts';
import {
  type ColumnKind,
  NO_CHOICE,
  ownOf,
  type Rows,
  type Separator,
  SKIP,
  type TableChoice,
  valueHash,
} from './table-choice.ts';

export interface ReadOptions {
  readonly choices?: Readonly<Record<string, TableChoice>>;
  readonly teams?: KnownTeams | null;
  readonly remembered?: (headings: readonly string[]) => TableChoice | null;
}

/** A value of a column, and what it stands for; null if unknown. */
export interface ValueUse<Meaning> {
  readonly value: string;
  readonly count: number;
  readonly meaning: Meaning | typeof SKIP | null;
}

export interface Table {
  /** The first line, which identifies the table. */
  readonly key: string;
  readonly choice: TableChoice;
  readonly separator: Separator;
  /** From 1; 0 for none. */
  readonly headingRow: number;
  readonly headings: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly isByHeading: boolean;
  readonly rowCount: number;
  readonly firstRows: Rows;
  readonly doubles: number;
  readonly roles: readonly ValueUse<Role>[];
  readonly teams: readonly ValueUse<ChosenTeam>[];
}

const FIRST_ROWS = 5;
const HEADINGS_WITHIN = 15;
const KEY_CHARACTERS = 200;
const VALUES_MAX = 200;
const COLUMNS_MAX = 200;

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');
const filledIn = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

export const tableKey = (text: string): string => (/\S.*/.exec(text)?.[0] ?? '').trim().slice(0, KEY_CHARACTERS);

export function tableIn(rows: Rows, key: string, separator: Separator, options: ReadOptions): Table {
  const { choices = {}, teams: known = null, remembered } = options;
  const own = ownOf(choices, key);
  const at = own === undefined || own.headingRow === null ? headingIndexIn(rows) : own.headingRow - 1;
  const headings = rows[at] ?? [];
  const past = headings.length > 0 ? (remembered?.(headings) ?? null) : null;
  const choice = own?.kinds === null && past !== null ? { ...past, ...sourceOf(own) } : (own ?? past ?? NO_CHOICE);
  const below = rows.slice(at + 1).filter((cells) => !isEmptyRow(cells));
  // `Math.max` would exceed the argument limit.
  const widest = below.reduce((most, cells) => Math.max(most, cells.length), headings.length);
  const width = Math.min(COLUMNS_MAX, widest);
  const preset = presetKinds(headings, below, width, known);
  const kinds = Array.from({ length: width }, (_, column) => (choice.kinds ?? preset.kinds)[column] ?? 'ignore');
  const column = columnsOf(kinds);
  return {
    key,
    choice,
    separator,
    headingRow: at + 1,
    headings,
    kinds,
    isByHeading: preset.isByHeading && headings.length > 1,
    rowCount: below.length,
    firstRows: below.slice(0, FIRST_ROWS),
    doubles: below.filter((cells) => (cells[column.login] ?? '') !== '' && (cells[column.email] ?? '') !== '').length,
    roles: usesIn(
      below,
      column.role,
      (cell) => [cell],
      (value) => roleIn(value, choice),
    ),
    teams: usesIn(below, column.teams, namesIn, (value) =>
      teamIn(value, choice, known, isDepartment(headings[column.teams])),
    ),
  };
}

const sourceOf = ({ separator, headingRow, asList }: TableChoice) => ({ separator, headingRow, asList });

/** Column indexes; -1 for none. */
export const columnsOf = (kinds: readonly ColumnKind[]) => ({
  login: kinds.indexOf('login'),
  email: kinds.indexOf('email'),
  role: kinds.indexOf('role'),
  teams: kinds.indexOf('teams'),
});

export const isDepartment = (heading: string | undefined): boolean => teamsHeading(heading ?? '') === 1;

export const roleIn = (value: string, { roles }: TableChoice): Role | typeof SKIP | null =>
  ownOf(roles, valueHash(value)) ?? parseRole(value);

/** Departments without a team of that name are skipped. */
export function teamIn(
  value: string,
  { teams }: TableChoice,
  known: KnownTeams | null,
  isOptional: boolean,
): ChosenTeam | typeof SKIP | null {
  return ownOf(teams, valueHash(value)) ?? known?.get(valueKey(value)) ?? (isOptional ? SKIP : null);
}

/** Finds the headings below titles; -1 if there are none. */
function headingIndexIn(rows: Rows): number {
  const first = rows.findIndex((cells) => filledIn(cells) > 1);
  const from = Math.max(0, first);
  let widest = 0;
  for (const [offset, cells] of rows.slice(from, from + HEADINGS_WITHIN).entries()) {
    const filled = filledIn(cells);
    if (filled > 1 && !cells.some((cell) => cell.includes('@'))) {
      const names = cells.filter((cell) => loginHeading(cell) > 0 || emailHeading(cell) > 0);
      const isWider = filled > widest || cells.filter(isHeading).length * 2 >= filled;
      if (names.length > 0 && (offset === 0 || isWider)) return from + offset;
    }
    widest = Math.max(widest, filled);
  }
  const cells = rows[from] ?? [];
  return cells.some(isHeading) && !cells.some((cell) => cell.includes('@')) ? from : -1;
}

function usesIn<Meaning>(
  rows: Rows,
  column: number,
  split: (cell: string) => readonly string[],
  meaningOf: (value: string) => Meaning | typeof SKIP | null,
): readonly ValueUse<Meaning>[] {
  const uses = new Map<string, { readonly value: string; count: number }>();
  if (column === -1) return [];
  for (const cells of rows) {
    for (const value of split(cells[column] ?? '')) {
      const use = uses.get(valueKey(value));
      if (use !== undefined) use.count += 1;
      else if (value !== '' && uses.size < VALUES_MAX) uses.set(valueKey(value), { value, count: 1 });
    }
  }
  return [...uses.values()].map(({ value, count }) => ({ value, count, meaning: meaningOf(value) }));
}
