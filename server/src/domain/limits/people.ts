/** How long a preview of a change of people may be sent back with it. */
export const PEOPLE_PREVIEW_SECONDS = 10 * 60;
/** More people than this are changed only after the organization's login was typed. */
export const UNCONFIRMED_PEOPLE_MAX = 5;
/**
 * How much a preview asks to count the repositories that people lose: only in an organization of so few repositories, in
 * pages of so many, and so many pages for everybody in it. Each page is a point or two of the person's 2,000 of a minute.
 */
export const LOST_REPOSITORIES = { most: 200, page: 50, pagesMax: 60 } as const;
/** How long reading of one person may take. */
export const PERSON_LIMIT_MS = 30 * 1000;
/** How long it counts who has a weak second factor, and what is kept of that, all organizations together. */
export const SECOND_FACTORS_KEPT_MS = 60_000;
export const SECOND_FACTORS_MAX_BYTES = 4 * 1024 * 1024;
/** How long one entry of the audit trail stands for whatever a session is told of that. */
export const REVIEW_NOTED_MS = 60 * 60 * 1000;
/** Repositories that are asked for at first, each with its people from outside. */
export const OUTSIDE_REPOSITORIES_PAGE = 50;
