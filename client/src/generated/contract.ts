// Written by `npm run generate` from the contract. Do not edit.

export type AboutAnswer = {
  readonly version: string;
  readonly codeHost: {
    /** Web URL of the code host. */
    readonly url: string;
    readonly demoPeople: readonly DemoPerson[] | null;
  };
};

export type AccessAnswer = {
  readonly access: OrganizationAccessView;
};

export type AccessCause = {
  /** The organization requires single sign-on. Authenticate with SSO there, then sign in again. */
  readonly kind: 'single-sign-on';
  readonly authorizeUrl: string | null;
} | {
  /** The organization's IP allow list does not include orgdesk's address. */
  readonly kind: 'ip-allow-list';
} | {
  /** No visible membership: the organization does not exist, is hidden, or the person is not a member. */
  readonly kind: 'no-membership';
} | {
  /** The organization was renamed since sign-in: sign in again. */
  readonly kind: 'renamed';
  /** The login that the session lists. */
  readonly formerLogin: string;
  /** Its present login. */
  readonly login: string;
} | {
  /** A member at sign-in, but no longer. */
  readonly kind: 'membership-ended';
} | {
  /** The invitation must be accepted on the code host. */
  readonly kind: 'invitation-pending';
} | {
  /** The App is not installed. */
  readonly kind: 'app-missing';
} | {
  /** An owner suspended the App. */
  readonly kind: 'app-suspended';
  /** ISO 8601 with milliseconds. */
  readonly suspendedAt: string;
} | {
  /** The App does not request all permissions that orgdesk needs. */
  readonly kind: 'permissions-not-requested';
  readonly settingsUrl: string | null;
  /** Sorted by name. */
  readonly permissions: readonly UnrequestedPermission[];
} | {
  /** The organization has not granted all permissions that the App requests. */
  readonly kind: 'permissions-missing';
  /** Sorted by name. */
  readonly permissions: readonly MissingPermission[];
} | {
  /** A member now, but the session does not list the organization: sign in again. */
  readonly kind: 'not-known-at-sign-in';
} | {
  /** The role changed since sign-in: sign in again. */
  readonly kind: 'role-changed';
};

export type AccessPermission = 'ADMIN' | 'MAINTAIN' | 'WRITE' | 'TRIAGE' | 'READ';

export type AccessSource = {
  readonly kind: 'organization' | 'team' | 'repository';
  readonly team: string | null;
  readonly permission: AccessPermission;
};

export type AcrossWithheldLine = {
  readonly kind: 'withheld';
  readonly withheld: Withheld;
  /** ID of the organization. */
  readonly organization: number;
};

export type AppCodeRefusal = {
  /** A message that can be shown to people. */
  readonly error: string;
  readonly code?: 'invalid_grant';
};

export type AppWorkAnswer = {
  /** Whether approved jobs continue through the App after a sign-out. */
  readonly isOn: boolean;
  /** Grows with each change; 0 before the first. */
  readonly version: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
  readonly obstacles: readonly AppWorkObstacle[];
  readonly unreadMessage: string | null;
  /** Permissions of the App that the work needs and the installation lacks. */
  readonly missing: readonly ({
    readonly name: string;
    readonly level: string;
  })[];
  readonly repositories: 'all' | 'selected' | null;
  /** One entry each, also of those not tried. */
  readonly trials: readonly AppWorkTrial[];
  /** Unfinished jobs that continue after a sign-out. */
  readonly jobs: number;
};

export type AppWorkObstacle = 'no-webhook-secret' | 'app-missing' | 'app-suspended' | 'permission-missing' | 'reads-differ' | 'unread';

export type AppWorkTrial = {
  readonly trial: 'invite-by-email' | 'invite-as-owner';
  readonly outcome: 'not-tried' | 'worked' | 'refused';
  readonly message: string | null;
};

export type ApplyPlanRequest = {
  readonly plan: OrganizationPlan;
  readonly files?: readonly NamedFile[];
  /** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
  readonly continueAfterSignOut?: continueAfterSignOut;
  /** Every danger of the plan with its number. */
  readonly lifted: readonly ({
    readonly kind: 'no-owner-left' | 'too-few-owners' | 'required-owner-lost' | 'owner-rules-loosened' | 'yourself' | 'owners-lost' | 'many-removals' | 'memberships-lost' | 'access-lost' | 'teams-with-access' | 'teams-with-people' | 'new-owners' | 'other-account';
    readonly count: number;
  })[];
};

export type ApprovedDeviceRequest = {
  /** Page of the code host to send the person's browser to. */
  readonly location: string;
};

export type AuditEntry = {
  /** Number in the organization's audit log; never reused. */
  readonly number: number;
  /** When the change was requested, or became known. */
  readonly at: string;
  readonly settledAt: string | null;
  readonly action: string;
  readonly outcome: AuditOutcome;
  readonly way: AuditWay;
  readonly actor: {
    readonly id: number;
    readonly login: string;
  } | null;
  readonly target: {
    readonly kind: 'person' | 'email' | 'team' | 'repository' | 'job' | 'export';
    readonly id: number | null;
    /** Login, email address, slug, or job ID. */
    readonly name: string;
  } | null;
  /** Previous state; empty if unknown. */
  readonly before: { readonly [name: string]: unknown };
  /** Requested or resulting state. */
  readonly after: { readonly [name: string]: unknown };
  readonly message: string | null;
  readonly requestId: string | null;
  readonly deliveryId: string | null;
  readonly carriedOutBy: 'app' | null;
};

export type AuditFilters = {
  /** Login; ASCII letters match in either case. */
  readonly actor?: string;
  /** Name of the target; ASCII letters match in either case. */
  readonly target?: string;
  /** An action, or the part before the dot (`member`). An unknown action matches no entries. */
  readonly action?: string;
  readonly outcome?: AuditOutcome;
  readonly way?: AuditWay;
  /** A day, starting at midnight UTC, or a time with a time zone (ISO 8601). Returns entries from then on. */
  readonly since?: string;
  /** Same format. Returns entries before then. */
  readonly until?: string;
};

export type AuditHeadAnswer = {
  readonly checkpoint: string | null;
  readonly signedAt: string | null;
  /** False if the stored entries do not lead to this head: they were changed. */
  readonly isKept: boolean;
  readonly proof: readonly string[] | null;
  /** All keys that have signed heads, newest first. */
  readonly keys: readonly ({
    /** Ed25519, base64. */
    readonly publicKey: string;
    readonly endorsement: {
      /** Of the key before it. */
      readonly publicKey: string;
      /** Base64; by the key before it, over `orgdesk audit key`, a line break, this key and a line break. */
      readonly signature: string;
    } | null;
  })[];
};

export type AuditHeadQuery = {
  /** Size of an older head, to get the proof from it. */
  readonly since?: string;
};

export type AuditOutcome = 'done' | 'refused' | 'unknown' | 'under-way';

export type AuditQuery = {
  /** Login; ASCII letters match in either case. */
  readonly actor?: string;
  /** Name of the target; ASCII letters match in either case. */
  readonly target?: string;
  /** An action, or the part before the dot (`member`). An unknown action matches no entries. */
  readonly action?: string;
  readonly outcome?: AuditOutcome;
  readonly way?: AuditWay;
  /** A day, starting at midnight UTC, or a time with a time zone (ISO 8601). Returns entries from then on. */
  readonly since?: string;
  /** Same format. Returns entries before then. */
  readonly until?: string;
  /** Returns entries with a smaller number. */
  readonly before?: string;
  /** 200 at most. */
  readonly limit: string;
};

export type AuditTrailAnswer = {
  /** Newest first. A search may return fewer entries than the limit, or none, and still have a `next` page. */
  readonly entries: readonly AuditEntry[];
  readonly next: number | null;
  /** Increases when an entry is added or completed. */
  readonly newest: number;
  /** Days after which entries are removed. */
  readonly keptDays: number;
  readonly missingSince: string | null;
};

export type AuditTrailNews = {
  /** Increases when an entry is added or completed. */
  readonly newest: number;
};

export type AuditWay = 'console' | 'api' | 'job' | 'webhook' | 'comparison' | 'command';

export type BudgetLine = {
  readonly kind: 'budget';
  readonly resource: 'core' | 'graphql';
  /** Counted calls of this list, without checks of roles. */
  readonly used: number;
  /** Calls that the code host did not count. */
  readonly unchanged: number;
  readonly remaining: number | null;
  readonly limit: number | null;
  readonly reserve: number | null;
  readonly resetAt: string | null;
};

export type ChangeAppWorkRequest = {
  /** Version of the setting that the request replaces. */
  readonly version: number;
  readonly isOn: boolean;
};

export type ChangeInvitationsAnswer = {
  readonly results: readonly ChangedInvitation[];
  readonly retryAfterSeconds: number | null;
};

export type ChangeOwnerRulesRequest = {
  /** Version of the rules that the request replaces. */
  readonly version: number;
  /** Owners that plans must leave. */
  readonly ownersMin: number;
  /** Logins of current owners, or as they are listed. */
  readonly requiredOwners: readonly string[];
};

