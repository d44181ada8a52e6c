import { LOGIN_MAX_CHARACTERS, REPOSITORY_NAME_MAX_CHARACTERS, TEAM_SLUG_MAX_CHARACTERS } from '../limits.ts';

/** `.` and `..` would be steps in a path. */
const NOT_A_STEP = '(?![.]{1,2}$)';

/** The code host's patterns of names that become part of addresses there. */
export const NAME_PATTERNS = {
  login: `^[\\w-]{1,${LOGIN_MAX_CHARACTERS}}$`,
  /** Slugs of enterprise teams begin with `ent:`. */
  team: `^(?:ent:)?${NOT_A_STEP}[\\w.-]{1,${TEAM_SLUG_MAX_CHARACTERS}}$`,
  repository: `^${NOT_A_STEP}[\\w.-]{1,${REPOSITORY_NAME_MAX_CHARACTERS}}$`,
} as const;

const LETTERS = 'use letters, digits';
const STEPS = 'but not "." or ".." alone';

/** What such a name is called, and its rule, for people. */
export const NAME_RULES: Readonly<
  Record<keyof typeof NAME_PATTERNS, { readonly called: string; readonly rule: string }>
> = {
  login: { called: 'login', rule: `${LETTERS}, "-" and "_", at most ${LOGIN_MAX_CHARACTERS} characters` },
  team: {
    called: 'key of a team',
    rule: `${LETTERS}, ".", "-" and "_", at most ${TEAM_SLUG_MAX_CHARACTERS} characters, ${STEPS}`,
  },
  repository: {
    called: 'repository name',
    rule: `${LETTERS}, ".", "-" and "_", at most ${REPOSITORY_NAME_MAX_CHARACTERS} characters, ${STEPS}`,
  },
};
