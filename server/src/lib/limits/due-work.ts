/** Limits how long an instance that vanished blocks an item. */
export const WORK_LEASE_MS = 30_000;
/** Steps at once on one instance, without slow ones. */
export const WORK_AT_ONCE = 16;
/** Default concurrency limit per kind, on one instance. */
export const WORK_OF_KIND_AT_ONCE = 8;
/** Steps at once of one person, and of one organization, on all instances together. Leaves half of a kind to others. */
export const WORK_OF_ONE_AT_ONCE = 4;
/** A step that takes longer waits for somebody: it no longer counts with the others, and its item starts with slow ones. */
export const WORK_SLOW_MS = 1_500;
/** Slow steps at once on one instance, of all kinds. */
export const WORK_SLOW_AT_ONCE = 32;
/** Slow steps at once of one kind that holds little memory, on one instance. */
export const WORK_SLOW_OF_KIND_AT_ONCE = 24;
/** Slow steps at once of one person, on all instances together. */
export const WORK_SLOW_OF_PERSON_AT_ONCE = 16;
/** Pause before due items are looked at again that could not start: others have the room of their people. */
export const WORK_ROOM_CHECK_MS = 500;
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