export type ChangedInvitation = {
  readonly id: number;
  readonly outcome: 'done' | 'gone' | 'already-invited' | 'refused' | 'not-confirmed' | 'not-tried';
  readonly error: string | null;
  readonly reason: 'over-quota' | 'no-seat' | 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable' | null;
  readonly newId: number | null;
};

export type CheckFilesAnswer = {
  /** Sorted by location; empty if there are none. */
  readonly problems: readonly FileProblem[];
  /** True if there are more problems. */
  readonly isCut: boolean;
};

export type ChosenInvitations = {
  /** Without duplicates. */
  readonly ids: readonly number[];
};

export type CompleteInstallQuery = {
  /** ID of the installation: decimal digits, no sign, no leading zero, at most 2^53 − 1. */
  readonly installation_id?: string;
  /** The state of `GET /api/install/start`. */
  readonly state?: string;
  /** `install`, `update`, or `request`: the owners were asked to approve the App, and there is no ID. */
  readonly setup_action?: string;
};

export type CompleteInstallationAnswer = {
  readonly ok: true;
  readonly installationId: number;
};

export type CompleteInstallationRequest = {
  /** A positive whole number up to 2^53 − 1. Other fields are ignored. */
  readonly installationId: number;
};

export type CompleteSignInQuery = {
  /** Authorization code of the code host; single use. */
  readonly code?: string;
  /** The state of `GET /api/auth/start`; single use. */
  readonly state?: string;
};

export type ContinueQuery = {
  /** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
  readonly continueAfterSignOut?: 'true' | 'false';
};

export type ConvertFilesAnswer = {
  /** Empty if there are problems. */
  readonly files: readonly NamedFile[];
  /** Sorted by location; empty if there are none. */
  readonly problems: readonly FileProblem[];
  /** True if there are more problems. */
  readonly isCut: boolean;
  /** What could not be carried over. */
  readonly left: readonly string[];
};

export type ConvertFilesRequest = {
  readonly organization: string;
  readonly files: readonly NamedFile[];
};

export type CoveredRepositoryView = {
  readonly nameWithOwner: string;
  readonly url: string;
  readonly isPrivate: boolean;
};

export type CurrentSessionAnswer = SessionAnswer | NoSessionAnswer;

export type DeadWork = {
  /** Kind and key, separated by a dot. */
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly diedAt: string;
};

export type DeadWorkAnswer = {
  readonly work: readonly DeadWork[];
};

export type DeadWorkParams = {
  /** Login of the organization, trimmed; ASCII letters match in either case. */
  readonly login: string;
  /** ID of the work. */
  readonly id: string;
};

export type DemoPerson = {
  readonly login: string;
  readonly description: string;
};

export type DeviceRequest = {
  /** As the program calls itself. Nobody has checked it. */
  readonly clientName: string;
  /** Network address that the program sent its request from. */
  readonly address: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
};

export type DeviceSignInAnswer = {
  /** Secret of the program, for `POST /api/auth/device/token`. */
  readonly device_code: string;
  /** Such as `WDJB-MJHT`; the person enters it. */
  readonly user_code: string;
  /** The page where the person enters it. */
  readonly verification_uri: string;
  /** Seconds until both codes expire: 600. */
  readonly expires_in: number;
  /** Seconds between two polls: 5. */
  readonly interval: number;
};

export type DeviceSignInRefusal = {
  /** A message that can be shown to people. */
  readonly error: string;
  readonly code?: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';
};

export type DismissFindingsRequest = {
  readonly findings: readonly ({
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Login or slug, as in the access review. */
    readonly name: string;
    readonly seal: string;
  })[];
  /** ISO 8601 with a time zone; a year ahead at most. */
  readonly until: string;
  readonly reason: string;
};

export type DismissedFinding = {
  /** What was found about whom; another one once that changes. */
  readonly key: string;
  readonly finding: string;
  readonly target: {
    readonly kind: 'person' | 'team';
    readonly id: number;
    /** Login or slug when it was dismissed. */
    readonly name: string;
  };
  readonly reason: string;
  readonly until: string;
  readonly dismissedAt: string;
  readonly dismissedBy: {
    readonly id: number;
    readonly login: string;
  };
};

export type DismissedFindingsAnswer = {
  readonly findings: readonly DismissedFinding[];
};

export type DriftAnswer = {
  readonly applied: {
    readonly at: string;
    readonly by: string;
    readonly hash: string;
    readonly files: readonly NamedFile[];
  } | null;
  readonly plan: OrganizationPlan | null;
  /** Sorted by location; empty if there are none. */
  readonly problems: readonly FileProblem[];
  /** True if there are more problems. */
  readonly isCut: boolean;
  /** What the plan leaves as it is, and why, such as archived repositories and custom roles; and keys that are not the slugs of their teams. */
  readonly hints: PlanHints;
  readonly causes: readonly DriftCause[];
};

export type DriftCause = {
  /** Index of the step. */
  readonly step: number;
  /** Number of the entry. */
  readonly entry: number;
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
};

export type DriftQuery = {
  /** `false` leaves out the files. */
  readonly files: 'true' | 'false';
};

export type EarlierInvitation = {
  readonly id: number;
  /** The code host's value. */
  readonly role: string;
  /** When it was created; if failed, when it failed. */
  readonly since: string;
  readonly invitedBy: string | null;
  readonly failure: string | null;
};

export type EndedSessionsAnswer = {
  readonly ended: number;
};

export type ErrorAnswer = {
  /** A message that can be shown to people. */
  readonly error: string;
  /** With 503: what is unavailable, as in the header `Orgdesk-Outage`. */
  readonly code?: Outage;
};

export type ExchangeAppCodeBody = {
  readonly code: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
};

export type FailedInvitation = {
  readonly login: string;
  /** The code host's message, or a network error; `User @LOGIN not found on the code host`; `API rate limit exceeded`, also for logins not sent after it; `Bad credentials`; `Invitee is already a part of this organization`; `Invitee has an open invitation since DAY`; `Not sent: the code host took too long. Please try again.`; `Not sent: the service was stopping. Please try again.`; `The organization was renamed, so nothing was changed. Please reload the page and try again.`; `Unknown error`. */
  readonly error: string;
  readonly reason?: InvitationFailureReason;
};

export type FileProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The line, shortened. */
  readonly source: string;
  readonly nearest: string | null;
};

export type FilesRequest = {
  readonly files: readonly NamedFile[];
};

export type FindingMark = {
  /** What was found about whom; another one once that changes. */
  readonly key: string;
  /** Sent back to dismiss the finding. */
  readonly seal: string;
};

export type FindingName = 'no-second-factor' | 'insecure-second-factor' | 'owners' | 'outside-collaborators' | 'in-no-team' | 'team-without-people' | 'team-without-repositories';

export type GetSessionQuery = {
  /** Returns 200 even without a session, so that browsers do not report an error. Other values are ignored. */
  readonly optional?: 'true';
};

export type GraphqlOperationName = 'ViewerProfile' | 'OrganizationSummary' | 'OrganizationMembers' | 'OrganizationTeams' | 'TeamMembers' | 'RepositoryContributors' | 'OrgRepositories' | 'RepoScoringData' | 'OrgTeamsData' | 'OrgScoringData' | 'OrganizationRepositories';

export type GraphqlProxyAnswer = {
  /** The requested data, as returned by the code host. */
  readonly data: unknown;
  /** Errors for withheld parts; only present if there are any. */
  readonly errors?: readonly WithheldData[];
};

export type GraphqlProxyRequest = {
  /** GraphQL document with exactly one operation, named as in `operationName`. */
  readonly query: string;
  readonly operationName: GraphqlOperationName;
  readonly variables?: { readonly [name: string]: unknown };
};

export type ImportFilesAnswer = {
  /** Sorted by name. */
  readonly files: readonly NamedFile[];
};

export type ImportFilesQuery = {
  /** Default: `file-per-team`. */
  readonly layout?: 'one-file' | 'file-per-team';
  /** Only this section. Default: all. */
  readonly section?: 'people' | 'teams' | 'outsideCollaborators';
};

export type InstallStatusAnswer = {
  readonly installed: boolean;
  readonly installationIds: readonly number[];
  readonly accounts: readonly InstallationAccountSummary[];
  readonly summary: InstallStatusSummary;
};

export type InstallStatusHeaders = {
  /** The `ETag` of an earlier response. */
  readonly 'If-None-Match'?: string;
};

export type InstallStatusSummary = {
  readonly totalInstallations: number;
  readonly orgInstallations: number;
  readonly totalRepositories: number;
  readonly totalAccounts: number;
  readonly organizationAccounts: number;
  readonly userAccounts: number;
};

export type InstallationAccountSummary = {
  readonly installationId: number;
  readonly accountLogin: string;
  readonly accountType: 'organization' | 'user';
  readonly repositoryCount: number;
  readonly repositories: readonly CoveredRepositoryView[];
  /** ISO 8601 with milliseconds: when the cached record was last updated. */
  readonly updatedAt: string;
};

