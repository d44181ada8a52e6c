/** Days for which entries of audit trails are kept when `AUDIT_DAYS` is not set. */
export const AUDIT_DAYS = 365;
/** A change that was intended and has had no outcome for so long is unknown: its calls have ended by then. */
export const AUDIT_UNDER_WAY_MS = 5 * 60 * 1000;
/**
 * How long a request that makes a change keeps others from making the same, when it does not end before; and until when it
 * may begin to send, so that its last call ends before that.
 */
export const CHANGE_CLAIM_MS = 90_000;
export const CHANGE_CLAIM_SENDS_MS = 60_000;
/** Longest name, and longest text of another kind, that an audit trail keeps, and how many values of a list. */
export const AUDIT_NAME_MAX_CHARACTERS = 320;
export const AUDIT_TEXT_MAX_CHARACTERS = 1_000;
export const AUDIT_LIST_MAX = 100;
/** Entries of a file that are read at once, and about how many characters they should have together. */
export const AUDIT_ENTRIES_AT_ONCE = 300;
export const AUDIT_PIECE_CHARACTERS = 128 * 1024;
/**
 * What one person may add to a trail without changing anything on the code host (decision 0120): the same view or download
 * is one entry for this time, others are so many; and so many changes of jobs, or exports, of one kind.
 */
export const AUDIT_VIEWS = { withinMs: 60 * 60 * 1000, max: 60 } as const;
export const AUDIT_DOWNLOAD_RETRY_SECONDS = 10 * 60;
export const AUDIT_CHANGES = { withinMs: 60 * 60 * 1000, max: 300 } as const;
/** Rows that one step of a search looks at, and those of one request; then the client continues from there. */
export const AUDIT_STEP_ROWS = 1_000;
export const AUDIT_SEARCH_ROWS = 20_000;
/** Requests of one person for a trail that may wait while another one of theirs is answered. */
export const AUDIT_SEARCHES_WAITING_MAX = 4;
export const AUDIT_SEARCH_RETRY_SECONDS = 2;
/** Rows in the order of their time that are compared to find out where a time begins: clocks of instances differ. */
export const AUDIT_TIME_ROWS = 1_000;
/**
 * How long it is looked for what became of an invitation: it fails after a week, and the service may have been down. Rows of
 * one organization that are read for that, organizations of one round that are asked, and people of one who are looked up.
 */
export const AUDIT_FOLLOWED_MS = 21 * 24 * 60 * 60 * 1000;
export const AUDIT_FOLLOWED_ROWS_MAX = 10_000;
export const AUDIT_FOLLOWED_ORGANIZATIONS_MAX = 500;
export const AUDIT_FOLLOWED_PEOPLE_MAX = 50;
/** How long, and with what pause, an outcome is offered to a database that fails, and how long an answer waits for that. */
export const AUDIT_SETTLE_LIMIT_MS = 10_000;
export const AUDIT_SETTLE_PAUSE_MS = 250;
export const AUDIT_SETTLE_WAIT_MS = 2_000;
