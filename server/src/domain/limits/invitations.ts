import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';

/** Specification: Limits. */
export const INVITEES_MAX = 50;
/** Specification: Limits. */
export const INVITE_CONCURRENCY = 5;
/** A request sends nothing after this time, so that it ends within a minute, the usual proxy timeout. */
export const INVITE_LIMIT_MS = 40_000;
/** An older invitation in an answer was not created by the request. */
export const INVITATION_FRESH_MS = 60_000;
/** Invitations expire on the code host after this time. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
/** Period of the code host's invitation quota. */
export const INVITATION_QUOTA_MS = 24 * 60 * 60 * 1000;
export const PREVIEW_ROWS_MAX = 200;
export const PREVIEW_LOGINS_PER_CALL = 100;
export const PREVIEW_FACTS_MS = 60_000;
export const PREVIEW_FACTS_MAX = 100_000;
export const BATCH_LASTS_MS = INVITE_LIMIT_MS + CODE_HOST_CALL_LIMIT_MS;
/** Defaults of the settings, in days after the end of a job. */
export const INVITATION_ROWS_DAYS = 30;
export const INVITATION_ADDRESSES_DAYS = 7;
