import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { HostClient } from '../client.ts';
import { accountsByLogin, VIEWER_ORGANIZATIONS, VIEWER_PROFILE } from '../documents.ts';
import { dataOf, type GraphqlError } from '../graphql.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, type HostPage, linkedPages, readPages } from '../pages.ts';
import { MISSING, unreachable } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { fits, HostId, HostLogin, instantIn, orNull, TextOrNull } from '../send/shapes.ts';
import { barrierBefore, readMembership } from './memberships.ts';
import type { HostAccount, HostProfile, InvitationContext, InvitationsRequest, NamedAccount } from './types.ts';

const Account = Type.Object({
  __typename: Type.String(),
  databaseId: HostId,
  login: HostLogin,
  organization: Type.Optional(orNull(Type.Object({ login: HostLogin }))),
  suspendedAt: Type.Optional(TextOrNull),
});
const Organization = Type.Object({ organization: Type.Object({ databaseId: HostId }) });
const User = Type.Object({
  id: HostId,
  login: HostLogin,
  type: Type.String(),
  suspended_at: Type.Optional(TextOrNull),
  // Many who ask for an account do without these.
  name: Type.Optional(Type.Unknown()),
  avatar_url: Type.Optional(Type.Unknown()),
  created_at: Type.Optional(Type.Unknown()),
});
const AccountProfile = Type.Object({ name: TextOrNull, avatarUrl: TextOrNull, createdAt: Type.String() });

/**
 * At most 100 logins in one call, which costs as much of the GraphQL rate limit as one. For each null, use `readAccount`.
 */
export async function readAccounts(
  client: HostClient,
  context: InvitationsRequest,
  logins: readonly string[],
): Promise<HostResult<readonly (HostAccount | null)[]>> {
  const named = Object.fromEntries(logins.map((login, index) => [`login${index}`, login]));
  const variables = { organization: context.organization, ...named };
  const query = (withSuspension: boolean) =>
    client.query({ ...accountsByLogin(logins.length, withSuspension), variables });
  const isServer = client.addresses.kind === 'enterprise-server';
  const first = await query(isServer);
  // An Enterprise Server without `suspendedAt` refuses the whole document.
  const lacksSuspension = isServer && !first.ok && first.refusal.kind === 'rejected';
  const answer = lacksSuspension ? await query(false) : first;
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(logins.map(() => null)) : answer;
  const { data, errors } = answer.value;
  if (fits(Organization, data) && data.organization.databaseId !== context.organizationId) return refuse(MISSING);
  return ok(
    logins.map((_, index) => {
      const alias = `account${index}`;
      const account = data[alias];
      const isWhole = fits(Account, account) && !errors.some((error) => isWithheld(error, alias));
      return isWhole ? { ...accountFrom(client, context, account), profile: profileIn(account) } : null;
    }),
  );
}

const isWithheld = ({ path, type }: GraphqlError, alias: string): boolean =>
  path?.[0] === alias && type !== 'NOT_FOUND';

const accountFrom = (
  { addresses }: HostClient,
  context: InvitationContext,
  { __typename, databaseId, login, organization, suspendedAt }: Static<typeof Account>,
): Omit<HostAccount, 'profile'> => ({
  id: databaseId,
  login,
  isPerson: __typename === 'User',
  isMember: (organization ?? null) !== null,
  isSuspended: (suspendedAt ?? null) !== null,
  barrier: barrierBefore(addresses, context, login),
});

/** Uses the most reliable method. Null if there is no such account. */
export async function readAccount(
  client: HostClient,
  context: InvitationContext,
  login: string,
): Promise<HostResult<HostAccount | null>> {
  const profile = await readProfileOf(client, login);
  if (!profile.ok) return profile;
  if (profile.value === null) return ok(null);
  const account = { ...profile.value, barrier: barrierBefore(client.addresses, context, profile.value.login) };
  if (!account.isPerson) return ok({ ...account, isMember: false });
  const membership = await readMembership(client, context, account.login);
  return membership.ok ? ok({ ...account, isMember: membership.value === 'active' }) : membership;
}

/** GitHub docs: Get a user. */
export async function readProfileOf(
  { send }: Pick<HostClient, 'send'>,
  login: string,
  end?: AbortSignal,
): Promise<HostResult<Omit<HostAccount, 'isMember' | 'barrier'> | null>> {
  const user = bodyOf(await send({ call: 'account.read', url: hostPath`/users/${login}`, end }), User);
  if (!user.ok) return user.refusal.kind === 'missing' ? ok(null) : user;
  const { id, login: spelled, type, suspended_at: suspendedAt, name, avatar_url, created_at } = user.value;
  return ok({
    id,
    login: spelled,
    isPerson: type === 'User',
    isSuspended: (suspendedAt ?? null) !== null,
    profile: profileIn({ name, avatarUrl: avatar_url, createdAt: created_at }),
  });
}

/** Returns null unless a person has this login. */
export async function readPersonWithLogin(
  client: HostClient,
  login: string,
  end?: AbortSignal,
): Promise<HostResult<NamedAccount | null>> {
  const profile = await readProfileOf(client, login, end);
  if (!profile.ok || profile.value === null || !profile.value.isPerson) return profile.ok ? ok(null) : profile;
  return ok({ id: profile.value.id, login: profile.value.login });
}

