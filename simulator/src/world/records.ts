export type MemberRole = 'admin' | 'member' | 'billing_manager';

export interface UserRecord {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  /** Null hides the account on the sign-in page. */
  readonly signInNote: string | null;
  readonly company: string | null;
  /** Without one, the account gets no token. */
  readonly emailVerified: boolean;
  readonly suspension: 'shown' | 'hidden' | null;
  readonly secondFactor: 'secure' | 'insecure' | 'none';
  readonly createdAt: string;
  /** REST finds the managed account by login, GraphQL does not. */
  readonly unknownToGraphql: boolean;
  /** Their memberships are hidden from the user's Apps. */
  readonly hiddenOrganizationIds: readonly number[];
  /** SAML organizations that the user authorized. */
  readonly samlOrganizationIds: readonly number[];
}

export type PlanName = 'free' | 'team' | 'enterprise';

export interface OrganizationRecord {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly websiteUrl: string | null;
  readonly verified: boolean;
  readonly requiresTwoFactor: boolean;
  readonly samlEnforced: boolean;
  /** Paid plans raise the invitation quota immediately. */
  readonly plan: PlanName;
  /** Includes open invitations; null for unlimited. */
  readonly seats: number | null;
  readonly invitationsDisabled: boolean;
  /** Excludes invitations; always so on GHE.com. */
  readonly managedUsers: boolean;
  /** True if an IP allow list excludes all callers. */
  readonly ipAllowList: boolean;
  /** Repeating an invitation returns the open one. */
  readonly repeatsOpenInvitations: boolean;
  /** A failed invitation must be dismissed first. */
  readonly failuresBlockInviting: boolean;
  readonly failuresAsCodes: boolean;
  /** Refuses invitations by an App to an address or as an owner. */
  readonly limitsAppInvitations: boolean;
  /** Invitations in 24 hours; null for the default. */
  readonly invitationLimit: number | null;
  /** All members have it in all repositories. */
  readonly basePermission: 'NONE' | 'READ' | 'WRITE' | 'ADMIN';
  /** False on older Enterprise Servers. */
  readonly filtersInsecureFactors: boolean;
  /** Null means the host's default. */
  readonly addsMembersDirectly: boolean | null;
  /** Null if the plan has none. */
  readonly roles: readonly OrganizationRoleRecord[] | null;
  readonly repositoryRoles: readonly RepositoryRoleRecord[];
  readonly personalTokens: readonly PersonalTokenRecord[];
  readonly createdAt: string;
}

/** A fine-grained token with access to an organization. */
export interface PersonalTokenRecord {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
}

export interface OrganizationRoleRecord {
  readonly id: number;
  readonly name: string;
  /** What it gives in all repositories. */
  readonly baseRole: 'read' | 'triage' | 'write' | 'maintain' | 'admin' | null;
  readonly userIds: readonly number[];
  readonly teamIds: readonly number[];
}

export type InvitationRole = 'direct_member' | 'admin' | 'billing_manager' | 'reinstate';

/** The codes and first two texts are from github/docs issue 4423; the others are invented. */
export const INVITATION_FAILURES = {
  expired: 'Invitation expired. User did not accept this invite for 7 days.',
  no_more_seats: 'No seats available.',
  trade_controls: 'User is restricted by trade controls.',
  already_accepted: 'Invitation was already accepted.',
  invalid_generic: 'Invitation is invalid.',
} as const;

export type InvitationFailure = keyof typeof INVITATION_FAILURES;

/** An open invitation of a known person has a pending membership. */
export interface InvitationRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly inviteeId: number | null;
  /** Owner of the email address, visible only in the pending membership. */
  readonly addresseeId: number | null;
  readonly email: string | null;
  readonly role: InvitationRole;
  /** A person or the App's bot account. */
  readonly inviterId: number;
  readonly teamIds: readonly number[];
  /** A dismissed invitation counts as `cancelled`. */
  readonly state: 'open' | 'accepted' | 'declined' | 'cancelled' | 'failed';
  /** `scim` invitations never expire or use quota. */
  readonly source: 'member' | 'scim';
  readonly createdAt: string;
  readonly failedAt: string | null;
  readonly failedReason: InvitationFailure | null;
}

export interface MembershipRecord {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: MemberRole;
  readonly state: 'active' | 'pending';
  /** False if only enterprise teams make the person a member. */
  readonly isDirect: boolean;
}

export interface TeamMember {
  readonly userId: number;
  readonly role: 'MAINTAINER' | 'MEMBER';
}

export const REPOSITORY_PERMISSIONS = ['READ', 'TRIAGE', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
export type RepositoryPermission = (typeof REPOSITORY_PERMISSIONS)[number];

/** A permission or the name of a custom role. */
export type AccessName = string;

export interface Grant {
  readonly permission: RepositoryPermission;
  /** The custom role that has the permission as its base, or null. */
  readonly role: string | null;
}

export interface TeamRepository extends Grant {
  readonly repositoryId: number;
}

export interface DirectAccess extends Grant {
  readonly userId: number;
}

/** Of an organization, for its repositories. */
export interface RepositoryRoleRecord {
  readonly id: number;
  readonly name: string;
  readonly base: RepositoryPermission;
}

/** Deleted when answered. */
export interface RepositoryInvitationRecord extends Grant {
  readonly id: number;
  readonly repositoryId: number;
  readonly inviteeId: number;
  readonly inviterId: number;
  readonly createdAt: string;
}

/** `members` contains direct members only. An empty slug means that the team has no address by name. */
export interface TeamRecord {
  readonly id: number;
  readonly organizationId: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly privacy: 'VISIBLE' | 'SECRET';
  readonly parentId: number | null;
  readonly members: readonly TeamMember[];
  readonly repositories: readonly TeamRepository[];
  /** With an identity provider. */
  readonly synchronized: boolean;
  /** Belongs to the enterprise; the organization cannot change it. */
  readonly isEnterprise: boolean;
  readonly createdAt: string;
}

export interface RepositoryRecord {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly description: string | null;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isFork: boolean;
  readonly isTemplate: boolean;
  readonly defaultBranch: string | null;
  readonly language: string | null;
  readonly license: string | null;
  readonly codeOfConduct: string | null;
  readonly hasSecurityPolicy: boolean;
  readonly stars: number;
  readonly forks: number;
  readonly watchers: number;
  readonly openIssues: number;
  readonly closedIssues: number;
  readonly openPullRequests: number;
  readonly mergedPullRequests: number;
  readonly releases: number;
  readonly branchProtectionRules: number;
  readonly commits: number;
  readonly diskUsageKilobytes: number;
  readonly checkState: 'SUCCESS' | 'FAILURE' | 'PENDING' | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pushedAt: string | null;
}

export type Permissions = Readonly<Record<string, 'read' | 'write' | 'admin'>>;

export interface InstallationRequestRecord {
  readonly id: number;
  readonly accountId: number;
  readonly requesterId: number;
  readonly createdAt: string;
}

export interface InstallationRecord {
  readonly id: number;
  readonly accountId: number;
  readonly accountType: 'Organization' | 'User';
  readonly repositorySelection: 'all' | 'selected';
  readonly repositoryIds: readonly number[];
  readonly suspendedAt: string | null;
  /** A person or the App's bot account. */
  readonly suspendedById: number | null;
  /** Null: all that the App requests. */
  readonly permissions: Permissions | null;
  /** Outside collaborators who can see it. */
  readonly collaboratorIds: readonly number[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
