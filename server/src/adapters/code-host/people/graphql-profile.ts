import { type Static, Type } from 'typebox';
import type { Membership, Profile } from '../../../domain/account.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { Told } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import { type GraphqlDocument, VIEWER_ORGANIZATIONS, VIEWER_PROFILE } from '../graphql/documents.ts';
import { dataOf, type GraphqlRunner } from '../graphql/graphql.ts';
import { LIST_BOUNDS, type Page, readPages } from '../pages/pages.ts';
import { unreachable } from '../send/refusals.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';

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
export async function graphqlProfile(
  run: (document: GraphqlDocument, variables: Readonly<Record<string, unknown>>) => ReturnType<GraphqlRunner>,
  log: Log,
): Promise<Told<Profile>> {
  const answer = dataOf(await run(VIEWER_PROFILE, {}), ViewerProfile);
  if (!answer.ok) return answer;
  const { databaseId, login, name, avatarUrl, organizations } = answer.value.viewer;

  const readPage = async (after: string | null) => {
    if (after === null) return pageOf(organizations);
    const next = dataOf(await run(VIEWER_ORGANIZATIONS, { after }), ViewerOrganizations);
    return next.ok ? pageOf(next.value.viewer.organizations) : next;
  };
  const pages = await readPages(readPage, LIST_BOUNDS.ofPersonByGraphql, log);
  if (!pages.ok) return pages;
  return ok({ user: { id: databaseId, login, name, avatarUrl }, memberships: pages.value.flatMap(membershipsOn) });
}

function pageOf(body: Organizations): Told<Page<Organizations>> {
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
