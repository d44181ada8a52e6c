import type { Target, TargetOptions } from './target.ts';

/** One bound of an attack and what was seen of it. */
export interface Finding {
  readonly what: string;
  readonly limit: string;
  readonly seen: string;
  readonly held: boolean;
}

/** Something that somebody from outside may do to a service. */
export interface Attack {
  readonly name: string;
  readonly options?: TargetOptions;
  /** True if the attack compares durations. Other work on the machine changes those. Default: false. */
  readonly comparesTimes?: boolean;
  /** Runs against a service of its own, bounded in count and time. */
  readonly run: (target: Target) => Promise<readonly Finding[]>;
}

/** A figure that may not pass a bound. */
export const atMost = (what: string, limit: number, seen: number, unit = ''): Finding => ({
  what,
  limit: `at most ${Math.round(limit)}${unit}`,
  seen: `${Math.round(seen)}${unit}`,
  held: seen <= limit,
});

/** Something that has to be as it says. */
export const exactly = (what: string, limit: string, seen: string): Finding => ({
  what,
  limit,
  seen,
  held: seen === limit,
});