export type InstallationRequestView = {
  readonly id: number;
  readonly organization: {
    readonly id: number;
    readonly login: string;
  };
  readonly requester: {
    readonly id: number;
    readonly login: string;
    readonly avatarUrl: string | null;
  };
  /** ISO 8601 with milliseconds. */
  readonly requestedAt: string;
  /** Whether the signed-in person made the request. */
  readonly isOwn: boolean;
  /** Whether they own the organization. */
  readonly viewerCanApprove: boolean;
  /** Page where an organization owner can approve or dismiss it. */
  readonly approvalUrl: string;
};

export type InstallationRequestsAnswer = {
  readonly requests: readonly InstallationRequestView[];
};

export type InvitationFailureReason = 'not-found' | 'already-there' | 'over-quota' | 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable' | 'not-tried' | 'not-confirmed';

export type InvitationJobRequest = {
  /** Chosen by the client, 1 to 100 letters, digits, dashes and underscores. Sending it again returns the same job. */
  readonly key: string;
  /** Shown with the job, such as the name of a file. */
  readonly title?: JobTitle;
  /** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
  readonly continueAfterSignOut?: continueAfterSignOut;
  /** One to 2,000, each person once. */
  readonly rows: readonly WantedInvitation[];
};

export type InvitationPreviewAnswer = {
  /** One for each row, in the order sent. */
  readonly rows: readonly InvitationPreviewRow[];
  readonly seats: {
    readonly total: number;
    readonly filled: number;
  } | null;
  readonly sentInLastDay: number | null;
  readonly retryAfterSeconds: number | null;
};

export type InvitationPreviewRequest = {
  /** One to 200. Send a longer list in parts. */
  readonly rows: readonly PreviewedRow[];
};

export type InvitationPreviewRow = {
  readonly state: PreviewState;
  readonly login: string | null;
  readonly email: string | null;
  readonly accountId: number | null;
  readonly account: PreviewedAccount | null;
  /** For accounts of people who are no members. Empty for an email address: its account is unknown. */
  readonly warnings: readonly PreviewWarning[];
  /** Teams found, without duplicates. */
  readonly teamIds: readonly number[];
  /** As sent; IDs as strings. */
  readonly unknownTeams: readonly string[];
  readonly duplicateOf: number | null;
  readonly invitation: EarlierInvitation | null;
  readonly reason: PreviewReason | null;
  readonly message: string | null;
};

export type InvitedLine = {
  readonly kind: 'invited';
  /** ID of the organization. */
  readonly organization: number;
  /** Newest first: open and failed invitations, and recent ones of the audit log. */
  readonly people: readonly ({
    readonly id: number | null;
    readonly login: string | null;
    readonly email: string | null;
    readonly at: string;
    readonly isOpen: boolean;
  })[];
};

export type Job = {
  /** 32 lower-case hex characters. */
  readonly id: string;
  readonly kind: JobKind;
  /** Sending the request that started the job again with its key returns the job. */
  readonly key: string;
  readonly title: JobTitle | null;
  readonly state: JobState;
  readonly reason: JobReason | null;
  readonly message: string | null;
  readonly until: string | null;
  readonly waitsFor: {
    readonly id: string;
    readonly title: JobTitle | null;
    readonly state: JobState;
    /** Login. */
    readonly runBy: string;
  } | null;
  readonly progress: {
    /** Rows with an outcome, or repositories. */
    readonly done: number;
    readonly total: number | null;
  };
  /** Rows by outcome; all zero for a job without rows. */
  readonly counts: {
    readonly ready: number;
    readonly sending: number;
    readonly sent: number;
    readonly 'already-member': number;
    readonly 'already-invited': number;
    readonly 'not-found': number;
    readonly changed: number;
    readonly 'nothing-to-do': number;
    readonly 'changed-since': number;
    readonly 'under-way': number;
    readonly refused: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  /** Login. */
  readonly startedBy: string;
  /** Login of the person whose token it uses, or for whom the App continues it. */
  readonly runBy: string;
  /** True if that person approved that the App continues it after their session, and no owner ended that. */
  readonly continuesAfterSignOut: boolean;
  /** True for invitations where the code host has none, so that people are added directly; `sent` then means added. */
  readonly addsPeople: boolean;
  readonly change: PeopleChange | null;
  readonly file: {
    readonly rows: number;
    /** Rows about something that could not be read. */
    readonly unseen: number;
    readonly expiresAt: string | null;
  } | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
};

export type JobAnswer = {
  readonly job: Job;
};

export type JobKind = 'invitations' | 'people-change' | 'access-export' | 'organization-file';

export type JobParams = {
  /** Login of the organization, trimmed; ASCII letters match in either case. */
  readonly login: string;
  readonly id: string;
};

export type JobReason = 'over-quota' | 'no-seat' | 'token-rejected' | 'session-ended' | 'rights-lost' | 'unreachable' | 'rate-limited' | 'needs-person' | 'app-work-off' | 'approval-withdrawn' | 'app-suspended' | 'app-missing' | 'internal-error';

export type JobRow = {
  readonly row: number;
  readonly login: string | null;
  readonly email: string | null;
  readonly userId: number | null;
  readonly role: 'direct_member' | 'admin' | 'billing_manager' | 'member' | 'outside_collaborator' | null;
  readonly teamIds: readonly number[];
  readonly step: PlanStep | null;
  readonly outcome: RowOutcome;
  readonly message: string | null;
  readonly settledAt: string | null;
};

export type JobRowsAnswer = {
  readonly rows: readonly JobRow[];
  readonly next: number | null;
};

export type JobRowsQuery = {
  /** Number of the last row on the previous page. */
  readonly after?: string;
  /** 1 to 500; default 100. */
  readonly limit?: string;
  readonly outcome?: RowOutcome;
};

export type JobState = 'queued' | 'running' | 'paused' | 'limited' | 'failed' | 'done' | 'cancelled';

/** Shown with the job, such as the name of a file. */
export type JobTitle = string;

export type JobsAnswer = {
  /** Newest first, up to 100. */
  readonly jobs: readonly Job[];
};

export type JobsQuery = {
  readonly kind?: JobKind;
};

export type JoinedLine = {
  readonly kind: 'joined';
  readonly people: readonly ({
    readonly id: number;
    readonly at: string;
  })[];
};

export type LastReview = {
  /** ID of the organization. */
  readonly organization: number;
  readonly reviewedAt: string;
  /** Those that were checked whole. */
  readonly findings: readonly ({
    readonly finding: FindingName;
    /** People or teams found, without those that are dismissed now. */
    readonly open: number;
  })[];
  /** Those that were not read, or only in part, or that cannot be shown now. */
  readonly notChecked: readonly FindingName[];
};

export type LastReviewsAnswer = {
  readonly reviews: readonly LastReview[];
};

export type ListEnd = {
  readonly kind: 'end';
  /** False if something the viewer is allowed to see could not be read; lines `withheld` say what. */
  readonly isComplete: boolean;
};

export type ListInvitationsAnswer = {
  /** Open ones first, then failed ones, each newest first. */
  readonly invitations: readonly ListedInvitation[];
  /** Open and failed ones of the last 24 hours, without those of an identity provider: the minimum used of the daily limit. */
  readonly sentInLastDay: number;
};

export type ListedInvitation = {
  readonly id: number;
  readonly state: 'open' | 'failed';
  readonly login: string | null;
  readonly email: string | null;
  /** The code host's value: direct_member, admin, billing_manager, hiring_manager, reinstate. */
  readonly role: string;
  readonly teamCount: number;
  readonly invitedBy: string | null;
  /** scim: created by an identity provider. */
  readonly source: 'member' | 'scim';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly failedAt: string | null;
  readonly failure: string | null;
};

export type ListedPeopleLine = {
  readonly kind: 'people';
  readonly people: readonly Person[];
  readonly total: number | null;
};

export type ListedRun = {
  /** 32 lower-case hex characters. */
  readonly id: string;
  readonly key: string;
  readonly title: JobTitle | null;
  readonly createdAt: string;
  readonly cancelledAt: string | null;
  readonly failed: {
    readonly at: string;
    readonly reason: string | null;
  } | null;
  /** Items. */
  readonly counts: {
    readonly waiting: number;
    readonly started: number;
    readonly refused: number;
  };
};

export type ListedTeam = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly repositoryCount: number;
};

export type MassInviteAnswer = {
  readonly success: readonly string[];
  readonly failed: readonly FailedInvitation[];
  /** With `reasons=true`, after a rate limit with a known duration: when to retry. */
  readonly retryAfterSeconds?: number;
};

export type MassInviteQuery = {
  /** Adds a machine-readable reason for each failed login. Other values are ignored. */
  readonly reasons?: 'true';
};

export type MassInviteRequest = {
  /** 1 to 50 logins, not counting blanks and exact duplicates. */
  readonly userLogins: readonly string[];
};

export type MembershipRole = 'admin' | 'member' | 'billing_manager';

export type MissingPermission = {
  /** Name on the code host, such as `members`. */
  readonly name: string;
  /** `read`, `write` or `admin`. */
  readonly wanted: string;
  readonly granted: string | null;
};

