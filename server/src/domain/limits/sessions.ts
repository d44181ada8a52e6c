import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';

/** Session lifetime when the code host's token does not end sooner. Specification: Limits. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** A token with this little time left, or less, is refreshed. Specification: Limits. */
export const TOKEN_REFRESH_WINDOW_MS = 5 * 60 * 1000;
/** Lifetime of both state tokens. Specification: Limits. */
export const STATE_TOKEN_LIFETIME_SECONDS = 10 * 60;
/** How far another instance's clock may run ahead when it issued a state token or a preview. Expiry itself is exact. */
export const STATE_TOKEN_CLOCK_SKEW_SECONDS = 6 * 60;
/** A state token of an instance with other settings is warned of once in this time at most. */
export const FOREIGN_STATE_PAUSE_MS = 60_000;
/** `Max-Age` of both CSRF cookies. Specification: Limits. */
export const CSRF_COOKIE_LIFETIME_SECONDS = 600;
export const CSRF_VALUE_BYTES = 32;
export const SESSION_ID_BYTES = 32;
/** Longest accepted `returnTo`, counted as it will be emitted (percent-encoded). Specification: Limits, "about 8 KB". */
export const RETURN_TO_MAX_BYTES = 8 * 1024;
export const CIPHER_IV_BYTES = 16;
export const CIPHER_TAG_BYTES = 16;
/** Time between two attempts to carry out sign-outs that the database missed, and how many are kept in mind. */
export const SIGN_OUT_RETRY_MS = 1_000;
export const PENDING_SIGN_OUTS_MAX = 100_000;
/** Shortest configured secret that is accepted. Decision S15. */
export const SECRET_MIN_CHARACTERS = 32;
/** A refresh lease outlives the call it protects, or a second instance would spend the same refresh token. */
export const REFRESH_LEASE_MS = CODE_HOST_CALL_LIMIT_MS + 4_000;
/** After a passing fault, nobody tries to refresh the same session for this long. */
export const REFRESH_PAUSE_MS = 5_000;
/** How long a refresh is waited for, whoever makes it, to show a session whose token still lives. */
export const REFRESH_WAIT_SHOWN_MS = 1_000;
/** The same to use the token: it dies with the refresh. */
export const REFRESH_WAIT_USED_MS = 3_000;
/** How long another reader's refresh is waited for at all: then its lease has ended. */
export const REFRESH_WAIT_MS = REFRESH_LEASE_MS + 500;
/** Pause between two looks at a session that another instance is refreshing. */
export const REFRESH_POLL_MS = 40;
/** How long after its lease was asked for, and with what pause, a refreshed pair is offered to a database that fails. */
export const REFRESH_STORE_UNTIL_MS = REFRESH_LEASE_MS - 500;
export const REFRESH_STORE_PAUSE_MS = 250;
/** How long the code host's word on somebody's own membership counts, and how many such words are kept. */
export const LIVE_MEMBERSHIP_MS = 60_000;
export const LIVE_MEMBERSHIPS_MAX = 10_000;
/** Uses of a session closer together than this are one. */
export const SESSION_USE_EVERY_MS = 5 * 60_000;
/** How long a use may wait before it is written, with those of others. */
export const SESSION_USES_WAIT_MS = 10_000;
/** Sessions whose last use an instance remembers; the oldest are noted anew when they are used again. */
export const SESSION_USES_MAX = 50_000;
/** Sessions whose person an instance remembers, to count requests by; who was forgotten is looked up. */
export const KNOWN_SESSIONS_MAX = 50_000;
/** How long it is believed that a session still exists, only to count a request: one that was ended counts for nobody then. */
export const KNOWN_SESSION_MS = 60_000;
/** Sessions that are looked up at once only to count a request, and that wait for that. */
export const SESSION_PROOFS_AT_ONCE = 4;
export const SESSION_PROOFS_WAITING_MAX = 200;
/** Sessions of a person that are listed, the last used first. */
export const OWN_SESSIONS_MAX = 200;
