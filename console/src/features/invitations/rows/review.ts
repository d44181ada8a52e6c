import { barePerson, isAddress, parseRole, personProblem, type Role } from './cells.ts';
import { type Entry, type Problem, type ReadRows, TEAMS_MAX } from './read-rows.ts';

/** So many people go into one job. */
export const PEOPLE_MAX = 2_000;

/** A text that names people: what is typed, or a file. */
export interface RowsSource {
  /** Name of the file; null for what is typed. */
  readonly file: string | null;
  readonly read: ReadRows;
}

/** A team: chosen, or named in a row, of which the code host's number is not known yet. */
export interface WantedTeam {
  readonly id: number | null;
  readonly name: string;
}

/** A row as somebody mended or changed it on the page. */
export interface RowChange {
  readonly person: string;
  /** Null: as for all. */
  readonly role: Role | null;
  /** Null: as for all. */
  readonly teams: readonly WantedTeam[] | null;
}

/** Somebody to invite. */
export interface Invitee extends RowChange {
  /** Of what is written about them; changes are kept under it. */
  readonly key: string;
  /** As in "line 3" and "people.csv, row 4". */
  readonly where: string;
  readonly isAddress: boolean;
}

export type LeftOutReason = Problem | 'over-limit' | 'removed' | 'repeated';

/** Something written that nobody is invited for. */
export interface LeftOut extends Pick<Entry, 'key' | 'written' | 'role' | 'teams'> {
  readonly where: string;
  readonly reason: LeftOutReason;
}

/** Exactly who would be invited, and all that was written besides. */
export interface Review {
  /** Each once (letter case does not count on the code host), in the order they came. */
  readonly invitees: readonly Invitee[];
  /** Repetitions last: they cost nobody an invitation. */
  readonly leftOut: readonly LeftOut[];
}

/** What the person did to the rows. */
export interface RowChanges {
  /** Of people that were taken off the list, by `personKey`. */
  readonly removed: ReadonlySet<string>;
  /** By the key of the row. */
  readonly changed: Readonly<Record<string, RowChange>>;
}

/** By which somebody is the same person. */
export const personKey = (person: string): string => person.toLowerCase();

/** Who would be invited of all that was written. */
export function reviewOf(sources: readonly RowsSource[], { removed, changed }: RowChanges): Review {
  const seen = new Set<string>();
  const [invitees, leftOut, repeated]: [Invitee[], LeftOut[], LeftOut[]] = [[], [], []];
  for (const { file, read } of sources) {
    for (const entry of read.entries) {
      const where = `${file === null ? '' : `${file}, `}${read.unit} ${entry.place}`;
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
      else if (invitees.length === PEOPLE_MAX) leave('over-limit');
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

/** What is wrong with a row as somebody changed it; null where nothing is. */
export function problemIn({ person, teams }: Pick<RowChange, 'person' | 'teams'>): Problem | null {
  const bare = barePerson(person);
  if (bare === '') return 'no-person';
  return personProblem(bare) ?? ((teams?.length ?? 0) > TEAMS_MAX ? 'too-many-teams' : null);
}