export type MobileSignInAnswer = {
  /** Same as `session.id`; send it as a bearer token. */
  readonly sessionToken: string;
  readonly session: SessionView;
};

export type NamedFile = {
  readonly name: string;
  /** YAML 1.2. */
  readonly text: string;
};

export type NoPreviewLine = {
  readonly kind: 'finished';
  /** ID of the organization. */
  readonly organization: number;
  readonly isComplete: false;
  readonly failure: {
    readonly reason: NoPreviewReason;
    readonly message: string | null;
    readonly retryAt: string | null;
    readonly authorizeUrl: string | null;
  };
};

export type NoPreviewReason = 'app-missing' | 'app-suspended' | 'not-a-member' | 'not-an-owner' | 'limit' | 'token-rejected' | 'single-sign-on' | 'ip-allow-list' | 'refused' | 'unreachable' | 'out-of-time' | 'no-team';

export type NoSessionAnswer = {
  readonly authenticated: false;
  readonly session: null;
};

export type OkAnswer = {
  readonly ok: true;
};

export type OptionalPermission = {
  /** Name on the code host, such as `administration`. */
  readonly name: string;
  /** `read`, `write` or `admin`. */
  readonly needed: string;
  readonly granted: string | null;
  /** What orgdesk would use it for. */
  readonly purpose: string;
};

export type OrganizationAccessView = {
  /** As spelled by the code host or the session, otherwise as requested. */
  readonly login: string;
  /** ISO 8601 with milliseconds. */
  readonly checkedAt: string;
  readonly role: {
    readonly atSignIn: OrganizationRole | null;
    readonly now: MembershipRole | null;
  };
  /** In the order to fix them; empty if nothing limits what the person sees. */
  readonly causes: readonly AccessCause[];
  readonly unchecked: readonly UncheckedPart[];
  /** For current owners; otherwise empty. */
  readonly optionalPermissions: readonly OptionalPermission[];
};

export type OrganizationAnswer = {
  readonly organization: OrganizationView;
};

export type OrganizationFinishedLine = {
  readonly kind: 'finished';
  /** ID of the organization. */
  readonly organization: number;
  /** If false, whoever is missing may still belong to the organization. */
  readonly isComplete: boolean;
  readonly failure: {
    readonly reason: UnreadReason;
    readonly message: string | null;
    readonly retryAt: string | null;
    readonly authorizeUrl: string | null;
  } | null;
};

export type OrganizationMembershipView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
};

export type OrganizationParams = {
  /** Login of the organization, trimmed; ASCII letters match in either case. */
  readonly login: string;
};

export type OrganizationPlan = {
  readonly version: 1;
  readonly organization: {
    readonly id: number;
    readonly login: string;
  };
  readonly dangers: readonly PlanDanger[];
  readonly steps: readonly PlanStep[];
  /** SHA-256 of what is above. The same differences give the same hash. */
  readonly hash: string;
  /** SHA-256 of the files; empty if they are not kept. */
  readonly files: string;
  readonly basis?: PlanBasis;
  readonly expiresAt: string;
  /** Proves that the service made this plan for this person. */
  readonly seal: string;
};

export type OrganizationPreviewLine = {
  readonly kind: 'preview';
  /** ID of the organization. */
  readonly organization: number;
  /** Login of the organization now. */
  readonly login: string;
  readonly preview: PreviewPeopleAnswer;
};

export type OrganizationRole = 'admin' | 'member';

export type OrganizationRolesLine = {
  readonly kind: 'roles';
  readonly roles: readonly ({
    readonly name: string;
    readonly permission: AccessPermission;
    readonly people: readonly ({
      readonly id: number;
      readonly login: string;
      /** Slugs of teams with the role; empty if assigned directly. */
      readonly teams: readonly string[];
    })[];
  })[] | null;
  readonly message: string | null;
};

export type OrganizationStartedLine = {
  readonly kind: 'started';
  /** ID of the organization. */
  readonly organization: number;
  /** The login now. */
  readonly login: string;
};

export type OrganizationView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
  /** If false, the four fields below are null. */
  readonly hasAppInstalled: boolean;
  readonly installationId: number | null;
  readonly repositoryCount: number | null;
  readonly repositorySelection: 'all' | 'selected' | null;
  readonly suspendedAt: string | null;
};

export type OrganizationsAnswer = {
  readonly organizations: readonly OrganizationView[];
};

export type OrganizationsLine = {
  readonly kind: 'organizations';
  /** Those that the person owned at sign-in, sorted by login. Each gets a line `finished`. */
  readonly organizations: readonly ({
    /** ID of the organization. */
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
  })[];
};

/** With 503: what is unavailable, as in the header `Orgdesk-Outage`. */
export type Outage = 'database-away' | 'overloaded' | 'code-host-away' | 'code-host-limited' | 'app-refused';

export type OwnSession = {
  /** 32 lower-case hex characters; identifies the session, but is not a credential. */
  readonly id: string;
  /** Whether it is the session of this request. */
  readonly isCurrent: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
  readonly client: string | null;
};

export type OwnSessionParams = {
  /** ID of the session in the list. */
  readonly id: string;
};

export type OwnSessionsAnswer = {
  readonly sessions: readonly OwnSession[];
};

export type OwnerRulesAnswer = {
  /** Owners that plans must leave. */
  readonly ownersMin: number;
  /** Accounts that must stay owners, with their logins as last seen. */
  readonly requiredOwners: readonly RuledAccount[];
  /** Grows with each change; 0 before the first. */
  readonly version: number;
  readonly changedAt: string | null;
  readonly changedBy: string | null;
};

export type PeopleAcrossLine = OrganizationsLine | OrganizationStartedLine | {
  readonly kind: 'people';
  readonly people: readonly Person[];
  readonly total: number | null;
  /** ID of the organization. */
  readonly organization: number;
} | {
  readonly kind: 'second-factors';
  readonly disabled: readonly number[];
  readonly insecure: readonly number[] | null;
  /** ID of the organization. */
  readonly organization: number;
} | {
  readonly kind: 'team';
  readonly team: ListedTeam;
  readonly people: readonly ({
    readonly id: number;
    readonly role: 'maintainer' | 'member';
  })[];
  /** ID of the organization. */
  readonly organization: number;
} | InvitedLine | AcrossWithheldLine | BudgetLine | OrganizationFinishedLine | ListEnd;

export type PeopleAcrossQuery = {
  /** Whether to include teams and their members. */
  readonly teams: 'true' | 'false';
  /** Whether to include who was invited when. */
  readonly invitations: 'true' | 'false';
};

export type PeopleChange = {
  readonly kind: 'role';
  readonly role: OrganizationRole;
} | {
  readonly kind: 'remove';
} | {
  /** Convert members to outside collaborators. */
  readonly kind: 'convert';
} | {
  readonly kind: 'add-to-team';
  readonly team: string;
  readonly role: 'member' | 'maintainer';
} | {
  readonly kind: 'remove-from-team';
  readonly team: string;
};

export type PeopleLine = ListedPeopleLine | SecondFactorsLine | JoinedLine | TeamLine | WithheldLine | ListEnd;

export type PeopleQuery = {
  /** Whether to include teams and their members. */
  readonly teams: 'true' | 'false';
};

export type PeopleReviewLine = {
  readonly kind: 'finding';
  readonly finding: 'no-second-factor' | 'insecure-second-factor' | 'in-no-team' | 'owners';
  readonly people: readonly ({
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
    readonly role: PersonRole;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
  })[];
} | {
  readonly kind: 'finding';
  readonly finding: 'team-without-people' | 'team-without-repositories';
  readonly teams: readonly ({
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly repositoryCount: number;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
  })[];
} | {
  readonly kind: 'finding';
  readonly finding: 'outside-collaborators';
  readonly people: readonly ({
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
    readonly role: PersonRole;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
    readonly repositories: readonly ({
      readonly name: string;
      readonly permission: AccessPermission;
    })[];
  })[];
} | WithheldLine | ListEnd;

export type Person = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly role: PersonRole;
};

export type PersonAcrossLine = OrganizationsLine | {
  readonly kind: 'person';
  /** Account ID. */
  readonly id: number;
  readonly login: string;
} | PersonInOrganizationLine | PersonEntriesLine | BudgetLine | OrganizationFinishedLine | PersonReportLine | ListEnd;

export type PersonAcrossParams = {
  /** Login of the person; ASCII letters match in either case. */
  readonly person: string;
};

export type PersonAcrossQuery = {
  /** Whether to end with a line `report`, which adds an audit entry to each organization that was read. */
  readonly report: 'true' | 'false';
  /** Account ID that the login is expected to have. Otherwise the request is refused. */
  readonly id?: string;
};

export type PersonAnswer = {
  readonly person: Person;
  readonly secondFactor: 'enabled' | 'disabled' | 'insecure' | null;
  readonly teams: readonly ({
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly role: 'maintainer' | 'member';
  })[] | null;
  readonly sentInvitations: readonly ({
    readonly id: number;
    readonly login: string | null;
    readonly email: string | null;
    readonly createdAt: string;
  })[] | null;
  readonly withheld: readonly Withheld[];
};

