import type { OrganizationRole, Profile } from '../domain/account.ts';
import type { CoveredRepository, GrantedInstallation, Installation } from '../domain/installation.ts';
import type { Permissions } from '../domain/permissions.ts';
import type { Result } from '../domain/result.ts';
import type { HostToken, TokenGrant } from '../domain/session.ts';

/**
 * Why the code host did not do what was asked.
 *
 * `unauthorized`: it no longer accepts the token. `rate-limited`: primary or secondary, in any of its spellings;
 * `retryAt` is when asking again has a chance, null when it did not say. `single-sign-on`: not before the person signs
 * on; `authorizeUrl` lies on the code host's own web origin, null when it named no such page. `ip-allow-list`: not to
 * the address the service calls from. `missing`: there is no such thing, or not for this credential. `rejected`: it
 * understood and said no; `code` where its words are not what tells why. `message` is in its own words, empty when it
 * said nothing. `unreachable`: no usable answer in time (network, 5xx, an answer that is not what its documentation
 * promises).
 */
export type HostRefusal =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'rate-limited'; readonly retryAt: Date | null }
  | { readonly kind: 'single-sign-on'; readonly message: string; readonly authorizeUrl: string | null }
  | { readonly kind: 'ip-allow-list'; readonly message: string }
  | { readonly kind: 'missing'; readonly message: string }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string; readonly code?: 'no_seat' }
  | { readonly kind: 'unreachable'; readonly message: string };

/** What the code host told, or why it did not. */
export type Told<T> = Result<T, HostRefusal>;

/** Why a refresh failed. `spent`: this refresh token will never work again; only a new sign-in helps. */
export type RefreshRefusal = { readonly kind: 'spent' } | HostRefusal;

/**
 * Why somebody was not invited. `already-there`: a member, or invited before, in the platform's words. `already-member`: a
 * member, so that nothing was sent. `invited-before`: answered as if it were new, but open since then. `over-quota`: the
 * organization has sent as many invitations as the platform allows it in a day. `not-confirmed`: the invitation was sent
 * and no usable answer came, so that it may have arrived.
 */
export type InvitationRefusal =
  | { readonly kind: 'already-there' | 'over-quota' | 'not-confirmed'; readonly message: string }
  | { readonly kind: 'already-member' }
  | { readonly kind: 'invited-before'; readonly since: Date }
  | Exclude<HostRefusal, { readonly kind: 'unreachable' }>;

/** Why a change was not made. `not-confirmed`: it was sent and no usable answer came, so that it may have happened. */
export type ChangeRefusal =
  | { readonly kind: 'not-confirmed'; readonly message: string }
  | Exclude<HostRefusal, { readonly kind: 'unreachable' }>;

/**
 * Why an invitation was not made. `already-invited`: the platform makes none beside one that is open.
 * `no-seat`: everybody the organization has paid for is there.
 */
export type CreationRefusal =
  | { readonly kind: 'already-invited' | 'already-member' | 'over-quota' | 'no-seat'; readonly message: string }
  | ChangeRefusal;

/** What the authorization page is opened with. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE challenge, method S256. */
  readonly codeChallenge: string;
}

/** The App as its owner registered it. Both addresses lie on the code host's web origin. */
export interface RegisteredApp {
  /** What it asks for. */
  readonly permissions: Permissions;
  /** Null when the code host named none. */
  readonly page: string | null;
  /** Where its owner changes what it asks for; null when that is not known. */
  readonly permissionsPage: string | null;
}

/** What turns the code of a callback into tokens. */
export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  /** PKCE verifier that belongs to the challenge of the authorization request. */
  readonly codeVerifier: string;
}

/** What the install page is opened with. */
export interface InstallRequest {
  readonly state: string;
  /** ID of the organization or person to install on; null lets people choose. */
  readonly targetId: number | null;
}

