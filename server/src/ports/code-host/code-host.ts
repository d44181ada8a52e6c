import type { OrganizationRole, Profile } from '../../domain/account.ts';
import type { GrantedInstallation, Installation } from '../../domain/app/installation.ts';
import type { Result } from '../../domain/result.ts';
import type { HostToken, TokenGrant } from '../../domain/session.ts';
import type { GraphqlData, GraphqlRequest } from './graphql.ts';
import type { Delivery, InstallationsPage, ListValidators, RegisteredApp, SeenRepositories } from './installations.ts';
import type {
  InvitationTarget,
  Invitee,
  InviteeLookup,
  Inviting,
  MadeInvitation,
  NewInvitation,
  Seats,
  SeenAccount,
  SeenInvitation,
  SeenTeam,
} from './invitations.ts';
import type { SeenMembership } from './memberships.ts';
import type { ChangeTarget, SeenOrganization } from './organization-changes.ts';
import type {
  ChangeRefusal,
  CreationRefusal,
  InvitationRefusal,
  RefreshRefusal,
  RepositoriesRefusal,
  Told,
} from './refusals.ts';
import type { AuthorizationRequest, CodeExchange, InstallRequest } from './sign-in.ts';

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
  /** Returns the person with this login and the organization, by GraphQL, as the mass invite is specified. */
  findUser(inviting: Inviting, login: string): Promise<Told<InviteeLookup>>;
  /** Returns the person with this login and the organization. Also asks REST when GraphQL finds nobody, as a preview does. */
  findInvitee(inviting: Inviting, login: string): Promise<Told<InviteeLookup>>;
  /**
   * Gets a person into an organization with the user's own token: by an invitation, or by a membership where there are
   * no invitations. Never repeated: an invitation sends a mail.
   */
  invite(target: InvitationTarget, invitee: Invitee): Promise<Result<void, InvitationRefusal>>;
  /** The organization that has a login at this moment; null when none has it. */
  organizationNow(inviting: Pick<Inviting, 'token' | 'organization'>): Promise<Told<SeenOrganization | null>>;
  /** Whether there are invitations at all where somebody administers an organization. Makes no call. */
  hasInvitations(inviting: Pick<Inviting, 'inviter'>): boolean;
  /** What somebody is in an organization; null when they are nothing there, invited neither. */
  membershipOf(inviting: Inviting, login: string): Promise<Told<'active' | 'pending' | null>>;
  /** Every page of the open invitations of an organization and of the failed ones; once aborted, nothing more is asked. */
  listedInvitations(inviting: Inviting, end?: AbortSignal): Promise<Told<readonly SeenInvitation[]>>;
  /** The IDs of the teams that an open invitation leads to. */
  teamsOfInvitation(inviting: Inviting, invitationId: number): Promise<Told<readonly number[]>>;
  /** Makes an invitation, which sends a mail. Never repeated. */
  createInvitation(target: ChangeTarget, invitation: NewInvitation): Promise<Result<MadeInvitation, CreationRefusal>>;
  /**
   * Adds a person to an organization that has no invitations; `pending` where its settings make an invitation of that. Said
   * twice it is the same once. For somebody who belongs already it would change their role.
   */
  addMember(
    target: ChangeTarget,
    member: { readonly login: string; readonly role: OrganizationRole },
  ): Promise<Result<'active' | 'pending', CreationRefusal>>;
  /** Cancels an open invitation, or dismisses a failed one. The platform may do so twice without a word. */
  removeInvitation(target: ChangeTarget, invitationId: number): Promise<Result<void, ChangeRefusal>>;
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
