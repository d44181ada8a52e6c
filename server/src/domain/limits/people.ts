import { LOST_REPOSITORIES_MAX, ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';

export const PEOPLE_PREVIEW_SECONDS = 10 * 60;
/**
 * Limits on counting the repositories that people lose. Each page costs one or two of the person's 2,000 points a
 * minute.
 */
export const LOST_REPOSITORIES = { most: LOST_REPOSITORIES_MAX, page: 100, pagesMax: 100 } as const;
export const PERSON_LIMIT_MS = 30 * 1000;
export const SECOND_FACTORS_KEPT_MS = 60_000;
export const SECOND_FACTORS_MAX_BYTES = 4 * 1024 * 1024;
/** Access reviews of one session within this time share an audit entry. */
export const REVIEW_NOTED_MS = 60 * 60 * 1000;
export const OUTSIDE_REPOSITORIES_PAGE = 50;
/** Each organization makes up to three calls at once. The platform allows a person a hundred. */
export const ORGANIZATIONS_AT_ONCE = 4;
/** Share of a person's rate limit that reads of many organizations leave to their other programs. */
export const RESERVED_SHARE = 1 / 5;
/** Answers that the code host is asked to compare. Those of 60,000 people have some five megabytes. */
export const EARLIER_ANSWERS_MS = 15 * 60 * 1000;
export const EARLIER_ANSWERS_MAX_BYTES = 32 * 1024 * 1024;
/** Entries of each audit log that are searched for the last invitation. */
export const INVITED_ENTRIES = 200;
export const PERSON_ENTRIES = 20;
/** Pages of repositories that are searched for one person, per organization. */
export const PERSON_REPOSITORIES = { page: 100, pagesMax: 10 } as const;

/** Problems listed by one check, and bounds of the thread that reads files. */
export const ORGANIZATION_FILE = {
  problemsMax: ORGANIZATION_FILE_PROBLEMS_MAX,
  workerIdleMs: 30_000,
  workerMemoryMb: 256,
  workerStackMb: 1,
} as const;
/** Concurrent checks: of a person, and per instance. */
export const FILE_CHECKS = { each: 1, all: 2 } as const;
/** Removals beyond either must be confirmed. A danger lists so many names. */
export const PLAN_DANGERS = {
  removedMax: 25,
  removedShare: 0.05,
  /** Of memberships of teams, and of grants of access. */
  lostMax: 25,
  lostShare: 0.2,
  lostMin: 5,
  namesMax: 20,
} as const;
/** Entries searched for the causes of differences. */
export const DRIFT_ENTRIES = 500;
export const PLAN_SECONDS = 3_600;
/** Of reading an organization for files or a plan. */
export const ORGANIZATION_READ_LIMIT_MS = 5 * 60 * 1000;
/** Concurrent reads: of a person, and per instance. */
export const ORGANIZATION_READS = { each: 1, all: 8 } as const;
