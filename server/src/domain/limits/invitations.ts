import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';

/** Most unique logins in one mass invite. Specification: Limits. */
export const INVITEES_MAX = 50;
/** Most logins of one mass invite that are worked on at once. Specification: Limits. */
export const INVITE_CONCURRENCY = 5;
/**
 * A mass invite or a change of invitations sends nothing more after this time, and their list is given up. With the last
 * call it is answered in under a minute, the time after which proxies usually give up.
 */
export const INVITE_LIMIT_MS = 40_000;
/** An invitation that is older than this when it is answered was not made by the request. */
export const INVITATION_FRESH_MS = 60_000;
/** How long an invitation waits for an answer; then it has failed. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** The time over which the code host counts the invitations of an organization. */
export const INVITATION_QUOTA_MS = 24 * 60 * 60 * 1000;
/** Most rows of one preview, and most logins that one call of GraphQL asks about. */
export const PREVIEW_ROWS_MAX = 200;
export const PREVIEW_LOGINS_PER_CALL = 100;
/**
 * How long a preview counts what is true of the whole organization, and how many invitations and teams are kept for that,
 * all organizations together.
 */
export const PREVIEW_FACTS_MS = 60_000;
export const PREVIEW_FACTS_MAX = 100_000;
/** How long the invitations of one request may go on arriving after the first. */
export const BATCH_LASTS_MS = INVITE_LIMIT_MS + CODE_HOST_CALL_LIMIT_MS;
/** Days after the end of a job when `INVITATION_ROWS_DAYS` and `INVITATION_ADDRESSES_DAYS` are not set. */
export const INVITATION_ROWS_DAYS = 30;
export const INVITATION_ADDRESSES_DAYS = 7;
