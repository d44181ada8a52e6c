/** Default and maximum of `SHUTDOWN_DELAY`. */
export const SHUTDOWN_DELAY_SECONDS = 5;
export const SHUTDOWN_DELAY_MAX_SECONDS = 3_600;
/** Repeated stop signals within this time count as one; a supervisor may forward them twice. */
export const SIGNAL_REPEAT_MS = 1_000;
/** Time limit during shutdown for receiving a request. */
export const UNFINISHED_REQUEST_LIMIT_MS = 1_000;
/** Slow downloads would prolong the shutdown. */
export const UNFINISHED_DOWNLOAD_LIMIT_MS = 5_000;
/** Time limit for open requests. */
export const SHUTDOWN_LIMIT_MS = 10_000;
/** Buffer of unwritten log lines, and interval of retries. */
export const LOG_WAITING_MAX_CHARACTERS = 1024 * 1024;
export const LOG_RETRY_MS = 50;
export const LOG_GATHER_MS = 10;
/** Time limit at exit. */
export const LOG_LAST_WORDS_MS = 500;
export const FAILURE_SUMMARY_MS = 10_000;
export const FAILURE_KINDS_MAX = 100;
/** Cache lifetime and timeout of the counts for metrics. */
export const COUNTS_KEPT_MS = 60_000;
export const COUNTS_WAIT_MS = 1_500;
export const APP_SEEN_MS = 6 * 60 * 60 * 1000;
export const LIMIT_SEEN_MS = 5 * 60 * 1000;
/** Deliveries remembered until a comparison reports when they were sent. */
export const KEPT_RECEIPTS_MAX = 1_000;
/** Interval of warnings, and time limit for the last traces at exit. */
export const LOST_SPANS_LINE_MS = 5 * 60 * 1000;
export const TRACES_LAST_WORDS_MS = 2_000;
export const SIMULATOR_READY_LIMIT_MS = 30_000;
export const SIMULATOR_CLOSE_LIMIT_MS = 2_000;
export const CONSOLE_BUILD_LIMIT_MS = 60_000;
export const ATTEMPTS_COUNTED_MS = 24 * 60 * 60 * 1000;
/** Shares remembered to report the smallest. */
export const LIMIT_SHARES_MAX = 50;
/** Interval of reading the database's clock. */
export const CLOCK_ASK_EVERY_MS = 30_000;
/** A slower answer is too inaccurate. */
export const CLOCK_ANSWER_MAX_MS = 2_000;
/** Smaller differences are ignored, so that the time does not go back and forth. */
export const CLOCK_DIFFERENCE_MS = 200;
/** A larger jump means that the machine's clock was set or the machine was paused. */
export const MACHINE_CLOCK_STEP_MS = 1_000;
