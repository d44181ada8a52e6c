import { INVITE_LIMIT_MS, JOB_INVITATIONS_PER_HOUR, NEW_ACCOUNT_DAYS } from '@orgdesk/contract/limits';
import { CODE_HOST_CALL_LIMIT_MS } from './code-host.ts';
import { TOKEN_REFRESH_WINDOW_MS } from './sessions.ts';

/** Limits how long an instance that vanished blocks an item. */
export const WORK_LEASE_MS = 30_000;

/** Steps at once on one instance, without slow ones. */
export const WORK_AT_ONCE = 16;

/** Default concurrency limit per kind, on one instance. */
export const WORK_OF_KIND_AT_ONCE = 8;

/** Steps at once of one person, and of one organization, on all instances together. Leaves half of a kind to others. */
export const WORK_OF_ONE_AT_ONCE = 4;

/** A step that takes longer waits for somebody: it no longer counts with the others, and its item starts with slow ones. */
export const WORK_SLOW_MS = 1_500;

/** Slow steps at once on one instance, of all kinds. */
export const WORK_SLOW_AT_ONCE = 32;

/** Slow steps at once of one kind that holds little memory, on one instance. */
export const WORK_SLOW_OF_KIND_AT_ONCE = 24;

/** Slow steps at once of one person, on all instances together. */
export const WORK_SLOW_OF_PERSON_AT_ONCE = 16;

/** Pause before due items are looked at again that could not start: others have the room of their people. */
export const WORK_ROOM_CHECK_MS = 500;

/** Interval of checks for other instances' work. */
export const WORK_POLL_MS = 5_000;

/** Minimum pause between checks. */
export const WORK_PAUSE_MIN_MS = 5;

export const WORK_RETRY_MS = 1_000;

export const WORK_RETRY_MAX_MS = 60_000;

/** Default. An item is dead after so many consecutive failures. */
export const WORK_ATTEMPTS_MAX = 20;

/** Default. An item that takes longer has failed. */
export const WORK_LIMIT_MS = 10 * 60 * 1000;

/** Clocks of instances may differ by this much. */
export const WORK_CLOCKS_DIFFER_MS = 2_000;

/** The same for items that failed: an instance whose clock is behind keeps to the pauses of others. */
export const WORK_RETRY_CLOCKS_DIFFER_MS = 10 * 60 * 1000;

export const WORK_ERROR_MAX_CHARACTERS = 500;

export const WORK_DEAD_LISTED_MAX = 100;

/** Limit per call. */
export const WORK_STEPS_AT_ONCE = 10;

/** Intervals are slightly longer than the limit allows, because marked invitations may arrive late. */
export const JOB_PACE = { everyMs: 1_050, perHour: JOB_INVITATIONS_PER_HOUR, hourMs: 60 * 60 * 1000 + 10_000 } as const;

/** A later due time was written by a clock that was ahead, and is ignored. */
export const JOB_AHEAD_MAX_MS = 2 * 60 * 60 * 1000;

/** Wait before checking a row that may have been sent. Longer than its call can last. */
export const SENDING_UNKNOWN_MS = 30_000;

/** A marked row whose call has not started by then is not sent. */
export const SENDING_BEGINS_MS = 5_000;

/** The same for calls of the App, which first needs a token. With the call, it stays within `SENDING_UNKNOWN_MS`. */
export const APP_SENDING_BEGINS_MS = 13_000;

/** A step that the code host refused to the App is tried again after this time. */
export const APP_TRIAL_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Pauses double. After about two minutes the job stops temporarily. */
export const JOB_TRIES_MAX = 8;

export const JOB_UNREACHABLE_MS = 5 * 60 * 1000;

/** Failures of one row before the job skips it. */
export const JOB_ROW_TRIES_MAX = 11;

/** How long a cancelled job tries to resolve its last row. */
export const JOB_CANCELLING_MAX_MS = 60 * 60 * 1000;

/** Assumed duration of a rate limit or quota without a known end. */
export const JOB_RATE_LIMIT_MS = 60_000;

export const JOB_QUOTA_MS = 60 * 60 * 1000;

/** Retention of sends: longer than the hour that the pace counts. */
export const JOB_SENDS_KEPT_MS = 2 * 60 * 60 * 1000;

/** Retention of batches: longer than the day that the code host counts. */
export const SENT_BATCHES_KEPT_MS = 2 * 24 * 60 * 60 * 1000;

/** Clocks of instances may differ by this much. */
export const JOB_CLOCKS_DIFFER_MS = 2_000;

/** Pause after a rejected call; another instance may be refreshing the token. */
export const JOB_REJECTED_MS = 10_000;

/** Within the token refresh window. */
export const JOB_SESSION_REFRESH_MS = TOKEN_REFRESH_WINDOW_MS / 2;

/** Items that cannot start for so long are refused. */
export const RUN_START_LIMIT_MS = 60 * 60 * 1000;

/** Later steps of a run that was approved for the App start no later. */
export const RUN_APPROVED_MS = 7 * 24 * 60 * 60 * 1000;

/** Pause before items that could not start are tried again. */
export const RUN_RETRY_MS = 15 * 1000;

/** Pause before the jobs of lower steps are checked again. */
export const RUN_STEP_MS = 5 * 1000;

/** Items of runs that failed too often keep their people for so long. */
export const RUN_CONTENT_KEPT_MS = 24 * 60 * 60 * 1000;

/** Organizations of a run whose rights are checked at once. */
export const RUN_CHECKS_AT_ONCE = 4;

/** A claim blocks identical changes. Sending must start early enough for the last call to end before the claim does. */
export const CHANGE_CLAIM_MS = 90_000;

export const CHANGE_CLAIM_SENDS_MS = 60_000;

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
