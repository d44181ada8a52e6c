import { JOB_ROWS_MAX, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { barePerson, type ChosenTeam, personProblem, type Role } from './cells.ts';
import type { Entry, Problem, ReadRows } from './read-rows.ts';

export interface RowsSource {
  /** Null for typed text. */
  readonly file: string | null;
  readonly read: ReadRows;
}

export interface RowChange {
  readonly person: string;
  readonly role: Role | null;
  readonly teams: readonly ChosenTeam[] | null;
}

export type RowProblem = Problem | 'over-limit' | 'repeated';

export interface ReviewedRow extends RowChange {
  /** Unique; changes are stored under it. */
  readonly key: string;
  /** Position such as "line 3" or "people.csv, row 4". */
  readonly where: string;
  /** The person's name in the list; null if it has none. */
  readonly name: string | null;
  readonly roleText: string;
  readonly problem: RowProblem | null;
}

export type RowChanges = Readonly<Record<string, RowChange>>;

export const personKey = (person: string): string => person.toLowerCase();

/** Reviews all rows in input order. Of rows with the same person, the first can be checked. */
export function reviewOf(sources: readonly RowsSource[], changed: RowChanges): readonly ReviewedRow[] {
  const seen = new Set<string>();
  const copies = new Map<string, number>();
  let fitting = 0;
  return sources.flatMap(({ file, read }) =>
    read.entries.map((entry): ReviewedRow => {
      const copy = (copies.get(entry.key) ?? 0) + 1;
      copies.set(entry.key, copy);
      const key = copy === 1 ? entry.key : `${entry.key}\t#${copy}`;
      const where = `${file === null ? '' : `${file}, `}${read.unit} ${entry.position}`;
      const row = { key, where, name: entry.name, roleText: entry.roleText, ...asChanged(entry, key, changed) };
      if (row.problem !== null && NAMELESS.has(row.problem)) return row;
      const person = personKey(row.person);
      const isRepeated = seen.has(person);
      seen.add(person);
      if (isRepeated) return { ...row, problem: 'repeated' };
      if (row.problem !== null) return row;
      fitting += 1;
      return fitting > JOB_ROWS_MAX ? { ...row, problem: 'over-limit' } : row;
    }),
  );
}

const NAMELESS: ReadonlySet<RowProblem> = new Set(['no-person', 'no-column', 'login-and-address']);

function asChanged(
  { written, role, teams, problem }: Entry,
  key: string,
  changed: RowChanges,
): RowChange & { readonly problem: Problem | null } {
  const change = Object.hasOwn(changed, key) ? changed[key] : undefined;
  if (change !== undefined) return { ...change, problem: problemIn(change) };
  return { person: written, role, teams: teams.length > 0 ? teams : null, problem };
}

function problemIn({ person, teams }: Pick<RowChange, 'person' | 'teams'>): Problem | null {
  const bare = barePerson(person);
  if (bare === '') return 'no-person';
  return personProblem(bare) ?? ((teams?.length ?? 0) > JOB_TEAMS_MAX ? 'too-many-teams' : null);
}
