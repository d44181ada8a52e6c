/** Every limit that clients must know. Schemas, documentation, the service and the console read these numbers. */

const KIB = 1024;
const MIB = 1024 * KIB;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Of a request body, unless the endpoint allows more. */
export const BODY_MAX_BYTES = 8 * KIB;
/** Logins of github.com have up to 39 characters. */
export const LOGIN_MAX_CHARACTERS = 100;
export const EMAIL_MAX_CHARACTERS = 254;
export const TEAM_SLUG_MAX_CHARACTERS = 255;
export const REPOSITORY_NAME_MAX_CHARACTERS = 100;

/** Counted after percent-encoding. Specification: Limits, "about 8 KB". */
export const RETURN_TO_MAX_BYTES = 8 * KIB;

export const CLIENT_NAME_MAX_CHARACTERS = 60;
/** Sign-in of programs (RFC 8628). Each poll that comes too early adds as much to the pause. */
export const DEVICE_CODE_LIFETIME_SECONDS = 600;
export const DEVICE_POLL_SECONDS = 5;
export const APP_CODE_LIFETIME_SECONDS = 60;
/** What lets the App act, and what changes that, needs a sign-in that is not older. */
export const FRESH_SIGN_IN_MINUTES = 15;

/** Users of one mass invite. Specification: Limits. */
export const INVITEES_MAX = 50;
export const MASS_INVITE_BODY_MAX_BYTES = MIB;
/** A request that invites or changes people sends nothing after this time. */
export const INVITE_LIMIT_MS = 40_000;
/** Invitations cancelled or sent again by one request. */
export const CHANGED_INVITATIONS_MAX = 50;
export const REVOKED_TOKENS_MAX = 100;
export const PREVIEW_ROWS_MAX = 200;
export const PREVIEW_BODY_MAX_BYTES = MIB;
/** The rest of a longer name is not compared. */
export const PREVIEW_NAME_MAX_CHARACTERS = 200;
/** Younger accounts are pointed out. */
export const NEW_ACCOUNT_DAYS = 7;

/** Limits of one invitation job. The largest job fits its body limit. */
export const JOB_ROWS_MAX = 2_000;
export const JOB_TEAMS_MAX = 20;
export const JOB_KEY_MAX_CHARACTERS = 100;
export const JOB_TITLE_MAX_CHARACTERS = 200;
export const JOB_BODY_MAX_BYTES = 2 * MIB;
/** Unfinished jobs of a kind, and listed jobs, per organization. */
export const JOBS_OPEN_MAX = 20;
export const JOBS_LISTED_MAX = 100;
/** Limits on an organization's jobs together, above what unfinished jobs can use. */
export const JOB_BUDGET = { jobs: 2_000, rows: 100_000, bytes: 64 * MIB } as const;
/** Invitations that jobs send for one person. Stays below the platform's limit of 500 an hour. */
export const JOB_INVITATIONS_PER_HOUR = 450;
export const JOB_ROWS_PAGE = 100;
export const JOB_ROWS_PAGE_MAX = 500;
/** Defaults of the settings, in days after the end of a job. */
export const INVITATION_ROWS_DAYS = 30;
export const INVITATION_ADDRESSES_DAYS = 7;

/** People of one change. */
export const CHANGED_PEOPLE_MAX = 50;
/** Changes to more people require typing the organization's login. */
export const UNCONFIRMED_PEOPLE_MAX = 5;
/** Repositories that a person loses are counted in organizations with up to this number. */
export const LOST_REPOSITORIES_MAX = 2_000;
/** Enough for a preview of as many people with the longest logins. */
export const PEOPLE_PREVIEW_MAX_CHARACTERS = 12_000;
/** People, previews and bytes of one job that changes people. */
export const CHANGED_IN_JOB_MAX = 2_000;
export const PREVIEWS_MAX = CHANGED_IN_JOB_MAX / CHANGED_PEOPLE_MAX;
export const START_PEOPLE_CHANGE_BODY_MAX_BYTES = 512 * KIB;