export type PersonEntriesLine = {
  readonly kind: 'entries';
  /** ID of the organization. */
  readonly organization: number;
  readonly entries: readonly AuditEntry[] | null;
  /** True if there may be older entries. */
  readonly hasMore: boolean;
};

export type PersonInOrganizationLine = {
  readonly kind: 'organization';
  /** ID of the organization. */
  readonly organization: number;
  /** Login of the organization now. */
  readonly login: string;
  readonly role: PersonRole | null;
  /** True if the code host calls their membership pending. */
  readonly isPending: boolean;
  readonly secondFactor: 'enabled' | 'disabled' | 'insecure' | null;
  readonly teams: readonly ({
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly role: 'maintainer' | 'member';
  })[] | null;
  readonly repositories: {
    readonly count: number;
    /** False if there may be more. */
    readonly isComplete: boolean;
  } | null;
  readonly sentInvitations: readonly ({
    readonly id: number;
    readonly login: string | null;
    readonly email: string | null;
    readonly createdAt: string;
  })[] | null;
  readonly receivedInvitations: readonly ({
    readonly id: number;
    readonly login: string | null;
    readonly email: string | null;
    readonly createdAt: string;
  })[] | null;
  readonly withheld: readonly Withheld[];
};

export type PersonParams = {
  /** Login of the organization, trimmed; ASCII letters match in either case. */
  readonly login: string;
  /** Login of the person; ASCII letters match in either case. */
  readonly person: string;
};

export type PersonReportLine = {
  readonly kind: 'report';
  readonly organizations: readonly PersonReportOrganization[];
  readonly document: string | null;
  readonly unsigned: {
    /** The lines of the report, after two that say that it is not signed and why. It proves nothing. */
    readonly document: string;
    readonly reason: 'signing-off' | 'too-many';
    readonly setting: string | null;
  } | null;
};

export type PersonReportOrganization = {
  readonly organization: {
    /** ID of the organization. */
    readonly id: number;
    readonly login: string;
  };
  readonly result: 'not-there' | 'still-there' | 'not-checked';
  readonly role: PersonRole | null;
  readonly isPending: boolean | null;
  readonly teams: readonly string[] | null;
  readonly receivedInvitations: number | null;
  readonly sentInvitations: number | null;
  readonly reason: UnreadReason | null;
};

export type PersonRole = 'admin' | 'member' | 'billing_manager' | 'outside_collaborator';

export type PersonalToken = {
  /** ID of the grant. */
  readonly id: number;
  readonly name: string;
  readonly grantedAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
};

export type PersonalTokensAnswer = {
  readonly tokens: readonly PersonalToken[] | null;
  readonly message: string | null;
};

export type PlanBasis = {
  /** All that held: set, applied last and in the files. */
  readonly ownerRules: {
    readonly ownersMin: number;
    readonly requiredOwners: readonly RuledAccount[];
  };
  /** What the files demand. */
  readonly demanded: {
    readonly ownersMin: number;
    readonly requiredOwners: readonly RuledAccount[];
  };
  /** Whose the logins in the files are. */
  readonly accounts: readonly RuledAccount[];
};

export type PlanDanger = {
  readonly kind: 'no-owner-left' | 'too-few-owners' | 'required-owner-lost' | 'owner-rules-loosened' | 'yourself' | 'owners-lost' | 'many-removals' | 'memberships-lost' | 'access-lost' | 'teams-with-access' | 'teams-with-people' | 'new-owners' | 'other-account';
  readonly count: number;
  readonly names: readonly string[];
};

export type PlanFilesAnswer = {
  readonly plan: OrganizationPlan | null;
  /** Sorted by location; empty if there are none. */
  readonly problems: readonly FileProblem[];
  /** True if there are more problems. */
  readonly isCut: boolean;
  /** What the plan leaves as it is, and why, such as archived repositories and custom roles; and keys that are not the slugs of their teams. */
  readonly hints: PlanHints;
};

export type PlanFilesRequest = {
  readonly files: readonly NamedFile[];
  /** False for a plan that is applied without its files. They then loosen no rules. */
  readonly kept?: boolean;
};

/** What the plan leaves as it is, and why, such as archived repositories and custom roles; and keys that are not the slugs of their teams. */
export type PlanHints = readonly FileProblem[];

export type PlanStep = {
  readonly kind: 'invite-person' | 'add-person' | 'set-role' | 'remove-person' | 'create-team' | 'edit-team' | 'delete-team' | 'set-team-role' | 'remove-from-team' | 'set-team-access' | 'set-collaborator';
  readonly login: string | null;
  readonly team: string | null;
  readonly teamId: number | null;
  readonly repository: string | null;
  readonly id: number | null;
  readonly from: { readonly [name: string]: string | null } | null;
  readonly to: { readonly [name: string]: string | null } | null;
  readonly needs: string | null;
  /** Indexes of steps without which this one is not made. In jobs, of rows. */
  readonly after: readonly number[];
};

export type PollDeviceSignInBody = {
  readonly device_code: string;
};

export type PreviewAcrossLine = OrganizationPreviewLine | NoPreviewLine | ListEnd;

export type PreviewAcrossRequest = {
  readonly change: PeopleChange;
  readonly logins: readonly string[];
  /** IDs, each once. */
  readonly organizations: readonly number[];
};

export type PreviewPeopleAnswer = {
  readonly preview: string;
  readonly expiresAt: string;
  readonly change: PeopleChange;
  readonly people: readonly PreviewedPerson[];
  readonly needsConfirmation: boolean;
};

export type PreviewPeopleRequest = {
  readonly change: PeopleChange;
  readonly logins: readonly string[];
};

export type PreviewReason = 'no-person' | 'two-people' | 'bad-login' | 'bad-email' | 'bad-role' | 'bad-teams' | 'too-many-teams' | 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable' | 'out-of-time' | 'shutting-down';

export type PreviewState = 'wrong' | 'not-possible-here' | 'not-checked' | 'not-found' | 'organization' | 'duplicate' | 'already-member' | 'suspended' | 'managed-account' | 'already-invited' | 'unknown-team' | 'failed-before' | 'ready';

export type PreviewWarning = 'new-account' | 'other-name' | 'no-name' | 'profile-unread';

export type PreviewedAccount = {
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly createdAt: string;
};

export type PreviewedPerson = {
  /** As spelled by the code host, or as sent if not found. */
  readonly login: string;
  readonly id: number | null;
  readonly role: PersonRole | null;
  readonly verdict: 'will-change' | 'nothing-to-do' | 'yourself' | 'last-owner' | 'not-there' | 'managed-elsewhere' | 'unknown';
  readonly teams: readonly string[] | null;
  readonly onlyMaintainerOf: readonly string[];
  readonly repositoryCount: number | null;
  readonly lostRepositories: readonly string[];
  readonly keptRepositories: readonly ({
    readonly name: string;
    readonly permission: AccessPermission;
  })[];
  readonly sentInvitationCount: number | null;
  readonly notes: readonly ('seat-may-stay-taken' | 'stays-in-enterprise' | 'gets-full-control' | 'loses-private-forks')[];
};

export type PreviewedRow = {
  /** Either this or an email address. */
  readonly login?: string;
  readonly email?: string;
  /** Default: direct_member. */
  readonly role?: 'direct_member' | 'admin' | 'billing_manager';
  /** Up to 20 team IDs, which do not change when a team is renamed. */
  readonly teamIds?: readonly number[];
  /** Slugs or names, in addition to `teamIds`; case-insensitive. Blank ones are ignored. */
  readonly teams?: readonly string[];
  /** The person's name in a list, compared with that of the account with this login. Not stored. What is not a text, or has no letter, is ignored, as is what follows the first 200 characters. */
  readonly name?: string;
};

export type ReachedRepositoriesLine = {
  readonly kind: 'repositories';
  readonly repositories: readonly ReachedRepository[];
  readonly lookedAt: number;
  readonly total: number;
} | OrganizationRolesLine | WithheldLine | ListEnd;

export type ReachedRepository = {
  /** Without the owner prefix. */
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly permission: AccessPermission;
  readonly sources: readonly AccessSource[];
};

export type RepositoryParams = {
  /** Login of the organization, trimmed; ASCII letters match in either case. */
  readonly login: string;
  /** Name of the repository, without the organization. */
  readonly repository: string;
};

export type RepositoryPeopleLine = {
  readonly kind: 'people';
  readonly people: readonly ({
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
    readonly permission: AccessPermission;
    readonly sources: readonly AccessSource[];
  })[];
  readonly total: number;
} | OrganizationRolesLine | WithheldLine | ListEnd;

export type RestoreFindingsRequest = {
  readonly keys: readonly string[];
};

export type RetriedWorkAnswer = {
  readonly retried: boolean;
};

