/* What the checks of a set-up look at, and from where on they tell. */

/** How long a check of the set-up waits for one part of what it reads: several calls, or several pages. */
export const CHECKED_PART_LIMIT_MS = 15_000;
/** How long what a check found is shown without looking again: it takes calls of everybody's budget. */
export const CHECKS_REUSE_MS = 60_000;
/** How often a running service with metrics checks its set-up: twelve calls to the code host each time. */
export const CHECKS_INTERVAL_MS = 60 * 60 * 1000;
/** How far two clocks may be apart before it is told, and how far before the code host refuses the App. */
export const CLOCK_SKEW_TOLD_MS = 30_000;
export const CLOCK_SKEW_MAX_MS = 5 * 60_000;
/** Pages of a hundred installations whose permissions are compared. */
export const CHECKED_INSTALLATION_PAGES_MAX = 10;
/** Installations and requests that are named; the rest is counted. */
export const CHECKED_NAMES_MAX = 10;
/** Deliveries that are looked at, back from now, and which share of them may be lost before it is told. */
export const CHECKED_DELIVERIES_MS = 24 * 60 * 60 * 1000;
export const LOST_DELIVERIES_TOLD_SHARE = 0.05;
/** Share of an hour's calls that has to be left. */
export const BUDGET_TOLD_SHARE = 0.2;
/** Sessions whose tokens are opened, the newest. */
export const CHECKED_SESSIONS_MAX = 50;
/** Oldest version of an Enterprise Server, by the published descriptions that orgdesk's calls are compared with. */
export const ENTERPRISE_SERVER_OLDEST = [3, 17] as const;
/** How often an instance notes in the database that it runs with its keys, and for how long that counts. */
export const KEYS_NOTED_EVERY_MS = 60_000;
export const KEYS_NOTED_MS = 150_000;
/** Room beside a database in a file. */
export const DISK_LEFT_TOLD_BYTES = 1024 * 1024 * 1024;
export const DISK_LEFT_MIN_BYTES = 100 * 1024 * 1024;
