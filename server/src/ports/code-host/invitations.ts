import type { HostToken } from '../../domain/session.ts';
import type { ChangeTarget, FreshOrganization } from './organization-changes.ts';
import type { HostResult } from './refusals.ts';

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