export type ReviewAcrossLine = OrganizationsLine | OrganizationStartedLine | {
  readonly kind: 'finding';
  readonly finding: 'no-second-factor' | 'insecure-second-factor' | 'in-no-team' | 'owners';
  readonly people: readonly ({
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
    readonly role: PersonRole;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
  })[];
  /** ID of the organization. */
  readonly organization: number;
} | {
  readonly kind: 'finding';
  readonly finding: 'team-without-people' | 'team-without-repositories';
  readonly teams: readonly ({
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly repositoryCount: number;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
  })[];
  /** ID of the organization. */
  readonly organization: number;
} | {
  readonly kind: 'finding';
  readonly finding: 'outside-collaborators';
  readonly people: readonly ({
    readonly id: number;
    readonly login: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
    readonly role: PersonRole;
    /** What was found about whom; another one once that changes. */
    readonly key: string;
    /** Sent back to dismiss the finding. */
    readonly seal: string;
    readonly repositories: readonly ({
      readonly name: string;
      readonly permission: AccessPermission;
    })[];
  })[];
  /** ID of the organization. */
  readonly organization: number;
} | AcrossWithheldLine | BudgetLine | OrganizationFinishedLine | ListEnd;

export type RevokeTokensAnswer = {
  readonly results: readonly RevokedToken[];
};

export type RevokeTokensRequest = {
  /** Without duplicates. */
  readonly ids: readonly number[];
};

export type RevokedToken = {
  readonly id: number;
  readonly outcome: 'done' | 'gone' | 'refused' | 'not-confirmed' | 'not-tried';
  readonly error: string | null;
};

export type RowOutcome = 'ready' | 'sending' | 'sent' | 'already-member' | 'already-invited' | 'not-found' | 'changed' | 'nothing-to-do' | 'changed-since' | 'under-way' | 'refused' | 'failed' | 'cancelled';

export type RuledAccount = {
  readonly id: number;
  readonly login: string;
};

export type Run = {
  /** 32 lower-case hex characters. */
  readonly id: string;
  readonly key: string;
  readonly title: JobTitle | null;
  readonly createdAt: string;
  readonly cancelledAt: string | null;
  readonly failed: {
    readonly at: string;
    readonly reason: string | null;
  } | null;
  /** Items. */
  readonly counts: {
    readonly waiting: number;
    readonly started: number;
    readonly refused: number;
  };
  /** True if no job of it can change, as far as it may be shown. */
  readonly isOver: boolean;
  /** In the order sent. */
  readonly items: readonly RunItem[];
};

export type RunAnswer = {
  readonly run: Run;
};

export type RunFailureReason = 'app-missing' | 'app-suspended' | 'not-a-member' | 'not-an-owner' | 'limit' | 'token-rejected' | 'single-sign-on' | 'ip-allow-list' | 'refused' | 'unreachable' | 'out-of-time' | 'preview-invalid' | 'preview-expired' | 'unconfirmed' | 'nobody' | 'wrong-rows' | 'too-many-jobs' | 'storage-full' | 'too-many-changes' | 'other-rows' | 'earlier-step' | 'cancelled';

export type RunItem = {
  /** Its position in the request. */
  readonly item: number;
  readonly organization: {
    /** ID of the organization. */
    readonly id: number;
    readonly login: string | null;
  };
  readonly step: number;
  readonly kind: 'people-change' | 'invitations';
  readonly change: PeopleChange | null;
  readonly people: number | null;
  readonly state: RunItemState;
  readonly failure: {
    readonly reason: RunFailureReason;
    readonly message: string | null;
    readonly retryAt: string | null;
    readonly authorizeUrl: string | null;
  } | null;
  readonly job: Job | null;
};

export type RunItemState = 'waiting' | 'started' | 'refused' | 'withheld' | 'removed';

export type RunParams = {
  readonly run: string;
};

export type RunRequest = {
  /** Chosen by the client. Sending it again with the same items returns the person's run. */
  readonly key: string;
  /** Shown with the job, such as the name of a file. */
  readonly title?: JobTitle;
  /** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
  readonly continueAfterSignOut?: continueAfterSignOut;
  /** Each becomes one job. Together up to 2,000 people. */
  readonly items: readonly ({
    /** ID of the organization. */
    readonly organization: number;
    /** Default: 1. Starts after the jobs of lower steps in the organization have ended, and not at all if one was cancelled, could not start, or is no longer stored. */
    readonly step?: number;
    /** Of the same change in this organization. */
    readonly previews: readonly string[];
    /** The organization's login, typed by a person, as for a change in one organization. */
    readonly confirmation?: string;
  } | {
    /** ID of the organization. */
    readonly organization: number;
    /** Default: 1. Starts after the jobs of lower steps in the organization have ended, and not at all if one was cancelled, could not start, or is no longer stored. */
    readonly step?: number;
    readonly invitations: readonly WantedInvitation[];
  })[];
};

export type RunsAnswer = {
  /** Newest first, up to 100. */
  readonly runs: readonly ListedRun[];
};

export type SecondFactorsLine = {
  readonly kind: 'second-factors';
  readonly disabled: readonly number[];
  readonly insecure: readonly number[] | null;
};

export type SessionAnswer = {
  readonly authenticated: true;
  readonly session: SessionView;
};

export type SessionView = {
  /** 64 lower-case hex characters. This is the credential: treat it as a secret. */
  readonly id: string;
  readonly user: UserView;
  readonly installationIds: readonly number[];
  /** ISO 8601 with milliseconds. */
  readonly expiresAt: string;
};

export type StartAppSignInQuery = {
  /** Return address of the app, exactly as in the setting `APP_REDIRECTS`. */
  readonly redirect_uri: string;
  /** Base64url of the SHA-256 of the `code_verifier`: 43 characters. */
  readonly code_challenge: string;
  /** `S256`. */
  readonly code_challenge_method: string;
  /** Comes back with the code, so that the app knows its sign-in again. */
  readonly state: string;
};

export type StartDeviceSignInBody = {
  /** Name of the program, such as `orgdesk on laptop`: printable ASCII, without spaces around it. */
  readonly client_name: string;
};

export type StartInstallationQuery = {
  /** Redirect target, with the same rules as for sign-in. */
  readonly returnTo: string;
  /** ID of the organization or user to install on, in decimal digits; if omitted, people choose. */
  readonly targetId?: string;
  /** Validated, but otherwise unused. */
  readonly targetType?: 'organization' | 'user';
};

export type StartPeopleChangeRequest = {
  /** Of the same change. Together they are made in one job. */
  readonly previews: readonly string[];
  readonly confirmation?: string;
  /** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
  readonly continueAfterSignOut?: continueAfterSignOut;
};

export type StartSignInQuery = {
  /** Redirect target: a path on the service, or an absolute URL on its origin. Anything else becomes `/`. Up to 8 KB, with spaces and non-ASCII characters percent-encoded. */
  readonly returnTo: string;
  /** With `mobile`, the callback returns JSON instead of setting a cookie and redirecting. */
  readonly mode: 'web' | 'mobile';
};

export type TeamLine = {
  readonly kind: 'team';
  readonly team: ListedTeam;
  readonly people: readonly ({
    readonly id: number;
    readonly role: 'maintainer' | 'member';
  })[];
};

export type UncheckedPart = {
  readonly part: 'membership' | 'installation';
  readonly reason: 'rate-limited' | 'asked-too-often' | 'unreachable' | 'refused';
};

export type UnreadReason = 'app-missing' | 'app-suspended' | 'not-a-member' | 'not-an-owner' | 'limit' | 'token-rejected' | 'single-sign-on' | 'ip-allow-list' | 'refused' | 'unreachable' | 'out-of-time';

export type UnrequestedPermission = {
  /** Name on the code host, such as `members`. */
  readonly name: string;
  /** `read`, `write` or `admin`. */
  readonly needed: string;
  readonly requested: string | null;
  /** What orgdesk needs it for. */
  readonly purpose: string;
};

export type UpdateFilesAnswer = {
  /** New and changed files. */
  readonly files: readonly NamedFile[];
  /** Names of files whose teams no longer exist. */
  readonly removed: readonly string[];
  /** Sorted by location; empty if there are none. */
  readonly problems: readonly FileProblem[];
  /** True if there are more problems. */
  readonly isCut: boolean;
};

export type UserCodeBody = {
  /** Case, spaces and hyphens make no difference. */
  readonly user_code: string;
};

export type UserView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly organizations: readonly OrganizationMembershipView[];
};

export type WantedInvitation = {
  /** Either this or an email address. */
  readonly login?: string;
  readonly email?: string;
  /** Default: direct_member. */
  readonly role?: 'direct_member' | 'admin' | 'billing_manager';
  /** Up to 20 team IDs, which do not change when a team is renamed. */
  readonly teamIds?: readonly number[];
};

export type WebhookHeaders = {
  /** Event name, up to 100 characters; `X-GitHub-Event` is also accepted. */
  readonly 'X-Host-Event': string;
  /** `sha256=` and the HMAC-SHA256 of the body in hex, keyed with the webhook secret. Required if one is configured. */
  readonly 'X-Hub-Signature-256'?: string;
  /** ID of the delivery, for the log; `X-GitHub-Delivery` is also accepted. */
  readonly 'X-Host-Delivery'?: string;
};

/** Payload as documented by the code host; up to 25 MB. */
export type WebhookPayload = {
  readonly action?: string;
  readonly installation?: {
    readonly id: number;
  };
};

