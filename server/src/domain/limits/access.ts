import { TOKEN_REFRESH_WINDOW_MS } from './sessions.ts';

/** Looks at organizations as the App that one person may cause in a minute (decision 0079). */
export const APP_LOOKS_PER_MINUTE = 10;
/** How long an answer about an access waits for what is looked at as the App: with a refresh and a membership, 20 s. */
export const APP_LOOK_WAIT_MS = 4_000;
/** Repositories of one call about a person, people of one call about a repository; less where the code host takes too long. */
export const REACHED_REPOSITORIES_PAGE = 50;
export const REPOSITORY_PEOPLE_PAGE = 100;
/** Repositories, each with its first hundred people, of one call of an export: a thousand people cost one of the hourly points. */
export const ACCESS_EXPORT_REPOSITORIES_PAGE = 10;
/** Where the file of an export ends, and says so. */
export const ACCESS_EXPORT_ROWS_MAX = 2_000_000;
export const ACCESS_EXPORT_MAX_BYTES = 200 * 1024 * 1024;
/** What the exports of one organization may take: so many files of the largest size. The oldest are removed for a new one. */
export const ACCESS_EXPORT_FILES_MAX = 2;
export const ACCESS_EXPORTS_KEPT_MAX = 50;
/** How long the file of an export is kept after its end. */
export const ACCESS_EXPORT_KEPT_MS = 24 * 60 * 60 * 1000;
/** Exports of an organization that are listed. */
export const ACCESS_EXPORTS_LISTED_MAX = 20;
/** Calls of an export in a row that had no usable answer, or were not accepted; then it stops. */
export const ACCESS_EXPORT_TRIES_MAX = 29;
export const ACCESS_EXPORT_REJECTIONS_MAX = 3;
/** How long an export waits after a call that was not accepted: a refresh elsewhere may be under way. */
export const ACCESS_EXPORT_REJECTED_MS = 10_000;
/** How often an export that waits has its session refreshed, when that is due: within the time before its token ends. */
export const ACCESS_EXPORT_REFRESH_MS = TOKEN_REFRESH_WINDOW_MS / 2;
