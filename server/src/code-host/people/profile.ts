import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../domain/account.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import { VIEWER_ORGANIZATIONS, VIEWER_PROFILE } from '../graphql/documents.ts';
import { dataOf } from '../graphql/graphql.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, type HostPage, linkedPages, readPages } from '../pages/pages.ts';
import { unreachable } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import type { UserClient } from './ways-in.ts';

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

/** Falls back to REST unless GraphQL refuses the token, which REST would refuse too. */
export async function readProfile(client: UserClient): Promise<HostResult<Profile>> {
  let profile = await graphqlProfile(client);
  if (!profile.ok && profile.refusal.kind !== 'unauthorized') {
    client.log.warn({ refusal: profile.refusal }, 'could not read the profile with GraphQL; trying REST');
    profile = await restProfile(client);
  }
  if (!profile.ok) return profile;
  const { user, memberships } = profile.value;
  return ok({ user, memberships: eachOnce(memberships, ({ organization }) => organization.id) });
}

async function graphqlProfile({ query, log }: UserClient): Promise<HostResult<Profile>> {
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
async function restProfile({ send, log }: UserClient): Promise<HostResult<Profile>> {
  const list = linkedPages(send, hostPath`/user/memberships/orgs?state=active`, OrganizationMemberships);
  const [answer, pages] = await Promise.all([
    send({ url: hostPath`/user` }),
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
