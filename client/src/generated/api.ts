// Written by `npm run generate`. Do not edit.

export type AboutAnswer = {
  readonly version: string;
  readonly codeHost: {
    /** Address of the code host's web pages. */
    readonly url: string;
    /** People of the bundled simulation, or null when a real code host is configured. */
    readonly demoPeople: readonly DemoPerson[] | null;
  };
};

export type AccessAnswer = {
  readonly access: OrganizationAccessView;
};

export type AccessCause = {
  readonly kind: 'single-sign-on';
  /** Page of the code host where single sign-on is done; null when it named none. */
  readonly authorizeUrl: string | null;
} | {
  /** The organization allows only addresses on its list, on which that of orgdesk is not. */
  readonly kind: 'ip-allow-list';
} | {
  /** The code host shows no membership: no such organization, not a member, or hidden. */
  readonly kind: 'no-membership';
} | {
  /** A member at sign-in, and none any more. */
  readonly kind: 'membership-ended';
} | {
  /** The invitation waits to be accepted at the code host. */
  readonly kind: 'invitation-pending';
} | {
  /** The App is not installed. */
  readonly kind: 'app-missing';
} | {
  readonly kind: 'app-suspended';
  /** ISO 8601 with milliseconds. */
  readonly suspendedAt: string;
} | {
  /** The App does not ask for all that orgdesk needs, so that nobody can grant it. */
  readonly kind: 'permissions-not-requested';
  /** Page of the code host where the owner of the App changes what it asks for; null when not known. */
  readonly settingsUrl: string | null;
  /** By name. */
  readonly permissions: readonly UnrequestedPermission[];
} | {
  /** The App asks for more than the organization has granted it. */
  readonly kind: 'permissions-missing';
  /** By name. */
  readonly permissions: readonly MissingPermission[];
} | {
  /** A member now, but the session does not list the organization: sign in again. */
  readonly kind: 'not-known-at-sign-in';
} | {
  /** The role is another than at sign-in: sign in again. */
  readonly kind: 'role-changed';
};

export type CompleteInstallationAnswer = {
  readonly ok: true;
  readonly installationId: number;
};

export type CompleteInstallationRequest = {
  readonly installationId: number;
};

export type CoveredRepositoryView = {
  readonly nameWithOwner: string;
  readonly url: string;
  readonly isPrivate: boolean;
};

export type CurrentSessionAnswer = SessionAnswer | NoSessionAnswer;

export type DemoPerson = {
  readonly login: string;
  readonly description: string;
};

export type ErrorAnswer = {
  /** A sentence that may be shown to people. */
  readonly error: string;
};

export type FailedInvitation = {
  readonly login: string;
  readonly error: string;
  readonly reason?: InvitationFailureReason;
};

export type GraphqlOperationName = 'ViewerProfile' | 'OrganizationSummary' | 'OrganizationMembers' | 'OrganizationTeams' | 'TeamMembers' | 'RepositoryContributors' | 'OrgRepositories' | 'RepoScoringData' | 'OrgTeamsData' | 'OrgScoringData' | 'OrganizationRepositories';

export type GraphqlProxyAnswer = {
  /** What the document asks for, in the shape of the platform. */
  readonly data: unknown;
  /** What the code host withheld; there only when something was. */
  readonly errors?: readonly WithheldData[];
};

export type GraphqlProxyRequest = {
  /** GraphQL document with exactly one operation, named as in `operationName`. */
  readonly query: string;
  readonly operationName: GraphqlOperationName;
  readonly variables?: Readonly<Record<string, unknown>>;
};

export type InstallStatusAnswer = {
  readonly installed: boolean;
  readonly installationIds: readonly number[];
  readonly accounts: readonly InstallationAccountSummary[];
  readonly summary: InstallStatusSummary;
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
  /** ISO 8601 with milliseconds: when the cached record was last brought up to date. */
  readonly updatedAt: string;
};

export type InvitationFailureReason = 'not-found' | 'already-there' | 'over-quota' | 'rate-limited' | 'token-rejected' | 'refused' | 'unreachable' | 'not-tried' | 'not-confirmed';

