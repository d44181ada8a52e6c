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
export const LOG_FLUSH_LIMIT_MS = 500;
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
export const TRACES_FLUSH_LIMIT_MS = 2_000;
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

export const CHECKED_PART_LIMIT_MS = 15_000;
/** Checks use the shared rate limit. */
export const CHECKS_REUSE_MS = 60_000;
/**
 * Each check makes fourteen calls to the code host, and one for each organization whose jobs continue after a sign-out,
 * for at most `CHECKED_NAMES_MAX` of them.
 */
export const CHECKS_INTERVAL_MS = 60 * 60 * 1000;
/** Beyond the maximum, the code host refuses the App. */
export const CLOCK_SKEW_WARNING_MS = 30_000;
export const CLOCK_SKEW_MAX_MS = 5 * 60_000;
/** Each page has 100 installations. */
export const CHECKED_INSTALLATION_PAGES_MAX = 10;
/** Installations, requests and organizations listed by name; others are counted. */
export const CHECKED_NAMES_MAX = 10;
export const CHECKED_DELIVERIES_MS = 24 * 60 * 60 * 1000;
export const LOST_DELIVERIES_WARNING_SHARE = 0.05;
export const BUDGET_WARNING_SHARE = 0.2;
export const CHECKED_SESSIONS_MAX = 50;
/**
 * Oldest Enterprise Server version whose published API was compared with our calls. The descriptions of 3.12 and 3.13
 * lack the calls about organization roles.
 */
export const ENTERPRISE_SERVER_OLDEST = [3, 17] as const;
/** Oldest version that PostgreSQL's developers maintain. */
export const POSTGRESQL_OLDEST = 15;
/** How often an instance publishes the fingerprints of its keys, and when they expire. */
export const KEYS_NOTED_EVERY_MS = 60_000;
export const KEYS_NOTED_MS = 150_000;
/** Room beside a database in a file. */
export const DISK_LEFT_WARNING_BYTES = 1024 * 1024 * 1024;
export const DISK_LEFT_MIN_BYTES = 100 * 1024 * 1024;
/** Asks what listens on a port already. */
export const LISTENING_ANSWER_LIMIT_MS = 2_000;
/** An unknown program's answer may be endless. */
export const LISTENING_READ_MAX_BYTES = 64 * 1024;
/** Reads the certificate of `BASE_URL`. */
export const CERTIFICATE_ANSWER_LIMIT_MS = 10_000;

/** More than a browser opens. */
export const SETUP_PAGE_CONNECTIONS_MAX = 16;
export const SETUP_PAGE_REQUEST_LIMIT_MS = 5_000;
export const SETUP_PAGE_CHECK_INTERVAL_MS = 500;
export const SETUP_PAGE_ADDRESS_MAX_CHARACTERS = 2_048;
