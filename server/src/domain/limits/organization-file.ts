/** Problems listed by one check, and characters of a line shown with each. */
export const ORGANIZATION_FILE = { problemsMax: 200, shownCharacters: 200 } as const;
/** Concurrent checks: of a person, and per instance. */
export const FILE_CHECKS = { each: 1, all: 2 } as const;
/** Removals beyond either must be confirmed. A danger lists so many names. */
export const PLAN_DANGERS = { removedMax: 25, removedShare: 0.05, namesMax: 20 } as const;
export const PLAN_SECONDS = 3_600;
/** Of reading an organization for files or a plan. */
export const ORGANIZATION_READ_LIMIT_MS = 5 * 60 * 1000;
/** Concurrent reads: of a person, and per instance. */
export const ORGANIZATION_READS = { each: 1, all: 8 } as const;