export type MassInviteAnswer = {
  readonly success: readonly string[];
  readonly failed: readonly FailedInvitation[];
  /** With `reasons=true`, after a rate limit that said how long it lasts: when another try has a chance. */
  readonly retryAfterSeconds?: number;
};

export type MassInviteRequest = {
  /** One to fifty logins, counted without blanks and exact duplicates. */
  readonly userLogins: readonly string[];
};

export type MissingPermission = {
  /** The code host's name for it, `members` for example. */
  readonly name: string;
  /** `read`, `write` or `admin`. */
  readonly wanted: string;
  /** The level it was granted at; null when it was not. */
  readonly granted: string | null;
};

export type MobileSignInAnswer = {
  /** Equals `session.id`; sent as a bearer token. */
  readonly sessionToken: string;
  readonly session: SessionView;
};

export type NoSessionAnswer = {
  readonly authenticated: false;
  readonly session: null;
};

export type OkAnswer = {
  readonly ok: true;
};

export type OrganizationAccessView = {
  /** As the code host or the session writes it, else as it was asked for. */
  readonly login: string;
  /** ISO 8601 with milliseconds. */
  readonly checkedAt: string;
  readonly role: {
    readonly atSignIn: OrganizationRole | null;
    readonly now: OrganizationRole | null;
  };
  /** What has to be mended first comes first; empty when nothing limits what the person sees. */
  readonly causes: readonly AccessCause[];
  readonly unchecked: readonly UncheckedPart[];
};

export type OrganizationAnswer = {
  readonly organization: OrganizationView;
};

export type OrganizationMembershipView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
};

export type OrganizationRole = 'admin' | 'member';

export type OrganizationView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly viewerCanAdminister: boolean;
  readonly hasAppInstalled: boolean;
  readonly installationId: number | null;
  /** Cached count; null when it has not been fetched. */
  readonly repositoryCount: number | null;
  readonly repositorySelection: 'all' | 'selected' | null;
  /** ISO 8601 while the installation is suspended, else null. */
  readonly suspendedAt: string | null;
};

export type OrganizationsAnswer = {
  readonly organizations: readonly OrganizationView[];
};

export type SessionAnswer = {
  readonly authenticated: true;
  readonly session: SessionView;
};

export type SessionView = {
  /** 64 lower-case hex characters: the credential itself, so treat the view as a secret. */
  readonly id: string;
  readonly user: UserView;
  readonly installationIds: readonly number[];
  /** ISO 8601 with milliseconds. */
  readonly expiresAt: string;
};

export type UncheckedPart = {
  readonly part: 'membership' | 'installation';
  /** The code host takes no more requests for now. */
  readonly reason: 'rate-limited' | 'asked-too-often' | 'unreachable' | 'refused';
};

export type UnrequestedPermission = {
  /** The code host's name for it, `members` for example. */
  readonly name: string;
  /** `read`, `write` or `admin`. */
  readonly needed: string;
  /** The level the App asks for; null when it does not ask. */
  readonly requested: string | null;
  /** What cannot be done without it. */
  readonly purpose: string;
};

export type UserView = {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly organizations: readonly OrganizationMembershipView[];
};

/** What the code host documents for the event; up to 25 MB. */
export type WebhookPayload = {
  readonly action?: string;
  readonly installation?: {
    readonly id: number;
  };
};

export type WithheldData = {
  readonly message: string;
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
};

