import type { MembershipRole } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { HostToken } from '../../lib/secrets.ts';

export interface OrganizationRequest {
  readonly token: HostToken;
  readonly organization: string;
  readonly organizationId: number;
  readonly end?: AbortSignal | undefined;
}

export interface NamedAccount {
  readonly id: number;
  readonly login: string;
}

export interface HostPerson extends NamedAccount {
  /** Also null if lists omit it. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly role: MembershipRole | 'outside_collaborator';
}

/** `withheld`: why entries are missing; null if complete. */
interface WithheldPart {
  readonly withheld: HostRefusal | null;
}

export interface MembersPage extends WithheldPart {
  readonly people: readonly HostPerson[];
  readonly total: number;
}

/** A team with direct members. A large team comes in several parts. */
export interface TeamPart extends WithheldPart {
  readonly team: {
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly repositoryCount: number;
    /** Includes child teams. */
    readonly peopleCount: number;
  };
  readonly people: readonly { readonly id: number; readonly role: TeamRole }[];
}

export interface TeamsPage extends WithheldPart {
  readonly teams: readonly TeamPart[];
}

export interface TeamOfPerson {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly role: TeamRole;
  /** True if the team has no other maintainer. */
  readonly isAlone: boolean;
}

export interface TeamsOfPerson extends WithheldPart {
  readonly teams: readonly TeamOfPerson[];
  /** IDs of listed teams that the person is not in. */
  readonly notIn: readonly number[];
  /** Null if the code host omits it here. */
  readonly nameOfPerson: string | null;
}

/** `disabled`: no two-factor authentication. `insecure`: SMS only. */
export type WeakSecondFactor = 'disabled' | 'insecure';

export interface InvitationContext {
  readonly token: HostToken;
  readonly organization: string;
  /** Login of the token's owner. On github.com it shows whether the organization has managed users. */
  readonly inviter: string;
}

/** Reads are refused as `missing` if the login belongs to another organization. */
export interface InvitationsRequest extends InvitationContext {
  readonly organizationId: number;
}

export interface InvitationTarget extends ChangeTarget, InvitationContext {}

/** Invitations use the ID, memberships the login. */
export interface Invitee {
  readonly id: number;
  readonly login: string;
  /** False if not checked. */
  readonly isMember: boolean;
}

export interface InviteeLookup {
  /** Null if no person has the login. */
  readonly invitee: Invitee | null;
  readonly liveOrganization: HostResult<LiveOrganization | null>;
}

export interface LiveOrganization {
  readonly organization: FreshOrganization;
  readonly viewerBelongs: boolean;
}

export interface HostInvitation {
  readonly id: number;
  readonly state: 'open' | 'failed';
  /** Null for an invitation by email. */
  readonly login: string | null;
  readonly email: string | null;
  /** The code host's value. */
  readonly role: string;
  readonly teamCount: number;
  readonly invitedBy: string | null;
  /** `scim`: created by an identity provider. */
  readonly source: 'member' | 'scim';
  readonly createdAt: Date;
  readonly failedAt: Date | null;
  /** The code host's message or code. */
  readonly failure: string | null;
}

export interface NewInvitation {
  readonly invitee: { readonly id: number } | { readonly email: string };
  readonly role: 'direct_member' | 'admin' | 'billing_manager';
  readonly teamIds: readonly number[];
}

export interface HostAccount {
  readonly id: number;
  readonly login: string;
  /** False for organizations and bots. */
  readonly isPerson: boolean;
  /** False for people who are only invited. */
  readonly isMember: boolean;
  /** False if the code host omits it. */
  readonly isSuspended: boolean;
  /**
   * Why the account can never join: `managed` by another enterprise, or `not-managed` where only managed users are
   * allowed.
   */
  readonly barrier: 'managed' | 'not-managed' | null;
  /** Null if the code host did not return all of it. */
  readonly profile: HostProfile | null;
}

export interface HostProfile {
  /** Null if the account has no name. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly createdAt: Date;
}

export interface HostTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

export interface Seats {
  readonly total: number;
  readonly filled: number;
}

export interface CreatedInvitation {
  readonly id: number;
  /** Set if an older invitation was already open, so nothing was sent. */
  readonly openSince: Date | null;
}

export interface NamedOrganization {
  readonly id: number;
  readonly login: string;
}

/** `pending`: invited. `none`: not a member, or the organization does not exist or is hidden. */
export type HostMembership =
  | { readonly kind: 'active'; readonly organization: NamedOrganization; readonly role: MembershipRole }
  | { readonly kind: 'pending'; readonly organization: NamedOrganization }
  | { readonly kind: 'none' };

declare const seen: unique symbol;

/** An organization just read from the code host. It authorizes one change, made directly afterwards. */
export type FreshOrganization = NamedOrganization & { readonly [seen]: true };

export interface ChangeTarget {
  readonly token: HostToken;
  /** Login, which another organization may have taken meanwhile. */
  readonly organization: string;
  /** Nothing is sent to any other organization. */
  readonly organizationId: number;
  /** Null if the read named no organization; the change then costs another call. */
  readonly seen: FreshOrganization | null;
}
