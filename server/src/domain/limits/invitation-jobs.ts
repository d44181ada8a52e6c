/** What one invitation job may have; at its largest, its body fits the limit of its endpoint. */
export const JOB_ROWS_MAX = 2_000;
export const JOB_TEAMS_MAX = 20;
export const JOB_KEY_MAX_CHARACTERS = 100;
export const EMAIL_MAX_CHARACTERS = 254;
/** Jobs of one organization that have not ended, and those that are listed. */
export const JOBS_OPEN_MAX = 20;
export const JOBS_LISTED_MAX = 100;
/**
 * What the jobs of one organization may take together; the ones that ended first are removed for a new one. It is more than
 * the jobs that have not ended can take at their largest.
 */
export const JOB_BUDGET = { jobs: 2_000, rows: 100_000, bytes: 64 * 1024 * 1024 } as const;
export const JOB_ROWS_PAGE_MAX = 500;
/**
 * How fast one person's invitations are sent, by the code host's own advice: less than the 500 of an hour it refuses at.
 * They are counted from when they are marked and may arrive a call later: so a second and an hour are a little longer.
 */
export const JOB_PACE = { everyMs: 1_050, perHour: 450, hourMs: 60 * 60 * 1000 + 10_000 } as const;
/** A job that goes on waits no longer for its turn: a later time was written by a clock that was ahead. */
export const JOB_AHEAD_MAX_MS = 2 * 60 * 60 * 1000;
/** An instance that vanished while it worked on a job blocks the others for no longer. */
export const JOB_LEASE_MS = 30_000;
/**
 * A row that may have been sent is looked up no sooner: by then a call that was cut off has happened or never will. It is
 * longer than a call may last with the pause before it.
 */
export const SENDING_UNKNOWN_MS = 30_000;
/** A call that did not begin within this time after its row was marked is not made. */
export const SENDING_BEGINS_MS = 5_000;
/**
 * How often in a row a call may have no answer until the job stops for a while, about two minutes later: the first pause,
 * which doubles with each try, and the longest.
 */
export const JOB_TRIES_MAX = 8;
export const JOB_TRY_PAUSE_MS = 1_000;
export const JOB_TRY_PAUSE_MAX_MS = 60_000;
export const JOB_UNREACHABLE_MS = 5 * 60 * 1000;
/**
 * So many times in a row a call for a row may have no answer, or its row not have arrived when it is looked up; then the
 * code host fails at this row alone, and the job goes on without it.
 */
export const JOB_ROW_TRIES_MAX = 11;
/** A job that is cancelled tries for so long to find out what became of the row it had begun to send. */
export const JOB_CANCELLING_MAX_MS = 60 * 60 * 1000;
/** A rate limit, or a quota, of which nobody knows how long it lasts is over by then, or is met again. */
export const JOB_RATE_LIMIT_MS = 60_000;
export const JOB_QUOTA_MS = 60 * 60 * 1000;
/** How often an instance looks for jobs that another one was told to begin. */
export const JOBS_POLL_MS = 5_000;
/** Jobs of one kind that an instance works on at once, and steps of one that it does before others have their turn. */
export const JOBS_AT_ONCE = 8;
export const JOB_STEPS_AT_ONCE = 10;
