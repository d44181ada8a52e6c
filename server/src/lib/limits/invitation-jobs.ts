import { JOB_INVITATIONS_PER_HOUR } from '@orgdesk/contract/limits';
import { TOKEN_REFRESH_WINDOW_MS } from './sessions.ts';

/** Intervals are slightly longer than the limit allows, because marked invitations may arrive late. */
export const JOB_PACE = { everyMs: 1_050, perHour: JOB_INVITATIONS_PER_HOUR, hourMs: 60 * 60 * 1000 + 10_000 } as const;
/** A later due time was written by a clock that was ahead, and is ignored. */
export const JOB_AHEAD_MAX_MS = 2 * 60 * 60 * 1000;
/** Wait before checking a row that may have been sent. Longer than its call can last. */
export const SENDING_UNKNOWN_MS = 30_000;
/** A marked row whose call has not started by then is not sent. */
export const SENDING_BEGINS_MS = 5_000;
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
/** Pause before items that could not start are tried again. */
export const RUN_RETRY_MS = 15 * 1000;
/** Pause before the jobs of lower steps are checked again. */
export const RUN_STEP_MS = 5 * 1000;
/** Items of runs that failed too often keep their people for so long. */
export const RUN_CONTENT_KEPT_MS = 24 * 60 * 60 * 1000;
/** Organizations of a run whose rights are checked at once. */
export const RUN_CHECKS_AT_ONCE = 4;