/** Every operation: what it is sent, and what it answers with 200. */
export interface Operations {
  /** Whether the process answers */
  readonly getHealth: {
    readonly sent: Record<never, never>;
    readonly answer: OkAnswer;
  };
  /** Whether requests can be served */
  readonly getReadiness: {
    readonly sent: Record<never, never>;
    readonly answer: OkAnswer;
  };
  /** This document */
  readonly getContract: {
    readonly sent: Record<never, never>;
    readonly answer: Readonly<Record<string, unknown>>;
  };
  /** What a page shows before anybody signed in */
  readonly getAbout: {
    readonly sent: Record<never, never>;
    readonly answer: AboutAnswer;
  };
  /** Begin a sign-in */
  readonly startSignIn: {
    readonly sent: { readonly query?: { readonly returnTo?: string; readonly mode?: 'web' | 'mobile' } };
    readonly answer: never;
  };
  /** Where the code host sends people back from signing in */
  readonly completeSignIn: {
    readonly sent: { readonly query?: { readonly code?: string; readonly state?: string } };
    readonly answer: MobileSignInAnswer;
  };
  /** The current session */
  readonly getSession: {
    readonly sent: { readonly query?: { readonly optional?: 'true' } };
    readonly answer: CurrentSessionAnswer;
  };
  /** End the session */
  readonly signOut: {
    readonly sent: Record<never, never>;
    readonly answer: OkAnswer;
  };
  /** The organizations of the signed-in person */
  readonly listOrganizations: {
    readonly sent: Record<never, never>;
    readonly answer: OrganizationsAnswer;
  };
  /** One of them */
  readonly getOrganization: {
    readonly sent: { readonly path: { readonly login: string } };
    readonly answer: OrganizationAnswer;
  };
  /** Why somebody sees less of an organization than there is */
  readonly getOrganizationAccess: {
    readonly sent: { readonly path: { readonly login: string } };
    readonly answer: AccessAnswer;
  };
  /** Invite up to fifty people into an organization */
  readonly inviteMembers: {
    readonly sent: { readonly path: { readonly login: string }; readonly query?: { readonly reasons?: 'true' }; readonly body: MassInviteRequest };
    readonly answer: MassInviteAnswer;
  };
  /** Run an allowed GraphQL read as the signed-in person */
  readonly runGraphqlOperation: {
    readonly sent: { readonly body: GraphqlProxyRequest };
    readonly answer: GraphqlProxyAnswer;
  };
  /** Begin installing the App */
  readonly startInstallation: {
    readonly sent: { readonly query?: { readonly returnTo?: string; readonly targetId?: string; readonly targetType?: 'organization' | 'user' } };
    readonly answer: never;
  };
  /** Where the code host sends people back from installing */
  readonly completeInstall: {
    readonly sent: { readonly query?: { readonly installation_id?: string; readonly state?: string; readonly setup_action?: string } };
    readonly answer: never;
  };
  /** The installations of the session, with their repositories */
  readonly getInstallStatus: {
    readonly sent: Record<never, never>;
    readonly answer: InstallStatusAnswer;
  };
  /** Link an installation by its ID */
  readonly linkInstallation: {
    readonly sent: { readonly body: CompleteInstallationRequest };
    readonly answer: CompleteInstallationAnswer;
  };
}

/** Where every operation is. */
export const ADDRESSES = {
  getHealth: { method: 'GET', path: '/healthz', answersJson: true },
  getReadiness: { method: 'GET', path: '/readyz', answersJson: true },
  getContract: { method: 'GET', path: '/api/openapi.json', answersJson: true },
  getAbout: { method: 'GET', path: '/api/about', answersJson: true },
  startSignIn: { method: 'GET', path: '/api/auth/start', answersJson: false },
  completeSignIn: { method: 'GET', path: '/api/auth', answersJson: true },
  getSession: { method: 'GET', path: '/api/auth/session', answersJson: true },
  signOut: { method: 'POST', path: '/api/auth/logout', answersJson: true },
  listOrganizations: { method: 'GET', path: '/api/organizations', answersJson: true },
  getOrganization: { method: 'GET', path: '/api/organizations/{login}', answersJson: true },
  getOrganizationAccess: { method: 'GET', path: '/api/organizations/{login}/access', answersJson: true },
  inviteMembers: { method: 'POST', path: '/api/organizations/{login}/mass-invite', answersJson: true },
  runGraphqlOperation: { method: 'POST', path: '/api/github/graphql', answersJson: true },
  startInstallation: { method: 'GET', path: '/api/install/start', answersJson: false },
  completeInstall: { method: 'GET', path: '/api/install/callback', answersJson: false },
  getInstallStatus: { method: 'GET', path: '/api/install/status', answersJson: true },
  linkInstallation: { method: 'POST', path: '/api/install/complete', answersJson: true },
} as const;
