import type { HostToken } from '../../domain/session.ts';
import type { ChangeTarget, SeenOrganization } from './organization-changes.ts';
import type { Told } from './refusals.ts';

/** Into which organization people are invited, and by whom. */
export interface Inviting {
  readonly token: HostToken;
  readonly organization: string;
  /** Login of the token's owner: on github.com it tells whether the organization is one of managed users. */
  readonly inviter: string;
}

/** The same for who invites or adds people. */
export interface InvitationTarget extends ChangeTarget, Inviting {}

/** Somebody to invite: an invitation wants the number, a membership the login. */
export interface Invitee {
  readonly id: number;
  readonly login: string;
  /** Whether they are known to belong to the organization already; false where nobody asked. */
  readonly isMember: boolean;
}

/** Somebody who was looked up to be invited, and the organization at that moment. */
export interface InviteeLookup {
  /** Null when nobody has the login. */
  readonly invitee: Invitee | null;
  /** Null when no organization has its login; refused where the code host does not name it. */
  readonly place: Told<LivePlace | null>;
}

/** The organization that has a login at this moment, and whether the token's owner belongs to it. */
export interface LivePlace {
  readonly organization: SeenOrganization;
  readonly viewerBelongs: boolean;
}

/** An invitation as the code host lists it. */
export interface SeenInvitation {
  readonly id: number;
  readonly state: 'open' | 'failed';
  /** Null for one to an address. */
  readonly login: string | null;
  readonly email: string | null;
  /** In the code host's word. */
  readonly role: string;
  readonly teamCount: number;
  readonly invitedBy: string | null;
  /** `scim`: made by an identity provider. */
  readonly source: 'member' | 'scim';
  readonly createdAt: Date;
  readonly failedAt: Date | null;
  /** In the code host's words, or its code; null when it did not say. */
  readonly failure: string | null;
}

/** An invitation to be made. */
export interface NewInvitation {
  readonly invitee: { readonly id: number } | { readonly email: string };
  readonly role: 'direct_member' | 'admin' | 'billing_manager';
  readonly teamIds: readonly number[];
}

/** An account that somebody would invite. */
export interface SeenAccount {
  readonly id: number;
  /** As the code host spells it. */
  readonly login: string;
  /** Organizations and bots are no people. */
  readonly isPerson: boolean;
  /** Whether they belong to the organization; whoever is only invited does not. */
  readonly isMember: boolean;
  /** False where the code host does not say so. */
  readonly isSuspended: boolean;
  /**
   * What keeps the account out of the organization whoever asks: `managed`, and the organization is none of its enterprise;
   * `not-managed`, and the organization has managed users alone.
   */
  readonly barrier: 'managed' | 'not-managed' | null;
}

/** A team of an organization. */
export interface SeenTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** For how many people an organization pays, and how many take a seat. */
export interface Seats {
  readonly total: number;
  readonly filled: number;
}

/** What the code host answered when one was to be made. */
export interface MadeInvitation {
  readonly id: number;
  /** Since when it has been open, when it is an older one, so that nothing was sent; else null. */
  readonly openSince: Date | null;
}