function profileIn(account: unknown): HostProfile | null {
  if (!fits(AccountProfile, account)) return null;
  const { name, avatarUrl, createdAt: text } = account;
  const createdAt = instantIn(text);
  // The platform also has names without a character.
  return createdAt === null ? null : { name: name?.trim() || null, avatarUrl, createdAt };
}

const OrganizationNode = Type.Object({
  databaseId: orNull(HostId),
  login: HostLogin,
  name: TextOrNull,
  avatarUrl: TextOrNull,
  viewerCanAdminister: Type.Boolean(),
});

// Organizations withheld by single sign-on are nulls in the list.
const Organizations = Type.Object({
  nodes: orNull(Type.Array(orNull(OrganizationNode))),
  pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull }),
});
type Organizations = Static<typeof Organizations>;

const ViewerProfile = Type.Object({
  viewer: Type.Object({
    databaseId: HostId,
    login: HostLogin,
    name: TextOrNull,
    avatarUrl: TextOrNull,
    organizations: Organizations,
  }),
});

const ViewerOrganizations = Type.Object({ viewer: Type.Object({ organizations: Organizations }) });

const CurrentUser = Type.Object({
  id: HostId,
  login: HostLogin,
  name: Type.Optional(TextOrNull),
  avatar_url: Type.Optional(TextOrNull),
});

const OrganizationMembership = Type.Object({
  state: Type.String(),
  role: Type.String(),
  organization: Type.Object({ id: HostId, login: HostLogin, avatar_url: Type.Optional(TextOrNull) }),
});
const OrganizationMemberships = Type.Array(OrganizationMembership);

/**
 * Omits organizations that single sign-on withholds. Falls back to REST unless GraphQL refuses the token, which REST would
 * refuse too.
 */
export async function readProfile(client: HostClient): Promise<HostResult<Profile>> {
  let profile = await graphqlProfile(client);
  if (!profile.ok && profile.refusal.kind !== 'unauthorized') {
    client.log.warn({ refusal: profile.refusal }, 'could not read the profile with GraphQL; trying REST');
    profile = await restProfile(client);
  }
  if (!profile.ok) return profile;
  const { user, memberships } = profile.value;
  return ok({ user, memberships: eachOnce(memberships, ({ organization }) => organization.id) });
}

async function graphqlProfile({ query, log }: HostClient): Promise<HostResult<Profile>> {
  const answer = dataOf(await query({ ...VIEWER_PROFILE, variables: {} }), ViewerProfile);
  if (!answer.ok) return answer;
  const { databaseId, login, name, avatarUrl, organizations } = answer.value.viewer;

  const readPage = async (after: string | null) => {
    if (after === null) return pageOf(organizations);
    const next = dataOf(await query({ ...VIEWER_ORGANIZATIONS, variables: { after } }), ViewerOrganizations);
    return next.ok ? pageOf(next.value.viewer.organizations) : next;
  };
  const pages = await readPages(readPage, LIST_BOUNDS.ofPersonByGraphql, log);
  if (!pages.ok) return pages;
  return ok({ user: { id: databaseId, login, name, avatarUrl }, memberships: pages.value.flatMap(membershipsOn) });
}

function pageOf(body: Organizations): HostResult<HostPage<Organizations>> {
  const { hasNextPage, endCursor } = body.pageInfo;
  if (hasNextPage && endCursor === null) return refuse(unreachable('endless list of organizations'));
  return ok({ body, next: hasNextPage ? endCursor : null });
}

const membershipsOn = ({ nodes }: Organizations): readonly Membership[] =>
  (nodes ?? []).flatMap((node) => {
    if (node === null || node.databaseId === null) return [];
    const { databaseId, login, name, avatarUrl, viewerCanAdminister } = node;
    return [{ organization: { id: databaseId, login, name, avatarUrl }, viewerCanAdminister }];
  });

/** Organization names stay null: the lists have none, and reading each would slow down sign-in. */
async function restProfile({ send, log }: HostClient): Promise<HostResult<Profile>> {
  const url = hostPath`/user/memberships/orgs?state=active`;
  const list = linkedPages(send, { call: 'user.memberships', url }, OrganizationMemberships);
  const [answer, pages] = await Promise.all([
    send({ call: 'user.read', url: hostPath`/user` }),
    readPages(list, LIST_BOUNDS.ofPerson, log),
  ]);
  const user = bodyOf(answer, CurrentUser);
  if (!user.ok) return user;
  if (!pages.ok) return pages;

  const { id, login, name, avatar_url } = user.value;
  return ok({
    user: { id, login, name: name ?? null, avatarUrl: avatar_url ?? null },
    memberships: pages.value.flat().filter(isActive).map(membershipOf),
  });
}

const isActive = ({ state }: Static<typeof OrganizationMembership>): boolean => state === 'active';

const membershipOf = ({ role, organization }: Static<typeof OrganizationMembership>): Membership => {
  const { id, login, avatar_url } = organization;
  return {
    organization: { id, login, name: null, avatarUrl: avatar_url ?? null },
    viewerCanAdminister: role === 'admin',
  };
};
