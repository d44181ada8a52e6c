/** Requests as the App that one person may cause (decision 0079). */
export const APP_READS_PER_MINUTE = 10;

/** How long a response waits for requests made as the App. */
export const APP_READ_WAIT_MS = 4_000;

/** Initial page sizes; reduced when the code host takes too long. */
export const REACHED_REPOSITORIES_PAGE = 50;

export const REPOSITORY_PEOPLE_PAGE = 100;

/** A request returns 100 people per repository. A thousand people cost one point of the hourly limit. */
export const ACCESS_EXPORT_REPOSITORIES_PAGE = 10;

export const ACCESS_EXPORT_ROWS_MAX = 2_000_000;

/** Limits per organization. */
export const ACCESS_EXPORTS_KEPT_MAX = 50;

/** Consecutive failed or rejected calls before an export stops. */
export const ACCESS_EXPORT_TRIES_MAX = 29;

export const ACCESS_EXPORT_REJECTIONS_MAX = 3;

/** Each part has some hundred kilobytes. */
export const ACCESS_EXPORT_PARTS_AT_ONCE = 10;
