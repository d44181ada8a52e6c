import { JOB_ROWS_MAX, JOB_TEAMS_MAX } from '@orgdesk/contract/limits';
import { barePerson, isAddress, parseRole, personProblem, type Role } from './cells.ts';
import type { Entry, Problem, ReadRows } from './read-rows.ts';

export interface RowsSource {
  /** Null for typed text. */
  readonly file: string | null;
  readonly read: ReadRows;
}

/** The ID is null for a team that a row names. */
export interface ChosenTeam {
  readonly id: number | null;
  readonly name: string;
}

export interface RowChange {
  readonly person: string;
  /** Null for the default. */
  readonly role: Role | null;
  /** Null for the default. */
  readonly teams: readonly ChosenTeam[] | null;
}

export interface DraftInvitee extends RowChange {
  /** Row key, under which changes are stored. */
  readonly key: string;
  /** Position such as "line 3" or "people.csv, row 4". */
  readonly where: string;
  readonly isAddress: boolean;
}

export type LeftOutReason = Problem | 'over-limit' | 'removed' | 'repeated';

export interface LeftOut extends Pick<Entry, 'key' | 'written' | 'role' | 'teams'> {
  readonly where: string;
  readonly reason: LeftOutReason;
}

export interface RowsReview {
  /** Unique, ignoring case, in input order. */
  readonly invitees: readonly DraftInvitee[];
  /** Repetitions come last. */
  readonly leftOut: readonly LeftOut[];
}

export interface RowChanges {
  /** Values of `personKey`. */
  readonly removed: ReadonlySet<string>;
  /** Keyed by `Entry.key`. */
  readonly changed: Readonly<Record<string, RowChange>>;
}

/** Logins and addresses are case-insensitive. */
export const personKey = (person: string): string => person.toLowerCase();

export function reviewOf(sources: readonly RowsSource[], { removed, changed }: RowChanges): RowsReview {
  const seen = new Set<string>();
  const [invitees, leftOut, repeated]: [DraftInvitee[], LeftOut[], LeftOut[]] = [[], [], []];
  for (const { file, read } of sources) {
    for (const entry of read.entries) {
      const where = `${file === null ? '' : `${file}, `}${read.unit} ${entry.position}`;
      const { problem, ...row } = asChanged(entry, changed);
      const leave = (reason: LeftOutReason, list = leftOut) =>
        list.push({ key: entry.key, written: row.person, where, role: entry.role, teams: entry.teams, reason });
      if (problem === 'no-person' || problem === 'no-column' || problem === 'login-and-address') {
        leave(problem);
        continue;
      }
      const key = personKey(row.person);
      if (seen.has(key)) leave('repeated', repeated);
      else if (problem !== null) leave(problem);
      else if (removed.has(key)) leave('removed');
      else if (invitees.length === JOB_ROWS_MAX) leave('over-limit');
      else invitees.push({ ...row, key: entry.key, where, isAddress: isAddress(row.person) });
      seen.add(key);
    }
  }
  return { invitees, leftOut: [...leftOut, ...repeated] };
}

function asChanged(
  { key, written, role, teams, problem }: Entry,
  changed: RowChanges['changed'],
): RowChange & { readonly problem: Problem | null } {
  const change = Object.hasOwn(changed, key) ? changed[key] : undefined;
  if (change !== undefined) return { ...change, problem: problemIn(change) };
  const named = teams.map((name) => ({ id: null, name }));
  return { person: written, role: parseRole(role), teams: named.length > 0 ? named : null, problem };
}

export function problemIn({ person, teams }: Pick<RowChange, 'person' | 'teams'>): Problem | null {
  const bare = barePerson(person);
  if (bare === '') return 'no-person';
  return personProblem(bare) ?? ((teams?.length ?? 0) > JOB_TEAMS_MAX ? 'too-many-teams' : null);
}