/** `suspended`: nothing can be read until it is unsuspended. `gone`: the installation does not exist any more. */
export type RepositoriesRefusal = { readonly kind: 'suspended' } | { readonly kind: 'gone' } | HostRefusal;

/**
 * What the code host calls the pages of one list as they are, one word for each page, to be repeated to it alone. All of
 * them together stand for the whole list.
 */
export type ListValidators = readonly string[];

/** A repository list, or that it is still what its validators stand for. */
export type SeenRepositories =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'listed';
      readonly repositories: readonly CoveredRepository[];
      /** Null when the code host gives none. */
      readonly validators: ListValidators | null;
    };

/** A page of the App's installations, those on enterprises left out. */
export interface InstallationsPage {
  readonly installations: readonly Installation[];
  /** What to ask for the next page with; null after the last one. */
  readonly next: string | null;
}

/** One attempt of the platform to deliver a webhook. */
export interface Delivery {
  /** A decimal number, longer than a JavaScript number can hold. */
  readonly id: string;
  /** The same for every attempt to deliver one event. */
  readonly guid: string;
  readonly event: string;
  readonly succeeded: boolean;
  readonly deliveredAt: Date;
}

/** Into which organization people are invited, and by whom. */
export interface Inviting {
  readonly token: HostToken;
  readonly organization: string;
  /** Login of the token's owner: on github.com it tells whether the organization is one of managed users. */
  readonly inviter: string;
}

