import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../../domain/account.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import { VIEWER_ORGANIZATIONS, VIEWER_PROFILE } from '../graphql/documents.ts';
import type { GraphqlReader } from '../graphql/graphql.ts';
import { PAGES_MAX } from '../pages/paging.ts';
import { HostId, HostLogin, TextOrNull } from '../send/host-shapes.ts';
import { unreachable } from '../send/refusals.ts';

const OrganizationNode = Type.Object({
  databaseId: Type.Union([HostId, Type.Null()]),
  login: HostLogin,
  name: TextOrNull,
  avatarUrl: TextOrNull,
  viewerCanAdminister: Type.Boolean(),
});

// Organizations withheld by single sign-on are nulls inside the list.
const Organizations = Type.Object({
  nodes: Type.Union([Type.Array(Type.Union([OrganizationNode, Type.Null()])), Type.Null()]),
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

/**
 * The profile over GraphQL: one call for up to a hundred organizations, one more for each further hundred.
 * Withheld organizations are left out; a failure on any page is a failure of the profile.
 */
export async function graphqlProfile(run: GraphqlReader, token: HostToken): Promise<Result<Profile, HostRefusal>> {
  const answer = await run(token, VIEWER_PROFILE, {}, ViewerProfile);
  if (!answer.ok) return answer;
  const { databaseId, login, name, avatarUrl, organizations } = answer.value.viewer;

  const pages = [organizations];
  for (let page = organizations; page.pageInfo.hasNextPage; ) {
    const after = page.pageInfo.endCursor;
    if (after === null || pages.length === PAGES_MAX) return refuse(unreachable('endless list of organizations'));
    const next = await run(token, VIEWER_ORGANIZATIONS, { after }, ViewerOrganizations);
    if (!next.ok) return next;
    page = next.value.viewer.organizations;
    pages.push(page);
  }
  return ok({ user: { id: databaseId, login, name, avatarUrl }, memberships: pages.flatMap(membershipsOn) });
}

const membershipsOn = ({ nodes }: Organizations): readonly Membership[] =>
  (nodes ?? []).flatMap((node) => {
    if (node === null || node.databaseId === null) return [];
    const { databaseId, login, name, avatarUrl, viewerCanAdminister } = node;
    return [{ organization: { id: databaseId, login, name, avatarUrl }, viewerCanAdminister }];
  });
