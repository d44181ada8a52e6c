/** How long the service serves on after a stop signal when `SHUTDOWN_DELAY` is not set, and the longest it may be. */
export const SHUTDOWN_DELAY_SECONDS = 5;
export const SHUTDOWN_DELAY_MAX_SECONDS = 3_600;
/** Signals that arrive within this time are one: what started the service may pass on what it was sent as well. */
export const SIGNAL_REPEAT_MS = 1_000;
/** While the service closes, a request that goes on arriving is cut off after this time. */
export const UNFINISHED_REQUEST_LIMIT_MS = 1_000;
/** The same for a download, which would keep the process for as long as somebody reads slowly. */
export const UNFINISHED_DOWNLOAD_LIMIT_MS = 5_000;
/** After a stop signal, requests under way get this long. */
export const SHUTDOWN_LIMIT_MS = 10_000;
/** Lines of the log that wait to be written, and how often they are offered to a reader that takes none. */
export const LOG_WAITING_MAX_CHARACTERS = 1024 * 1024;
export const LOG_RETRY_MS = 50;
/** Lines of so long are written together. */
export const LOG_GATHER_MS = 10;
/** How long the last lines of a process are offered. */
export const LOG_LAST_WORDS_MS = 500;
/** How often a failure that goes on is told, and how many kinds of failures are counted at a time. */
export const FAILURE_SUMMARY_MS = 10_000;
export const FAILURE_KINDS_MAX = 100;
/** How often sessions and jobs are counted for a scrape at most, and how long a scrape waits for that. */
export const COUNTS_KEPT_MS = 60_000;
export const COUNTS_WAIT_MS = 1_500;
/** How long it is told whether the code host accepted the App: an instance may not call again as the App. */
export const APP_SEEN_MS = 6 * 60 * 60 * 1000;
/** How long the smallest share that was left of a limit is told. */
export const LIMIT_SEEN_MS = 5 * 60 * 1000;
/** Deliveries whose arrival is remembered until a comparison tells when they were sent. */
export const KEPT_RECEIPTS_MAX = 1_000;
/** How often it is said that traces are lost, at most, and how long the end of the process waits for the last of them. */
export const LOST_SPANS_LINE_MS = 5 * 60 * 1000;
export const TRACES_LAST_WORDS_MS = 2_000;