export type Withheld = {
  readonly part: 'people' | 'outside-collaborators' | 'second-factors' | 'teams' | 'invitations' | 'repositories' | 'collaborators';
  readonly reason: 'owners-only' | 'rate-limited' | 'token-rejected' | 'single-sign-on' | 'ip-allow-list' | 'refused' | 'unreachable' | 'out-of-time';
  readonly message: string | null;
  readonly subject: string | null;
};

export type WithheldData = {
  readonly message: string;
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
};

export type WithheldLine = {
  readonly kind: 'withheld';
  readonly withheld: Withheld;
};

/** Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last 15 minutes. Default: false. */
export type continueAfterSignOut = boolean;

/** Every action of the audit log. */
export type AuditAction =
  | 'invitation.sent'
  | 'invitation.sent_again'
  | 'invitation.cancelled'
  | 'invitation.failed'
  | 'invitation.gone'
  | 'job.started'
  | 'job.paused'
  | 'job.resumed'
  | 'job.cancelled'
  | 'job.taken_over'
  | 'job.downloaded'
  | 'member.added'
  | 'member.removed'
  | 'member.role_changed'
  | 'member.converted'
  | 'token.revoked'
  | 'team.created'
  | 'team.edited'
  | 'team.deleted'
  | 'team.member_added'
  | 'team.member_removed'
  | 'team.repository_added'
  | 'team.repository_removed'
  | 'repository.collaborator_added'
  | 'repository.collaborator_changed'
  | 'repository.collaborator_removed'
  | 'repository.changed'
  | 'organization.renamed'
  | 'organization.deleted'
  | 'organization.owner_rules_changed'
  | 'organization.app_work_changed'
  | 'installation.created'
  | 'installation.deleted'
  | 'installation.suspended'
  | 'installation.unsuspended'
  | 'installation.permissions_accepted'
  | 'installation.repositories_added'
  | 'installation.repositories_removed'
  | 'people.reviewed'
  | 'person_report.exported'
  | 'finding.dismissed'
  | 'finding.restored'
  | 'audit_trail.exported'
  | 'work.retried';