/** Somebody to invite: an invitation wants the number, a membership the login. */
export interface Invitee {
  readonly id: number;
  readonly login: string;
  /** Whether they are known to belong to the organization already; false where nobody asked. */
  readonly isMember: boolean;
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

/** A document that has been checked, with its variables. */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a query found, and what the platform says about the parts it did not give. */
export interface GraphqlData {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly GraphqlError[];
}

/** A GraphQL error as clients may see it. */
export interface GraphqlError {
  readonly message: string;
  /** The platform's kind of error, `FORBIDDEN` for example; null when it gave none. */
  readonly type: string | null;
  readonly path: readonly (string | number)[] | null;
}

/** An organization as a membership names it. */
export interface NamedOrganization {
  readonly id: number;
  readonly login: string;
}

/**
 * What the code host says of somebody's own place in an organization. `pending`: invited. `none`: not a member, or
 * there is no such organization, or it is hidden.
 */
export type SeenMembership =
  | { readonly kind: 'active'; readonly organization: NamedOrganization; readonly role: OrganizationRole }
  | { readonly kind: 'pending'; readonly organization: NamedOrganization }
  | { readonly kind: 'none' };

/** The platform: one system with one set of App credentials. Every call has a time limit and follows no redirect. */
export interface CodeHost {
  /** Address of the authorization page. Makes no call. */
  authorizationUrl(request: AuthorizationRequest): string;
  /** Spends an authorization code. */
  exchangeCode(exchange: CodeExchange): Promise<Told<TokenGrant>>;
  /**
   * Rotates a token pair; the old pair stops working at once. When the platform sends no new refresh
   * token, the grant carries the one that was used.
   */
  refresh(refreshToken: HostToken): Promise<Result<TokenGrant, RefreshRefusal>>;
  /** Who the token belongs to, with every page of their organizations. Organizations withheld by single sign-on are left out. */
  profile(token: HostToken): Promise<Told<Profile>>;
  /** Address where people install the App, with the account of `targetId` chosen beforehand. Takes two seconds at most. */
  installUrl(request: InstallRequest): Promise<string>;
  /** One installation, asked with the App's own credential; null when it does not exist (any more) or is on an enterprise. */
  installation(id: number): Promise<Told<Installation | null>>;
  /** The first page of the App's installations, or the one that a page before it named, asked with the App's own credential. */
  installations(page?: string | null): Promise<Told<InstallationsPage>>;
  /**
   * Every repository an installation covers, asked with its own token. With validators, the code host is asked whether
   * the list has changed; it answers with the list whenever it cannot tell, as with the validators of another token.
   */
  repositoriesOf(
    installationId: number,
    validators?: ListValidators | null,
  ): Promise<Result<SeenRepositories, RepositoriesRefusal>>;
  /** The webhook deliveries since an instant, newest first, as many as the platform keeps (about three days). */
  deliveriesSince(since: Date): Promise<Told<readonly Delivery[]>>;
  /** Asks the platform to send a delivery again; it keeps its GUID. */
  redeliver(deliveryId: string): Promise<Told<void>>;
  /** The person with this login, to be invited, or null when there is none. */
  findUser(inviting: Inviting, login: string): Promise<Told<Invitee | null>>;
  /**
   * Gets a person into an organization with the user's own token: by an invitation, or by a membership where there are
   * no invitations. Never repeated: an invitation sends a mail.
   */
  invite(inviting: Inviting, invitee: Invitee): Promise<Result<void, InvitationRefusal>>;
  /** Whether there are invitations at all where somebody administers an organization. Makes no call. */
  hasInvitations(inviting: Pick<Inviting, 'inviter'>): boolean;
  /** What somebody is in an organization; null when they are nothing there, invited neither. */
  membershipOf(inviting: Inviting, login: string): Promise<Told<'active' | 'pending' | null>>;
  /** Every page of the open invitations of an organization and of the failed ones; once aborted, nothing more is asked. */
  listedInvitations(inviting: Inviting, end?: AbortSignal): Promise<Told<readonly SeenInvitation[]>>;
  /** The IDs of the teams that an open invitation leads to. */
  teamsOfInvitation(inviting: Inviting, invitationId: number): Promise<Told<readonly number[]>>;
  /** Makes an invitation, which sends a mail. Never repeated. */
  createInvitation(inviting: Inviting, invitation: NewInvitation): Promise<Result<MadeInvitation, CreationRefusal>>;
  /**
   * Adds a person to an organization that has no invitations; `pending` where its settings make an invitation of that. Said
   * twice it is the same once. For somebody who belongs already it would change their role.
   */
  addMember(
    inviting: Inviting,
    member: { readonly login: string; readonly role: OrganizationRole },
  ): Promise<Result<'active' | 'pending', CreationRefusal>>;
  /** Cancels an open invitation, or dismisses a failed one. The platform may do so twice without a word. */
  removeInvitation(inviting: Inviting, invitationId: number): Promise<Result<void, ChangeRefusal>>;
  /** Runs a GraphQL document with the user's own token. Errors beside data are not a refusal. */
  query(token: HostToken, request: GraphqlRequest): Promise<Told<GraphqlData>>;
  /**
   * The accounts with these logins, a hundred at most, in one call; null for each that this way does not tell of: ask for it
   * alone.
   */
  accountsOf(inviting: Inviting, logins: readonly string[]): Promise<Told<readonly (SeenAccount | null)[]>>;
  /** The account with a login, asked for by the surest way; null when there is none. */
  accountOf(inviting: Inviting, login: string): Promise<Told<SeenAccount | null>>;
  /** Every page of the teams of an organization. */
  teamsOf(inviting: Inviting): Promise<Told<readonly SeenTeam[]>>;
  /** The seats of an organization; null where the App may not read its plan, or the plan counts none. */
  seatsOf(inviting: Inviting): Promise<Told<Seats | null>>;
  /** The membership of the token's owner in one organization. Refused where the App may not read members. */
  ownMembership(token: HostToken, organization: string): Promise<Told<SeenMembership>>;
  /** The installation on an organization, asked with the App's own credential; null when there is none. */
  installationOn(organization: string): Promise<Told<GrantedInstallation | null>>;
  /** The App, as of the last few minutes. */
  registeredApp(): Promise<Told<RegisteredApp>>;
  /** Every page of the App's installations that the token's owner can see, those on enterprises left out. */
  installationsOf(token: HostToken): Promise<Told<readonly Installation[]>>;
}
