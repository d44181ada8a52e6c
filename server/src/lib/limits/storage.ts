export const CLEARING_INTERVAL_MS = 10 * 60 * 1000;
export const CLEARING_FIRST_MS = 5_000;
/** Lets other queries run between batches. */
export const CLEARING_PAUSE_MS = 10;
export const CLEARING_PAUSE_MAX_MS = 1_000;
/** The retention of observations outlasts any pending read. */
export const UNNEEDED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
export const OBSERVATION_TIMES_EVERY_MS = 24 * 60 * 60 * 1000;
/** Larger SQLite files are checked only by `orgdesk doctor`; this size takes a second or two. */
export const CHECKED_AT_START_MAX_BYTES = 512 * 1024 * 1024;
export const OUTAGE_RETRY_SECONDS = 2;
/** Default of `DATABASE_POOL_SIZE`, per process. */
export const DATABASE_POOL_SIZE = 10;
export const CLEARING_LIMIT_MS = 60 * 60 * 1000;
/** Prepared statements of a connection; the least recently used one is prepared again. */
export const SQLITE_STATEMENTS_MAX = 200;
/** Total wait for the connection and for other processes' writes. */
export const SQLITE_BUSY_LIMIT_MS = 5_000;
/** Databases limit the parameters of a statement. */
export const STATEMENT_ROWS_MAX = 500;
/** Of the client and of the command line each; a package has at most a quarter of a megabyte. */
export const PACKAGES_KEPT = 20;
/** Pieces of work in a transaction that callers share. */
export const SHARED_TRANSACTION_MAX = 16;
/** Small batches delay nobody noticeably. */
export const BATCH_ROWS = 100;
/** What is written to see whether the disk is full; more than one page of any database. */
export const DISK_PROBE_BYTES = 64 * 1024;
/** Free space below which a SQLite file may soon not grow. */
export const DISK_LOW_BYTES = 1024 * 1024;
