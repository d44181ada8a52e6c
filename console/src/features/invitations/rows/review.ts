import type { Problem, ReadNames } from './read-rows.ts';

/** A text that names people: what is typed, or a file. */
export interface NamesSource {
  /** Name of the file; null for what is typed. */
  readonly file: string | null;
  readonly read: ReadNames;
}

export type LeftOutReason = Problem | 'removed' | 'repeated';

/** Something written that nobody is invited for. */
export interface LeftOut {
  readonly written: string;
  /** As in "line 3" and "people.csv, row 4". */
  readonly where: string;
  readonly reason: LeftOutReason;
}

/** Exactly who would be invited, and all that was written besides. */
export interface Review {
  /** Without repetitions (letter case does not count on the code host), in the order they came. */
  readonly logins: readonly string[];
  /** Repetitions last: they cost nobody an invitation. */
  readonly leftOut: readonly LeftOut[];
}

/** How a login is remembered that the person took off the list. */
export const keyOf = (login: string): string => login.toLowerCase();

/** Who would be invited of all that was written, without those whom the person took off the list. */
export function reviewOf(sources: readonly NamesSource[], removed: ReadonlySet<string>): Review {
  const seen = new Set<string>();
  const [logins, leftOut, repeated]: [string[], LeftOut[], LeftOut[]] = [[], [], []];
  for (const { file, read } of sources) {
    for (const { written, place, problem } of read.entries) {
      const where = `${file === null ? '' : `${file}, `}${read.unit} ${place}`;
      const key = keyOf(written);
      if (problem === 'no-login' || problem === 'no-column') leftOut.push({ written, where, reason: problem });
      else if (seen.has(key)) repeated.push({ written, where, reason: 'repeated' });
      else if (problem !== null) leftOut.push({ written, where, reason: problem });
      else if (removed.has(key)) leftOut.push({ written, where, reason: 'removed' });
      else logins.push(written);
      seen.add(key);
    }
  }
  return { logins, leftOut: [...leftOut, ...repeated] };
}
