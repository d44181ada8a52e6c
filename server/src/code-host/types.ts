import type { OrganizationRole, Profile } from '../domain/account.ts';
import type {
  ChangeRefusal,
  CreationRefusal,
  HostResult,
  InvitationRefusal,
  RefreshRefusal,
  RepositoriesRefusal,
} from '../domain/host-refusal.ts';
import type { CoveredRepository, GrantedInstallation, Installation, Permissions } from '../domain/installation.ts';
import type { TokenGrant } from '../domain/session.ts';
import type { Result } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import type { GraphqlData, GraphqlRequest } from './graphql.ts';
import type {
  ChangeTarget,
  CreatedInvitation,
  FreshOrganization,
  HostAccount,
  HostInvitation,
  HostMembership,
  HostTeam,
  InvitationContext,
  InvitationsRequest,
  InvitationTarget,
  Invitee,
  InviteeLookup,
  NewInvitation,
  Seats,
} from './people/types.ts';

/** The platform with one set of App credentials. Every call has a time limit and follows no redirect. */
export interface HostCalls {
  /** Makes no call. */
  authorizationUrl(request: AuthorizationRequest): string;
  exchangeCode(exchange: CodeExchange): Promise<HostResult<TokenGrant>>;
  /** The old pair stops working at once. If no new refresh token comes, the grant keeps the old one. */
  refresh(refreshToken: HostToken): Promise<Result<TokenGrant, RefreshRefusal>>;
  /** Omits organizations that single sign-on withholds. */
  profile(token: HostToken): Promise<HostResult<Profile>>;
  /** Takes two seconds at most. */
  installUrl(request: InstallRequest): Promise<string>;
  /** Returns null if the installation does not exist or is on an enterprise. */
  installation(id: number): Promise<HostResult<Installation | null>>;
  /** Null requests the first page. */
  installations(page?: string | null): Promise<HostResult<InstallationsPage>>;
  /** With validators, the request is conditional. The code host returns the list if it cannot compare. */
  repositoriesOf(
    installationId: number,
    validators?: ListValidators | null,
  ): Promise<Result<RepositoryListResult, RepositoriesRefusal>>;
  /** Newest first. The platform keeps about three days. */
  deliveriesSince(since: Date): Promise<HostResult<readonly Delivery[]>>;
  /** The new delivery keeps its GUID. */
  redeliver(deliveryId: string): Promise<HostResult<void>>;
  /** Finds a person by GraphQL, as specified for the mass invite. */
  findUser(inviting: InvitationContext, login: string): Promise<HostResult<InviteeLookup>>;
  /** Finds a person by GraphQL, then by REST. */
  findInvitee(inviting: InvitationContext, login: string): Promise<HostResult<InviteeLookup>>;
  /** Uses the user's token, and adds people where invitations do not exist. Never retried: it sends an email. */
  invite(target: InvitationTarget, invitee: Invitee): Promise<Result<void, InvitationRefusal>>;
  /** Returns null if no organization has this login now. */
  organizationNow(
    inviting: Pick<InvitationContext, 'token' | 'organization'>,
  ): Promise<HostResult<FreshOrganization | null>>;
  /** Returns false for managed users, whose organizations have no invitations. Makes no call. */
  hasInvitations(inviting: Pick<InvitationContext, 'inviter'>): boolean;
  /** Returns null for a person who is neither a member nor invited. */
  membershipOf(inviting: InvitationContext, login: string): Promise<HostResult<'active' | 'pending' | null>>;
  listedInvitations(inviting: InvitationsRequest, end?: AbortSignal): Promise<HostResult<readonly HostInvitation[]>>;
  teamsOfInvitation(inviting: InvitationContext, invitationId: number): Promise<HostResult<readonly number[]>>;
  /** Never retried: it sends an email. */
  createInvitation(
    target: ChangeTarget,
    invitation: NewInvitation,
  ): Promise<Result<CreatedInvitation, CreationRefusal>>;
  /**
   * `pending` if the organization's settings require an invitation. Idempotent, but changes the role of an existing
   * member.
   */
  addMember(
    target: ChangeTarget,
    member: { readonly login: string; readonly role: OrganizationRole },
  ): Promise<Result<'active' | 'pending', CreationRefusal>>;
  /** Cancels an open invitation or dismisses a failed one. Idempotent. */
  removeInvitation(target: ChangeTarget, invitationId: number): Promise<Result<void, ChangeRefusal>>;
  /** Uses the user's token. Errors beside data are not a refusal. */
  query(token: HostToken, request: GraphqlRequest): Promise<HostResult<GraphqlData>>;
  /** At most 100 logins in one call. For each null, use `accountOf`. */
  accountsOf(
    inviting: InvitationsRequest,
    logins: readonly string[],
  ): Promise<HostResult<readonly (HostAccount | null)[]>>;
  /** Uses the most reliable method. Null if there is no such account. */
  accountOf(inviting: InvitationContext, login: string): Promise<HostResult<HostAccount | null>>;
  teamsOf(inviting: InvitationsRequest): Promise<HostResult<readonly HostTeam[]>>;
  /** Returns null if the plan is unreadable or has no seats. */
  seatsOf(inviting: InvitationsRequest): Promise<HostResult<Seats | null>>;
  /** Refused if the App may not read members. */
  ownMembership(token: HostToken, organization: string): Promise<HostResult<HostMembership>>;
  installationOn(organization: string): Promise<HostResult<GrantedInstallation | null>>;
  /** Cached for a few minutes. */
  registeredApp(): Promise<HostResult<RegisteredApp>>;
  /** Omits installations on enterprises. */
  installationsOf(token: HostToken): Promise<HostResult<readonly Installation[]>>;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE challenge, method S256. */
  readonly codeChallenge: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

export interface InstallRequest {
  readonly state: string;
  /** Account to install on; null lets people choose. */
  readonly targetId: number | null;
}

declare const readAndAbsent: unique symbol;

/**
 * Proof that something is not there: it was not found, and the caller was an owner of its organization directly
 * afterwards. A 404 alone is none, and lists hide things from others.
 */
export interface Absent {
  readonly kind: 'absent';
  readonly organizationId: number;
  readonly [readAndAbsent]: true;
}

export type Reading<T> = { readonly kind: 'present'; readonly value: T } | Absent;

export const present = <T>(value: T): Reading<T> => ({ kind: 'present', value });

/** Null unless the caller owns the organization now. */
export const absentFor = (own: HostMembership, organizationId: number): Absent | null =>
  own.kind === 'active' && own.role === 'admin' && own.organization.id === organizationId
    ? ({ kind: 'absent', organizationId } as Absent)
    : null;

/** Both addresses are on the code host's web origin. */
export interface RegisteredApp {
  readonly permissions: Permissions;
  readonly page: string | null;
  /** Where its owner changes requested permissions; null if unknown. */
  readonly permissionsPage: string | null;
}

/** One validator per page, sent only to the code host. Together they identify the list. */
export type ListValidators = readonly string[];

export type RepositoryListResult =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'listed';
      readonly repositories: readonly CoveredRepository[];
      readonly validators: ListValidators | null;
    };

/** Installations on enterprises are omitted. */
interface InstallationsPage {
  readonly installations: readonly Installation[];
  /** Cursor; null after the last page. */
  readonly next: string | null;
}

export interface Delivery {
  /** A decimal number too large for a JavaScript number. */
  readonly id: string;
  /** Shared by all attempts to deliver an event. */
  readonly guid: string;
  readonly event: string;
  /** Null if the code host does not say. */
  readonly installationId: number | null;
  readonly succeeded: boolean;
  readonly deliveredAt: Date;
}
