import { accessReviews } from './access-reviews.ts';
import { answerStamps } from './answer-stamps.ts';
import { cancelledRuns } from './cancelled-runs.ts';
import { commonStamp } from './common-stamp.ts';
import { deviceRequests } from './device-requests.ts';
import { diskProbes } from './disk-probes.ts';
import { dueWork } from './due-work.ts';
import { entriesByPerson } from './entries-by-person.ts';
import { fairWork } from './fair-work.ts';
import { findingsAndLosses } from './findings-and-losses.ts';
import { headsOfTrails } from './heads-of-trails.ts';
import { initialSchema } from './initial-schema.ts';
import { jobTargets } from './job-targets.ts';
import { jobsOfAllKinds } from './jobs-of-all-kinds.ts';
import type { Migration } from './migration.ts';
import { ownerRules } from './owner-rules.ts';
import { packages } from './packages.ts';
import { planSteps } from './plan-steps.ts';
import { runs } from './runs.ts';
import { upgradeFrom } from './upgrade-from-12.ts';

/** Before there was one initial schema, fourteen steps made the same tables. */
export const INITIAL_VERSION = 14;

export const OLDEST_VERSION = 12;

/**
 * The schema as ordered steps; the first has version `INITIAL_VERSION`, each further one the next.
 *
 * Each step only adds, so an older program runs beside a newer one. A step that breaks older programs sets `serves`.
 * Never edit a released step.
 */
export const MIGRATIONS: readonly Migration[] = [
  initialSchema,
  entriesByPerson,
  dueWork,
  headsOfTrails,
  jobsOfAllKinds,
  answerStamps,
  commonStamp,
  deviceRequests,
  findingsAndLosses,
  runs,
  planSteps,
  ownerRules,
  cancelledRuns,
  diskProbes,
  packages,
  accessReviews,
  fairWork,
  jobTargets,
];

export const latestVersionOf = (steps: readonly Migration[]): number => INITIAL_VERSION - 1 + steps.length;

export const LATEST_VERSION = latestVersionOf(MIGRATIONS);

/** Returns the steps that a database lacks, or null if it is too old. An empty database has version 0. */
export function pendingAt(version: number, steps: readonly Migration[]): readonly Migration[] | null {
  if (version === 0) return steps;
  if (version >= INITIAL_VERSION) return steps.slice(version - INITIAL_VERSION + 1);
  return version === 12 || version === 13 ? [upgradeFrom(version), ...steps.slice(1)] : null;
}
