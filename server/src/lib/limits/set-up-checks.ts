export const CHECKED_PART_LIMIT_MS = 15_000;
/** Checks use the shared rate limit. */
export const CHECKS_REUSE_MS = 60_000;
/** Each check makes fourteen calls to the code host. */
export const CHECKS_INTERVAL_MS = 60 * 60 * 1000;
/** Beyond the maximum, the code host refuses the App. */
export const CLOCK_SKEW_WARNING_MS = 30_000;
export const CLOCK_SKEW_MAX_MS = 5 * 60_000;
/** Each page has 100 installations. */
export const CHECKED_INSTALLATION_PAGES_MAX = 10;
/** Installations and requests listed by name; others are counted. */
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
