/** GitHub docs: Registering a GitHub App from a manifest. */
export const MANIFEST_CODE_LIFETIME_MS = 60 * 60 * 1000;
/** The limit includes reading the body. */
export const CODE_HOST_CALL_LIMIT_MS = 8_000;
export const CODE_HOST_ANSWER_MAX_BYTES = 8 * 1024 * 1024;
export const CODE_HOST_JSON = { depth: 64, values: 400_000 } as const;
/** Longer rate limits are treated as wrong. */
export const RETRY_AHEAD_MAX_MS = 24 * 60 * 60 * 1000;
export const APP_REUSE_MS = 10 * 60 * 1000;
/** Applies to errors too. */
export const INSTALLATION_REQUESTS_REUSE_MS = 60_000;
/** Timeout for reading the installation page's address, after which it is composed. */
export const APP_PAGE_WAIT_MS = 2_000;
/** Smaller RSA keys are no keys of an App. */
export const APP_KEY_MIN_BITS = 2_048;
/** Limit of the platform. GitHub docs: Registering a GitHub App. */
export const APP_NAME_MAX_CHARACTERS = 34;
/** Tokens are valid for one hour. GitHub docs: Generating an installation access token. */
export const INSTALLATION_TOKEN_REUSE_MS = 50 * 60 * 1000;
/**
 * The platform rejects JWTs from the future or ending more than ten minutes ahead, so clocks may differ by this much.
 */
export const APP_TOKEN_HALF_LIFE_SECONDS = 5 * 60;
/** The platform allows a hundred concurrent requests to all users of a token together. */
export const PAGES_AT_ONCE = 4;
/** Read ahead of a long list of members. All lists of a person together stay below the platform's hundred. */
export const MEMBER_PAGES_AT_ONCE = 8;
/** Longer lists of members cost twice the requests, to be read at once. */
export const MEMBERS_BY_CURSOR_MAX = 500;
/** The platform's ETags have 68 characters. */
export const ETAG_MAX_CHARACTERS = 200;
/** The platform's header has a few hundred characters. */
export const SSO_HEADER_MAX_CHARACTERS = 4_000;
/** Of the code host's message that people see. */
export const SPOKEN_MESSAGE_MAX_CHARACTERS = 500;
/** Closes idle connections before the server may, which would lose a request in flight. */
export const CODE_HOST_IDLE_CONNECTION_MS = 4_000;
/** A timer later than this means that the whole process was paused. */
export const EVENT_LOOP_PAUSED_MS = 250;
/** Time to read what arrived during the pause. */
export const FINAL_READ_MS = 500;
/** Pages of each list. A longer one is refused, or cut off with a warning in the log. */
export const LIST_BOUNDS = {
  /** What one person can see: signing in with a partial list is better than failing. */
  ofPerson: { pagesMax: 100, longer: 'cut' },
  ofPersonByGraphql: { pagesMax: 100, longer: 'refused' },
  /** People missing from a partial list would count as gone. */
  invitations: { pagesMax: 100, longer: 'refused' },
  /** Teams missing from a partial list would count as unknown. */
  teams: { pagesMax: 100, longer: 'refused' },
  /** Of one role. */
  roles: { pagesMax: 50, longer: 'refused' },
  /** What was not read cannot be revoked. */
  tokens: { pagesMax: 20, longer: 'refused' },
  /** People and teams are streamed; what is missing is reported. */
  people: { pagesMax: 1_000, longer: 'refused' },
  /** The list is newest first, so the oldest are cut. */
  deliveries: { pagesMax: 50, longer: 'cut' },
  /** Missing entries do no harm, and anyone can request a public App. */
  installationRequests: { pagesMax: 5, longer: 'cut' },
  /** A partial list would remove repositories. */
  repositories: { pagesMax: 200, longer: 'refused' },
} as const;
