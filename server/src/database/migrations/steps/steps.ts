import { initialSchema } from './initial-schema.ts';
import type { Migration } from './migration.ts';
import { oneSchedule } from './one-schedule.ts';
import { upgradeFrom31 } from './upgrade-from-31.ts';

/** Before there was one initial schema, 31 steps made the same tables. */
export const INITIAL_VERSION = 32;

export const OLDEST_VERSION = 31;

/**
 * The schema as ordered steps; the first has version `INITIAL_VERSION`, each further one the next.
 *
 * Each step only adds, so an older program runs beside a newer one. A step that breaks older programs sets `serves`.
 * Never edit a released step.
 */
export const MIGRATIONS: readonly Migration[] = [initialSchema, oneSchedule];

export const latestVersionOf = (steps: readonly Migration[]): number => INITIAL_VERSION - 1 + steps.length;

export const LATEST_VERSION = latestVersionOf(MIGRATIONS);

/** Returns the steps that a database lacks, or null if it is too old. An empty database has version 0. */
export function pendingAt(version: number, steps: readonly Migration[]): readonly Migration[] | null {
  if (version === 0) return steps;
  if (version >= INITIAL_VERSION) return steps.slice(version - INITIAL_VERSION + 1);
  return version === OLDEST_VERSION ? [upgradeFrom31, ...steps.slice(1)] : null;
}