/** Files that describe one organization, and the largest plan made of them. */
export const ORGANIZATION_FILES_MAX = 1_000;
export const ORGANIZATION_FILE_MAX_CHARACTERS = 500_000;
export const ORGANIZATION_FILE_NAME_MAX_CHARACTERS = 500;
export const ORGANIZATION_FILES_BODY_MAX_BYTES = 2 * MIB;
/** Problems listed by one check, and characters of a line shown with each. */
export const ORGANIZATION_FILE_PROBLEMS_MAX = 200;
export const ORGANIZATION_FILE_SHOWN_CHARACTERS = 200;
/** Values in one file, aliases replaced. */
export const ORGANIZATION_FILE_NODES_MAX = 200_000;
export const ORGANIZATION_PLAN_STEPS_MAX = 10_000;
export const APPLY_PLAN_BODY_MAX_BYTES = 4 * MIB;
/** Accounts kept with files. Those of further logins are not known later. */
export const PLAN_ACCOUNTS_MAX = 20_000;

/** Rules about the owners of an organization. */
export const OWNERS_MIN_MAX = 100;
export const REQUIRED_OWNERS_MAX = 20;
export const OWNER_RULES_BODY_MAX_BYTES = 16 * KIB;

/** Dismissed findings of an organization, and of one request. */
export const DISMISSED_FINDINGS_MAX = 1_000;
export const DISMISSED_AT_ONCE_MAX = 100;
export const DISMISSED_REASON_MAX_CHARACTERS = 500;
export const DISMISSED_DAYS_MAX = 366;
export const FINDING_KEY_MAX_CHARACTERS = 80;
export const FINDING_NAME_MAX_CHARACTERS = 255;
export const FINDING_SEAL_MAX_CHARACTERS = 22;
export const DISMISS_BODY_MAX_BYTES = 64 * KIB;
/** Of one preview and one run of many organizations. */
export const ORGANIZATIONS_PREVIEWED_MAX = 100;
export const RUN_ITEMS_MAX = 100;
export const RUN_STEPS_MAX = 9;
export const RUN_PEOPLE_MAX = 2_000;
export const RUN_BODY_MAX_BYTES = 2 * MIB;
/** Of one person. New runs replace the oldest ones. */
export const RUNS_MAX = 100;
/** Of one person, with items that have not started. */
export const RUNS_WAITING_MAX = 10;

/** Limits per organization. New exports of who has access replace the oldest files. */
export const ACCESS_EXPORT_MAX_BYTES = 200 * MIB;
export const ACCESS_EXPORT_FILES_MAX = 2;
export const ACCESS_EXPORT_KEPT_MS = DAY_MS;

export const AUDIT_NAME_MAX_CHARACTERS = 320;
export const AUDIT_ACTION_MAX_CHARACTERS = 100;
export const AUDIT_TIME_MAX_CHARACTERS = 40;
export const AUDIT_PAGE = 50;
export const AUDIT_PAGE_MAX = 200;
/** Different views and downloads of one person (decision 0120). Repeated ones count once. */
export const AUDIT_VIEWS_PER_HOUR = 60;

/** Limits per instance; browsers allow six connections. */
export const WATCHERS = { ofSession: 3, ofPerson: 12, inAll: 500 } as const;

export const PROXY_BODY_MAX_BYTES = 128 * KIB;
export const DOCUMENT_MAX_BYTES = 16 * KIB;
export const DOCUMENT_TOKENS_MAX = 2_000;
/** Nesting of fields, fragments, and lists and objects in arguments. */
export const DOCUMENT_DEPTH_MAX = 12;
/** Fields, fragments, directives, variables and values, with fragments expanded. */
export const DOCUMENT_PARTS_MAX = 200;
export const DOCUMENT_ALIASES_MAX = 20;
export const VARIABLE_MAX_CHARACTERS = 1_000;

/** How long the status of installations waits for repository lists. */
export const STATUS_LIMIT_MS = 9_000;
/** Larger status answers are not compressed. */
export const STATUS_ANSWERS_MAX_BYTES = 16 * MIB;

/** The platform sends no body above 25 MB. */
export const WEBHOOK_BODY_MAX_BYTES = 25 * MIB;
/** Lower because anyone can send unsigned bodies. */
export const UNSIGNED_WEBHOOK_BODY_MAX_BYTES = MIB;
/** The names of 130,000 repositories are 780,000 values. */
export const WEBHOOK_JSON = { depth: 64, values: 1_000_000 } as const;
export const WEBHOOK_EVENT_MAX_CHARACTERS = 100;
/** The platform gives up after ten seconds. */
export const WEBHOOK_LIMIT_MS = 7_000;
