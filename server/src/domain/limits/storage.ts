/** Time between two clearings of ended sessions and used states, and from the start of an instance to its first attempt. */
export const CLEARING_INTERVAL_MS = 10 * 60 * 1000;
export const CLEARING_FIRST_MS = 5_000;
/** Pause between two batches of a clearing, for others. */
export const CLEARING_PAUSE_MS = 10;
/**
 * How long what no session needs any more is kept: users after their last sign-in, and the order of looks at
 * installations that are gone, whose last look under way must be over by then.
 */
export const UNNEEDED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How often it is noted which place in the order of looks is the latest. */
export const OBSERVATION_TIMES_EVERY_MS = 24 * 60 * 60 * 1000;
/** Largest SQLite file whose pages are all checked when the service starts, for a second or two. `orgdesk doctor` checks any. */
export const CHECKED_AT_START_MAX_BYTES = 512 * 1024 * 1024;
/** After how long whoever met an outage asks again. */
export const OUTAGE_RETRY_SECONDS = 2;
/** Most connections to PostgreSQL of one process when `DATABASE_POOL_SIZE` is not set. */
export const DATABASE_POOL_SIZE = 10;
