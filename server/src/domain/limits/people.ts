export const PEOPLE_PREVIEW_SECONDS = 10 * 60;
/**
 * Limits on counting the repositories that people lose. Each page costs one or two of the person's 2,000 points a
 * minute.
 */
export const LOST_REPOSITORIES = { most: 200, page: 50, pagesMax: 60 } as const;
export const PERSON_LIMIT_MS = 30 * 1000;
export const SECOND_FACTORS_KEPT_MS = 60_000;
export const SECOND_FACTORS_MAX_BYTES = 4 * 1024 * 1024;
/** Access reviews of one session within this time share an audit entry. */
export const REVIEW_NOTED_MS = 60 * 60 * 1000;
export const OUTSIDE_REPOSITORIES_PAGE = 50;
