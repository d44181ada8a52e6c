/** What a person may be inside an organization, in the words of the REST API. */
export type OrganizationRole = 'admin' | 'member' | 'billing_manager';

/** A personal account. */
export interface UserRecord {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  /** One line for the sign-in page; null keeps the account off that page, though it can still sign in by name. */
  readonly signInNote: string | null;
  readonly company: string | null;
  /** An account without a verified address cannot be exchanged for a token. */
  readonly emailVerified: boolean;
  /** `shown`: suspended, but the profile is still there. `hidden`: flagged as well, and shown to nobody. */
  readonly suspension: 'shown' | 'hidden' | null;
  /** `insecure` is one that can be intercepted, as a text message can. */
  readonly secondFactor: 'secure' | 'insecure' | 'none';
  readonly createdAt: string;
  /** A managed account that GraphQL does not find by its login, though REST does. */
  readonly unknownToGraphql: boolean;
  /** Memberships the platform does not show to Apps of this user. */
  readonly hiddenOrganizationIds: readonly number[];
  /** SAML-protected organizations this user has authorised. */
  readonly samlOrganizationIds: readonly number[];
}

/** What an organization pays for, as its API calls it. */
export type PlanName = 'free' | 'team' | 'enterprise';

/** An organization account. */
export interface OrganizationRecord {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly websiteUrl: string | null;
  readonly verified: boolean;
  readonly requiresTwoFactor: boolean;
  readonly samlEnforced: boolean;
  /** One that is paid raises the invitation quota at once, not only after the first month. */
  readonly plan: PlanName;
  /** How many people may belong to it, open invitations included; null for no limit. */
  readonly seats: number | null;
  readonly invitationsDisabled: boolean;
  /** Whether its people have managed accounts, as everybody on GHE.com has: there are no invitations. */
  readonly managedUsers: boolean;
  /** Whether it allows only addresses on its list, on which nobody who calls is. */
  readonly ipAllowList: boolean;
  /** Whether inviting an invited person again answers the open invitation, as it does for an address. */
  readonly repeatsOpenInvitations: boolean;
  /** Whether somebody whose invitation failed cannot be invited again before it is dismissed. */
  readonly failuresBlockInviting: boolean;
  /** Whether failed invitations give the code of the reason instead of its text. */
  readonly failuresAsCodes: boolean;
  /** Invitations in 24 hours; null for what age and plan give. */
  readonly invitationLimit: number | null;
  /** What every member may do in every repository. */
  readonly basePermission: 'NONE' | 'READ' | 'WRITE' | 'ADMIN';
  /** Whether lists can be narrowed to people with an insecure second factor, which older Enterprise Servers refuse. */
  readonly filtersInsecureFactors: boolean;
  /** Whether a new membership needs no consent; null for what is usual on this kind of code host. */
  readonly addsMembersDirectly: boolean | null;
  readonly createdAt: string;
}

/** What somebody is invited as, in the words of the invitation calls. */
export type InvitationRole = 'direct_member' | 'admin' | 'billing_manager' | 'reinstate';

/**
 * Why an invitation failed: the codes, and what the platform says. github/docs issue 4423 has the codes and the first
 * two texts; the others were chosen.
 */
export const INVITATION_FAILURES = {
  expired: 'Invitation expired. User did not accept this invite for 7 days.',
  no_more_seats: 'No seats available.',
  trade_controls: 'User is restricted by trade controls.',
  already_accepted: 'Invitation was already accepted.',
  invalid_generic: 'Invitation is invalid.',
} as const;

/** The code of why an invitation failed. */
export type InvitationFailure = keyof typeof INVITATION_FAILURES;

/** An invitation into an organization. An open one for a known person comes with a pending membership. */
export interface InvitationRecord {
  readonly id: number;
  readonly organizationId: number;
  /** Null for an invitation to an e-mail address. */
  readonly inviteeId: number | null;
  /** Whose address it is. The invitation does not tell; the pending membership does. */
  readonly addresseeId: number | null;
  readonly email: string | null;
  readonly role: InvitationRole;
  /** A person, or the App's own account. */
  readonly inviterId: number;
  readonly teamIds: readonly number[];
  /** A dismissed one counts as cancelled. */
  readonly state: 'open' | 'accepted' | 'declined' | 'cancelled' | 'failed';
  /** Those of an identity provider never expire and draw on no quota. */
  readonly source: 'member' | 'scim';
  readonly createdAt: string;
  readonly failedAt: string | null;
  readonly failedReason: InvitationFailure | null;
}

/** One person in one organization. */
export interface MembershipRecord {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: OrganizationRole;
  /** `pending` is an invitation the person has not accepted yet. */
  readonly state: 'active' | 'pending';
}

/** One person in one team. */
export interface TeamMember {
  readonly userId: number;
  readonly role: 'MAINTAINER' | 'MEMBER';
}

/** What somebody may do in a repository, from least to most. */
export const REPOSITORY_PERMISSIONS = ['READ', 'TRIAGE', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;
export type RepositoryPermission = (typeof REPOSITORY_PERMISSIONS)[number];

/** What a team may do in one repository. */
export interface TeamRepository {
  readonly repositoryId: number;
  readonly permission: RepositoryPermission;
}

/** What one person was given in one repository, beside anything the organization or a team gives. */
export interface DirectAccess {
  readonly userId: number;
  readonly permission: RepositoryPermission;
}

/** A team of an organization; members are the immediate ones. */
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
  /** Whether an identity provider decides who is in it. */
  readonly synchronized: boolean;
  readonly createdAt: string;
}

/** A repository with the figures the read operations ask for. */
export interface RepositoryRecord {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly description: string | null;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
  readonly isFork: boolean;
  readonly isTemplate: boolean;
  /** Null for a repository nobody has pushed to. */
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

/** What an App may do, by area: `members: write`. */
export type Permissions = Readonly<Record<string, 'read' | 'write' | 'admin'>>;

/** Somebody asked the owners of an organization to install the App. */
export interface InstallationRequestRecord {
  readonly id: number;
  readonly accountId: number;
  readonly requesterId: number;
  readonly createdAt: string;
}

/** The App on one account. */
export interface InstallationRecord {
  readonly id: number;
  readonly accountId: number;
  readonly accountType: 'Organization' | 'User';
  readonly repositorySelection: 'all' | 'selected';
  /** Counted only when the selection is `selected`. */
  readonly repositoryIds: readonly number[];
  readonly suspendedAt: string | null;
  /** A person, or the App's own account; null when nobody is named. */
  readonly suspendedById: number | null;
  /** What the owner has granted; null: all that the App asks for. */
  readonly permissions: Permissions | null;
  /** Outside collaborators, who see the installation without being members. */
  readonly collaboratorIds: readonly number[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
