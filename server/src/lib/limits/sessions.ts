import { DEVICE_POLL_SECONDS } from '@orgdesk/contract/limits';
import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';

/** Ends earlier with the code host's token. Specification: Limits. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Specification: Limits. */
export const TOKEN_REFRESH_WINDOW_MS = 5 * 60 * 1000;

/** Applies to both state tokens. Specification: Limits. */
export const STATE_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** Tolerated clock lead of the issuing instance. Expiry itself is exact. */
export const STATE_TOKEN_CLOCK_SKEW_SECONDS = 6 * 60;

export const FOREIGN_STATE_PAUSE_MS = 60_000;

/** Applies to both CSRF cookies. Specification: Limits. */
export const CSRF_COOKIE_LIFETIME_SECONDS = 600;

export const CSRF_VALUE_BYTES = 32;

export const SESSION_ID_BYTES = 32;

export const CIPHER_IV_BYTES = 16;

export const CIPHER_TAG_BYTES = 16;

export const SIGN_OUT_RETRY_MS = 250;

export const PENDING_SIGN_OUTS_MAX = 100_000;

/** Applies to configured secrets (decision S15). */
export const SECRET_MIN_CHARACTERS = 32;

/** Longer than the call, or a second instance would use the same refresh token. */
export const REFRESH_LEASE_MS = CODE_HOST_CALL_LIMIT_MS + 4_000;

export const REFRESH_PAUSE_MS = 5_000;

/** How long showing a session waits for its refresh while the old token is valid. */
export const REFRESH_WAIT_SHOWN_MS = 1_000;

/** How long using a token waits for its refresh, which revokes the token. */
export const REFRESH_WAIT_USED_MS = 3_000;

/** The other refresh's lease has then expired. */
export const REFRESH_WAIT_MS = REFRESH_LEASE_MS + 500;

export const REFRESH_POLL_MS = 40;

/** Retries of storing a refreshed token pair, while the lease lasts. */
export const REFRESH_STORE_UNTIL_MS = REFRESH_LEASE_MS - 500;

export const REFRESH_STORE_PAUSE_MS = 250;

export const LIVE_MEMBERSHIP_MS = 60_000;

export const LIVE_MEMBERSHIPS_MAX = 10_000;

/** Uses of a session within this time count as one. */
export const SESSION_USE_EVERY_MS = 5 * 60_000;

export const SESSION_USES_WAIT_MS = 10_000;

export const SESSION_USES_MAX = 50_000;

/** Sessions remembered to count requests. */
export const KNOWN_SESSIONS_MAX = 50_000;

export const KNOWN_SESSION_MS = 60_000;

export const KEPT_ANSWERS_MAX_BYTES = 32 * 1024 * 1024;

export const SESSION_PROOFS_AT_ONCE = 4;

export const SESSION_PROOFS_WAITING_MAX = 200;

export const OWN_SESSIONS_MAX = 200;

/** Longer `User-Agent` headers are cut off; names are read from them. */
export const USER_AGENT_READ_MAX_CHARACTERS = 400;

/** Fewer distinct characters draw a warning. */
export const SECRET_MIN_DISTINCT_CHARACTERS = 8;

/** An unchanged user is written again after this time, so cleanup sees who still signs in. */
export const SIGN_IN_NOTED_MS = 24 * 60 * 60 * 1000;

/** Records by a clock that ran further ahead may still be updated. */
export const ACCOUNT_AHEAD_MAX_MS = 5 * 60 * 1000;

/** Each unreadable session is logged once. */
export const UNREADABLE_SESSIONS_MAX = 1_000;

/** Sessions whose tokens are known to open with a key. */
export const READABLE_SESSIONS_MAX = 50_000;

/** Keeps the end of a token's lifetime in the range of `Date`. */
export const TOKEN_LIFETIME_MAX_SECONDS = 10_000_000_000;

/** Sessions that `orgdesk sessions` lists. */
export const SESSIONS_LISTED_MAX = 10_000;

/** Letters that RFC 8628, 6.1, recommends: no vowels, so that no words arise. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

export const USER_CODE_CHARACTERS = 8;

export const DEVICE_CODE_BYTES = 32;

export const APP_CODE_BYTES = 32;

export const DEVICE_REQUESTS_OF_NETWORK_MAX = 20;

/** Stored requests. A further one replaces the oldest of the network that has the most. */
export const DEVICE_REQUESTS_MAX = 5_000;

export const DEVICE_REQUESTS_RETRY_SECONDS = 60;

export const WRONG_USER_CODES_MAX = 10;

/** Of all persons together. Beyond, each has `WRONG_USER_CODES_MIN`, so that nobody is locked out by others. */
export const WRONG_USER_CODES_IN_ALL_MAX = 1_000;

export const WRONG_USER_CODES_MIN = 3;

export const WRONG_USER_CODES_MS = 10 * 60_000;

/** Tolerates polls that overtake each other on the network. */
export const POLL_TOLERANCE_MS = 1_000;

/** Added to the pause by each poll that comes too early (RFC 8628, 3.5). */
export const SLOW_DOWN_SECONDS = 5;

export const POLL_SECONDS_MAX = 12 * DEVICE_POLL_SECONDS;
