/** Limits how long an instance that vanished blocks an item. */
export const WORK_LEASE_MS = 30_000;
export const WORK_AT_ONCE = 16;
/** Default concurrency limit per kind, on one instance. */
export const WORK_OF_KIND_AT_ONCE = 8;
/** Interval of checks for other instances' work. */
export const WORK_POLL_MS = 5_000;
/** Minimum pause between checks. */
export const WORK_PAUSE_MIN_MS = 5;
export const WORK_RETRY_MS = 1_000;
export const WORK_RETRY_MAX_MS = 60_000;
/** Default. An item is dead after so many consecutive failures. */
export const WORK_ATTEMPTS_MAX = 20;
/** Default. An item that takes longer has failed. */
export const WORK_LIMIT_MS = 10 * 60 * 1000;
/** Clocks of instances may differ by this much. */
export const WORK_CLOCKS_DIFFER_MS = 2_000;
/** The same for items that failed: an instance whose clock is behind keeps to the pauses of others. */
export const WORK_RETRY_CLOCKS_DIFFER_MS = 10 * 60 * 1000;
export const WORK_ERROR_MAX_CHARACTERS = 500;
export const WORK_DEAD_LISTED_MAX = 100;
/** Limit per call. */
export const WORK_STEPS_AT_ONCE = 10;
