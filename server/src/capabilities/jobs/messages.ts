import {
  type RefusalResponse,
  TOO_MANY_CHANGES,
  TOO_MANY_DOWNLOADS,
  TOO_MANY_VIEWS,
  TOO_MANY_WATCHERS,
} from '../../shared/refusals.ts';

/** Refusals of calls about one job. */
export const ofJobs = {
  'no-job': { status: 404, error: 'Job not found in this organization.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofWatchers = {
  ...ofJobs,
  'too-many-watchers': TOO_MANY_WATCHERS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofFiles = {
  ...ofJobs,
  'no-file': { status: 410, error: 'The file of this export was removed. Please start a new export.' },
  'too-many-downloads': TOO_MANY_DOWNLOADS,
  'too-many-views': TOO_MANY_VIEWS,
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export const ofChanges = {
  ...ofJobs,
  'too-many-changes': TOO_MANY_CHANGES,
  over: { status: 409, error: 'This job has ended or is being cancelled.' },
} as const satisfies Readonly<Record<string, RefusalResponse>>;
