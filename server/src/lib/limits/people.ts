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

/**
 * Problems listed by one check, and bounds of the threads in which everything is done that a file can make expensive. A
 * heap has an old and a young part.
 */
export const ORGANIZATION_FILE = {
  problemsMax: ORGANIZATION_FILE_PROBLEMS_MAX,
  workersMax: 2,
  workerIdleMs: 30_000,
  workerProcessorMs: 5_000,
  /** Also on a machine that is too busy. */
  workerDeadlineMs: 60_000,
  workerOldMb: 80,
  workerYoungMb: 16,
  workerStackMb: 1,
  outputMaxCharacters: 5_000_000,
} as const;
/** Work on files that waits for a thread. */
export const FILE_WORK_WAITING = { waitingEach: 4, waitingAll: 32 } as const;
/**
 * What an instance may hold, in MB: 512 in all. The heap of the main thread includes bodies of requests; beside the
 * heaps are the program itself, code and what is being sent.
 */
export const INSTANCE_MEMORY_MB = { all: 512, old: 244, young: 12, besideHeaps: 64 } as const;
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
/** Concurrent reads per instance, of which a person has one, and requests that wait for one. */
export const ORGANIZATION_READS = { running: 8, waitingEach: 4, waitingAll: 32 } as const;
/** Until a client that was refused for waiting files should try again. */
export const FILES_REFUSED_RETRY_SECONDS = 5;

/** Of what is not dismissed, of each finding; what is dismissed later beyond it stays open until the next review. */
export const ACCESS_REVIEW_KEYS_MAX = 50;
export const ACCESS_REVIEWS_KEPT_MS = 366 * 24 * 60 * 60 * 1000;

/** Requests as the App that one person may cause (decision 0079). */
export const APP_READS_PER_MINUTE = 10;

/** How long a response waits for requests made as the App. */
export const APP_READ_WAIT_MS = 4_000;

/** Initial page sizes; reduced when the code host takes too long. */
export const REACHED_REPOSITORIES_PAGE = 50;

export const REPOSITORY_PEOPLE_PAGE = 100;

/** A request returns 100 people per repository. A thousand people cost one point of the hourly limit. */
export const ACCESS_EXPORT_REPOSITORIES_PAGE = 10;

export const ACCESS_EXPORT_ROWS_MAX = 2_000_000;

/** Limits per organization. */
export const ACCESS_EXPORTS_KEPT_MAX = 50;

/** Consecutive failed or rejected calls before an export stops. */
export const ACCESS_EXPORT_TRIES_MAX = 29;

export const ACCESS_EXPORT_REJECTIONS_MAX = 3;

/** Each part has some hundred kilobytes. */
export const ACCESS_EXPORT_PARTS_AT_ONCE = 10;