/** What each endpoint takes and answers, by ID. Excludes webhooks, which only the code host can sign. */
export interface Calls {
  /** Apply a plan */
  readonly applyOrganizationPlan: {
    readonly sent: { readonly path: OrganizationParams; readonly body: ApplyPlanRequest };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Approve that a program is signed in */
  readonly approveDeviceRequest: {
    readonly sent: { readonly body: UserCodeBody };
    readonly answer: ApprovedDeviceRequest;
    readonly line: never;
  };
  /** Cancel open invitations and dismiss failed ones */
  readonly cancelInvitations: {
    readonly sent: { readonly path: OrganizationParams; readonly body: ChosenInvitations };
    readonly answer: ChangeInvitationsAnswer;
    readonly line: never;
  };
  /** Cancel a job */
  readonly cancelJob: {
    readonly sent: { readonly path: JobParams };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Cancel a run with all its jobs */
  readonly cancelRun: {
    readonly sent: { readonly path: RunParams };
    readonly answer: RunAnswer;
    readonly line: never;
  };
  /** Change whether jobs continue after a sign-out */
  readonly changeAppWork: {
    readonly sent: { readonly path: OrganizationParams; readonly body: ChangeAppWorkRequest };
    readonly answer: AppWorkAnswer;
    readonly line: never;
  };
  /** Change the rules about owners */
  readonly changeOwnerRules: {
    readonly sent: { readonly path: OrganizationParams; readonly body: ChangeOwnerRulesRequest };
    readonly answer: OwnerRulesAnswer;
    readonly line: never;
  };
  /** Check files that describe an organization */
  readonly checkOrganizationFiles: {
    readonly sent: { readonly body: FilesRequest };
    readonly answer: CheckFilesAnswer;
    readonly line: never;
  };
  /** Installation callback */
  readonly completeInstall: {
    readonly sent: { readonly query?: Partial<CompleteInstallQuery> };
    readonly answer: never;
    readonly line: never;
  };
  /** Sign-in callback */
  readonly completeSignIn: {
    readonly sent: { readonly query?: Partial<CompleteSignInQuery> };
    readonly answer: MobileSignInAnswer;
    readonly line: never;
  };
  /** Convert files of peribolos */
  readonly convertPeribolosFiles: {
    readonly sent: { readonly body: ConvertFilesRequest };
    readonly answer: ConvertFilesAnswer;
    readonly line: never;
  };
  /** Deny that a program is signed in */
  readonly denyDeviceRequest: {
    readonly sent: { readonly body: UserCodeBody };
    readonly answer: OkAnswer;
    readonly line: never;
  };
  /** Dismiss findings of the access review until a date */
  readonly dismissFindings: {
    readonly sent: { readonly path: OrganizationParams; readonly body: DismissFindingsRequest };
    readonly answer: DismissedFindingsAnswer;
    readonly line: never;
  };
  /** Download the audit log as CSV */
  readonly downloadAuditTrailCsv: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<AuditFilters> };
    readonly answer: never;
    readonly line: never;
  };
  /** Download the audit log as NDJSON */
  readonly downloadAuditTrailNdjson: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<AuditFilters> };
    readonly answer: never;
    readonly line: AuditEntry;
  };
  /** Download the results of a job as CSV */
  readonly downloadJobResults: {
    readonly sent: { readonly path: JobParams };
    readonly answer: never;
    readonly line: never;
  };
  /** Download the results of a run as CSV */
  readonly downloadRunResults: {
    readonly sent: { readonly path: RunParams };
    readonly answer: never;
    readonly line: never;
  };
  /** End all of the signed-in person's other sessions */
  readonly endOtherSessions: {
    readonly sent: unknown;
    readonly answer: EndedSessionsAnswer;
    readonly line: never;
  };
  /** End one of the signed-in person's sessions */
  readonly endOwnSession: {
    readonly sent: { readonly path: OwnSessionParams };
    readonly answer: EndedSessionsAnswer;
    readonly line: never;
  };
  /** Get an app's session for its code */
  readonly exchangeAppCode: {
    readonly sent: { readonly body: ExchangeAppCodeBody };
    readonly answer: MobileSignInAnswer;
    readonly line: never;
  };
  /** Get information for the sign-in page */
  readonly getAbout: {
    readonly sent: unknown;
    readonly answer: AboutAnswer;
    readonly line: never;
  };
  /** Get whether jobs continue after a sign-out */
  readonly getAppWork: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: AppWorkAnswer;
    readonly line: never;
  };
  /** Get the OpenAPI document */
  readonly getContract: {
    readonly sent: unknown;
    readonly answer: {
    };
    readonly line: never;
  };
  /** Liveness check */
  readonly getHealth: {
    readonly sent: unknown;
    readonly answer: OkAnswer;
    readonly line: never;
  };
  /** List the session's installations and their repositories */
  readonly getInstallStatus: {
    readonly sent: unknown;
    readonly answer: InstallStatusAnswer;
    readonly line: never;
  };
  /** Get a job */
  readonly getJob: {
    readonly sent: { readonly path: JobParams };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Get one of the signed-in person's organizations */
  readonly getOrganization: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: OrganizationAnswer;
    readonly line: never;
  };
  /** Explain limited access to an organization */
  readonly getOrganizationAccess: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: AccessAnswer;
    readonly line: never;
  };
  /** Compare the organization with the files applied last */
  readonly getOrganizationDrift: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<DriftQuery> };
    readonly answer: DriftAnswer;
    readonly line: never;
  };
  /** Get the JSON Schema of organization files */
  readonly getOrganizationFileSchema: {
    readonly sent: unknown;
    readonly answer: {
    };
    readonly line: never;
  };
  /** Get the rules about owners */
  readonly getOwnerRules: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: OwnerRulesAnswer;
    readonly line: never;
  };
  /** Get a person of an organization */
  readonly getPerson: {
    readonly sent: { readonly path: PersonParams };
    readonly answer: PersonAnswer;
    readonly line: never;
  };
  /** Get a person in all organizations that the caller owns */
  readonly getPersonAcross: {
    readonly sent: { readonly path: PersonAcrossParams; readonly query?: Partial<PersonAcrossQuery> };
    readonly answer: never;
    readonly line: PersonAcrossLine;
  };
  /** Readiness check */
  readonly getReadiness: {
    readonly sent: unknown;
    readonly answer: OkAnswer;
    readonly line: never;
  };
  /** Get one of the signed-in person's runs */
  readonly getRun: {
    readonly sent: { readonly path: RunParams };
    readonly answer: RunAnswer;
    readonly line: never;
  };
  /** Get the current session */
  readonly getSession: {
    readonly sent: { readonly query?: Partial<GetSessionQuery> };
    readonly answer: CurrentSessionAnswer;
    readonly line: never;
  };
  /** Write an organization as files */
  readonly importOrganizationFiles: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<ImportFilesQuery> };
    readonly answer: ImportFilesAnswer;
    readonly line: never;
  };
  /** Invite up to 50 people into an organization */
  readonly inviteMembers: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<MassInviteQuery>; readonly body: MassInviteRequest };
    readonly answer: MassInviteAnswer;
    readonly line: never;
  };
  /** Link an installation by its ID */
  readonly linkInstallation: {
    readonly sent: { readonly body: CompleteInstallationRequest };
    readonly answer: CompleteInstallationAnswer;
    readonly line: never;
  };
  /** List background work that failed too often, newest first */
  readonly listDeadWork: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: DeadWorkAnswer;
    readonly line: never;
  };
  /** List dismissed findings */
  readonly listDismissedFindings: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: DismissedFindingsAnswer;
    readonly line: never;
  };
  /** List pending requests to install the App */
  readonly listInstallationRequests: {
    readonly sent: unknown;
    readonly answer: InstallationRequestsAnswer;
    readonly line: never;
  };
  /** List open and failed invitations */
  readonly listInvitations: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: ListInvitationsAnswer;
    readonly line: never;
  };
  /** List the rows of a job */
  readonly listJobRows: {
    readonly sent: { readonly path: JobParams; readonly query?: Partial<JobRowsQuery> };
    readonly answer: JobRowsAnswer;
    readonly line: never;
  };
  /** List an organization's jobs */
  readonly listJobs: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<JobsQuery> };
    readonly answer: JobsAnswer;
    readonly line: never;
  };
  /** The caller's last access review of each organization that they owned at sign-in */
  readonly listLastReviews: {
    readonly sent: unknown;
    readonly answer: LastReviewsAnswer;
    readonly line: never;
  };
  /** List the signed-in person's organizations */
  readonly listOrganizations: {
    readonly sent: unknown;
    readonly answer: OrganizationsAnswer;
    readonly line: never;
  };
  /** List the signed-in person's sessions */
  readonly listOwnSessions: {
    readonly sent: unknown;
    readonly answer: OwnSessionsAnswer;
    readonly line: never;
  };
  /** List people of an organization */
  readonly listPeople: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<PeopleQuery> };
    readonly answer: never;
    readonly line: PeopleLine;
  };
  /** List people of all organizations that the caller owns */
  readonly listPeopleAcross: {
    readonly sent: { readonly query?: Partial<PeopleAcrossQuery> };
    readonly answer: never;
    readonly line: PeopleAcrossLine;
  };
  /** List a person's personal access tokens */
  readonly listPersonalTokens: {
    readonly sent: { readonly path: PersonParams };
    readonly answer: PersonalTokensAnswer;
    readonly line: never;
  };
  /** List a person's repository access */
  readonly listReachedRepositories: {
    readonly sent: { readonly path: PersonParams };
    readonly answer: never;
    readonly line: ReachedRepositoriesLine;
  };
  /** List people with access to a repository */
  readonly listRepositoryPeople: {
    readonly sent: { readonly path: RepositoryParams };
    readonly answer: never;
    readonly line: RepositoryPeopleLine;
  };
  /** List the signed-in person's runs */
  readonly listRuns: {
    readonly sent: unknown;
    readonly answer: RunsAnswer;
    readonly line: never;
  };
  /** Pause a job */
  readonly pauseJob: {
    readonly sent: { readonly path: JobParams };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Plan the changes that files describe */
  readonly planOrganizationFiles: {
    readonly sent: { readonly path: OrganizationParams; readonly body: PlanFilesRequest };
    readonly answer: PlanFilesAnswer;
    readonly line: never;
  };
  /** Get the program's session, once the person has approved */
  readonly pollDeviceSignIn: {
    readonly sent: { readonly body: PollDeviceSignInBody };
    readonly answer: MobileSignInAnswer;
    readonly line: never;
  };
  /** Preview up to 200 invitations */
  readonly previewInvitations: {
    readonly sent: { readonly path: OrganizationParams; readonly body: InvitationPreviewRequest };
    readonly answer: InvitationPreviewAnswer;
    readonly line: never;
  };
  /** Preview a change of people in several organizations */
  readonly previewPeopleAcross: {
    readonly sent: { readonly body: PreviewAcrossRequest };
    readonly answer: never;
    readonly line: PreviewAcrossLine;
  };
  /** Preview a change of people */
  readonly previewPeopleChange: {
    readonly sent: { readonly path: OrganizationParams; readonly body: PreviewPeopleRequest };
    readonly answer: PreviewPeopleAnswer;
    readonly line: never;
  };
  /** Get the signed head of the audit log */
  readonly readAuditHead: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<AuditHeadQuery> };
    readonly answer: AuditHeadAnswer;
    readonly line: never;
  };
  /** List audit log entries */
  readonly readAuditTrail: {
    readonly sent: { readonly path: OrganizationParams; readonly query?: Partial<AuditQuery> };
    readonly answer: AuditTrailAnswer;
    readonly line: never;
  };
  /** Read which program asks to be signed in */
  readonly readDeviceRequest: {
    readonly sent: { readonly body: UserCodeBody };
    readonly answer: DeviceRequest;
    readonly line: never;
  };
  /** Restore dismissed findings */
  readonly restoreFindings: {
    readonly sent: { readonly path: OrganizationParams; readonly body: RestoreFindingsRequest };
    readonly answer: DismissedFindingsAnswer;
    readonly line: never;
  };
  /** Resume a job */
  readonly resumeJob: {
    readonly sent: { readonly path: JobParams; readonly query?: Partial<ContinueQuery> };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Retry background work that failed too often */
  readonly retryDeadWork: {
    readonly sent: { readonly path: DeadWorkParams };
    readonly answer: RetriedWorkAnswer;
    readonly line: never;
  };
  /** Retry a run that failed too often */
  readonly retryRun: {
    readonly sent: { readonly path: RunParams };
    readonly answer: RunAnswer;
    readonly line: never;
  };
  /** Access review */
  readonly reviewPeople: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: never;
    readonly line: PeopleReviewLine;
  };
  /** Access review of all organizations that the caller owns */
  readonly reviewPeopleAcross: {
    readonly sent: unknown;
    readonly answer: never;
    readonly line: ReviewAcrossLine;
  };
  /** Revoke the access of a person's tokens */
  readonly revokePersonalTokens: {
    readonly sent: { readonly path: PersonParams; readonly body: RevokeTokensRequest };
    readonly answer: RevokeTokensAnswer;
    readonly line: never;
  };
  /** Run an allowed GraphQL query as the signed-in person */
  readonly runGraphqlOperation: {
    readonly sent: { readonly body: GraphqlProxyRequest };
    readonly answer: GraphqlProxyAnswer;
    readonly line: never;
  };
  /** Resend open and failed invitations */
  readonly sendInvitationsAgain: {
    readonly sent: { readonly path: OrganizationParams; readonly body: ChosenInvitations };
    readonly answer: ChangeInvitationsAnswer;
    readonly line: never;
  };
  /** Sign out */
  readonly signOut: {
    readonly sent: unknown;
    readonly answer: OkAnswer;
    readonly line: never;
  };
  /** Export who has access to repositories */
  readonly startAccessExport: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Start to sign in to an app with a return address of its own */
  readonly startAppSignIn: {
    readonly sent: { readonly query?: Partial<StartAppSignInQuery> };
    readonly answer: never;
    readonly line: never;
  };
  /** Start to sign in a program without a browser */
  readonly startDeviceSignIn: {
    readonly sent: { readonly body: StartDeviceSignInBody };
    readonly answer: DeviceSignInAnswer;
    readonly line: never;
  };
  /** Start installing the App */
  readonly startInstallation: {
    readonly sent: { readonly query?: Partial<StartInstallationQuery> };
    readonly answer: never;
    readonly line: never;
  };
  /** Invite up to 2,000 people in the background */
  readonly startInvitationJob: {
    readonly sent: { readonly path: OrganizationParams; readonly body: InvitationJobRequest };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Apply previewed changes of up to 2,000 people */
  readonly startPeopleChange: {
    readonly sent: { readonly path: OrganizationParams; readonly body: StartPeopleChangeRequest };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Start jobs in several organizations */
  readonly startRun: {
    readonly sent: { readonly body: RunRequest };
    readonly answer: RunAnswer;
    readonly line: never;
  };
  /** Start sign-in */
  readonly startSignIn: {
    readonly sent: { readonly query?: Partial<StartSignInQuery> };
    readonly answer: never;
    readonly line: never;
  };
  /** Take over a job with your own token */
  readonly takeOverJob: {
    readonly sent: { readonly path: JobParams; readonly query?: Partial<ContinueQuery> };
    readonly answer: JobAnswer;
    readonly line: never;
  };
  /** Change files to say what the organization is */
  readonly updateOrganizationFiles: {
    readonly sent: { readonly path: OrganizationParams; readonly body: FilesRequest };
    readonly answer: UpdateFilesAnswer;
    readonly line: never;
  };
  /** Watch the audit log */
  readonly watchAuditTrail: {
    readonly sent: { readonly path: OrganizationParams };
    readonly answer: never;
    readonly line: never;
  };
  /** Watch a job */
  readonly watchJob: {
    readonly sent: { readonly path: JobParams };
    readonly answer: never;
    readonly line: never;
  };
}
