import { AUDIT_VIEWS_PER_HOUR } from '@orgdesk/contract/limits';

/** Default of `AUDIT_DAYS`. */
export const AUDIT_DAYS = 365;

/** An intended change without an outcome for this long is unknown; its calls have ended. */
export const AUDIT_UNDER_WAY_MS = 5 * 60 * 1000;

export const AUDIT_TEXT_MAX_CHARACTERS = 1_000;

export const AUDIT_LIST_MAX = 100;

/** Rows, and approximate characters, read at a time. */
export const AUDIT_ENTRIES_AT_ONCE = 300;

export const AUDIT_CHUNK_CHARACTERS = 128 * 1024;

/** Limits on entries that change nothing on the code host (decision 0120). Repeated views count once per period. */
export const AUDIT_VIEWS = { withinMs: 60 * 60 * 1000, max: AUDIT_VIEWS_PER_HOUR } as const;

export const AUDIT_DOWNLOAD_RETRY_SECONDS = 10 * 60;

export const AUDIT_CHANGES = { withinMs: 60 * 60 * 1000, max: 300 } as const;

export const AUDIT_STEP_ROWS = 1_000;

export const AUDIT_SEARCH_ROWS = 20_000;

/** Limit per person. */
export const AUDIT_SEARCHES_WAITING_MAX = 4;

export const AUDIT_SEARCH_RETRY_SECONDS = 2;

/** Rows compared to find the start of a period, because clocks of instances differ. */
export const AUDIT_TIME_ROWS = 1_000;

/** Invitations expire after a week, and the service may have been down. The counts limit one round. */
export const AUDIT_FOLLOWED_MS = 21 * 24 * 60 * 60 * 1000;

export const AUDIT_FOLLOWED_ROWS_MAX = 10_000;

export const AUDIT_FOLLOWED_ORGANIZATIONS_MAX = 500;

export const AUDIT_FOLLOWED_PEOPLE_MAX = 50;

/** Longer than a fail-over of PostgreSQL; `WAIT` is how long a response waits for the retries. */
export const AUDIT_SETTLE_LIMIT_MS = 60_000;

export const AUDIT_SETTLE_PAUSE_MS = 250;

export const AUDIT_SETTLE_WAIT_MS = 2_000;

export const AUDIT_VERIFY_ROWS = 500;

/** Rows that one record of the tree covers; expired rows are removed by whole records. */
export const AUDIT_SPAN_ROWS = 256;

/** Heads are signed on one instance, and sent again sooner if a target could not be reached. */
export const AUDIT_HEADS_EVERY_MS = 60 * 60 * 1000;

export const AUDIT_HEADS_FIRST_MS = 10_000;

export const AUDIT_HEADS_RETRY_MS = 5 * 60 * 1000;

export const AUDIT_HEADS_PAGE = 100;

/** Consecutive failures. */
export const AUDIT_HEADS_UNREACHABLE_MAX = 3;

export const AUDIT_HEAD_ANSWER_LIMIT_MS = 10_000;

export const AUDIT_HEAD_ANSWER_MAX_BYTES = 16 * 1024;

/** Longer lines of a file are none of a head. */
export const AUDIT_HEAD_LINE_MAX_CHARACTERS = 4 * 1024;

/** A file of years is read once by each process, then only what was appended. */
export const AUDIT_HEADS_READ_LIMIT_MS = 5 * 60 * 1000;

/** The newest rows that tell when members joined. */
export const AUDIT_JOINED_ROWS = 10_000;
