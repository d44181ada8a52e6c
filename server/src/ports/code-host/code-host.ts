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

/** The platform with one set of App credentials. Every call has a time limit and follows no redirect. */
export interface CodeHost {
  /** Makes no call. */
  authorizationUrl(request: AuthorizationRequest): string;
  exchangeCode(exchange: CodeExchange): Promise<Told<TokenGrant>>;
  /** The old pair stops working at once. If no new refresh token comes, the grant keeps the old one. */
  refresh(refreshToken: HostToken): Promise<Result<TokenGrant, RefreshRefusal>>;
  /** Omits organizations that single sign-on withholds. */
  profile(token: HostToken): Promise<Told<Profile>>;
  /** Takes two seconds at most. */
  installUrl(request: InstallRequest): Promise<string>;
  /** Returns null if the installation does not exist or is on an enterprise. */
  installation(id: number): Promise<Told<Installation | null>>;
  /** Null requests the first page. */
  installations(page?: string | null): Promise<Told<InstallationsPage>>;
  /** With validators, the request is conditional. The code host returns the list if it cannot compare. */
  repositoriesOf(
    installationId: number,
    validators?: ListValidators | null,
  ): Promise<Result<SeenRepositories, RepositoriesRefusal>>;
  /** Newest first. The platform keeps about three days. */
  deliveriesSince(since: Date): Promise<Told<readonly Delivery[]>>;
  /** The new delivery keeps its GUID. */
  redeliver(deliveryId: string): Promise<Told<void>>;
  /** Finds a person by GraphQL, as specified for the mass invite. */
  findUser(inviting: Inviting, login: string): Promise<Told<InviteeLookup>>;
  /** Finds a person by GraphQL, then by REST. */
  findInvitee(inviting: Inviting, login: string): Promise<Told<InviteeLookup>>;
  /** Uses the user's token, and adds people where invitations do not exist. Never retried: it sends an email. */
  invite(target: InvitationTarget, invitee: Invitee): Promise<Result<void, InvitationRefusal>>;
  /** Returns null if no organization has this login now. */
  organizationNow(inviting: Pick<Inviting, 'token' | 'organization'>): Promise<Told<SeenOrganization | null>>;
  /** Whether the inviter's organizations have invitations; those of managed users do not. Makes no call. */
  hasInvitations(inviting: Pick<Inviting, 'inviter'>): boolean;
  /** Returns null for a person who is neither a member nor invited. */
  membershipOf(inviting: Inviting, login: string): Promise<Told<'active' | 'pending' | null>>;
  /** Requests no more pages once aborted. */
  listedInvitations(inviting: Inviting, end?: AbortSignal): Promise<Told<readonly SeenInvitation[]>>;
  teamsOfInvitation(inviting: Inviting, invitationId: number): Promise<Told<readonly number[]>>;
  /** Never retried: it sends an email. */
  createInvitation(target: ChangeTarget, invitation: NewInvitation): Promise<Result<MadeInvitation, CreationRefusal>>;
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
  query(token: HostToken, request: GraphqlRequest): Promise<Told<GraphqlData>>;
  /** At most 100 logins in one call. For each null, use `accountOf`. */
  accountsOf(inviting: Inviting, logins: readonly string[]): Promise<Told<readonly (SeenAccount | null)[]>>;
  /** Uses the most reliable method. Null if there is no such account. */
  accountOf(inviting: Inviting, login: string): Promise<Told<SeenAccount | null>>;
  teamsOf(inviting: Inviting): Promise<Told<readonly SeenTeam[]>>;
  /** Returns null if the plan is unreadable or has no seats. */
  seatsOf(inviting: Inviting): Promise<Told<Seats | null>>;
  /** Refused if the App may not read members. */
  ownMembership(token: HostToken, organization: string): Promise<Told<SeenMembership>>;
  /** Returns null if there is no installation. */
  installationOn(organization: string): Promise<Told<GrantedInstallation | null>>;
  /** Cached for a few minutes. */
  registeredApp(): Promise<Told<RegisteredApp>>;
  /** Omits installations on enterprises. */
  installationsOf(token: HostToken): Promise<Told<readonly Installation[]>>;
}
