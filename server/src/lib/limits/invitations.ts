import { INVITE_LIMIT_MS, NEW_ACCOUNT_DAYS } from '@orgdesk/contract/limits';
import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';

/** Specification: Limits. */
export const INVITE_CONCURRENCY = 5;

/** An older invitation in an answer was not created by the request. */
export const INVITATION_FRESH_MS = 60_000;

/** Expiry on the code host. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export const INVITATION_QUOTA_MS = 24 * 60 * 60 * 1000;

export const NEW_ACCOUNT_MS = NEW_ACCOUNT_DAYS * 24 * 60 * 60 * 1000;

export const PREVIEW_LOGINS_PER_CALL = 100;

export const PREVIEW_FACTS_MS = 60_000;

export const PREVIEW_FACTS_MAX = 100_000;

export const BATCH_LASTS_MS = INVITE_LIMIT_MS + CODE_HOST_CALL_LIMIT_MS;
