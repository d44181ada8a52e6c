import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { HostClient } from '../client.ts';
import { TEAM_IN_FULL, TEAMS_IN_FULL } from '../documents.ts';
import { ofOrganization, PageInfo, pageOf, partOf } from '../graphql.ts';
import { type HostAddress, hostPath } from '../host-path.ts';
import { eachOnce, followPages } from '../pages.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { REPOSITORY_PERMISSIONS, type RepositoryPermission } from './reached-repositories.ts';
import type { NamedAccount, OrganizationRequest } from './types.ts';

/** A note in the description of each call about teams: the organization and the team by ID, which renames leave alone. */
export const teamUrl = (organizationId: number, teamId: number): HostAddress =>
  hostPath`/organizations/${organizationId}/team/${teamId}`;

export type TeamPrivacy = 'closed' | 'secret';

/** What a team is, without what is in it. */
export interface HostTeamSettings {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly privacy: TeamPrivacy;
  readonly parentId: number | null;
}

export interface FullTeam extends HostTeamSettings {
  /** Direct members. */
  readonly people: readonly (NamedAccount & { readonly role: TeamRole })[];
  /** Only repositories that the App covers. */
  readonly repositories: readonly {
    readonly name: string;
    readonly isArchived: boolean;
    /** A custom role counts as the permission that it is based on. */
    readonly permission: RepositoryPermission;
  }[];
}

const Team = Type.Object({
  databaseId: HostId,
  slug: Type.String(),
  name: Type.String(),
  description: TextOrNull,
  privacy: Type.Union([Type.Literal('VISIBLE'), Type.Literal('SECRET')]),
  parentTeam: orNull(Type.Object({ databaseId: HostId })),
  members: Type.Object({
    edges: Type.Array(
      Type.Object({ role: Type.String(), node: Type.Object({ databaseId: HostId, login: HostLogin }) }),
    ),
    pageInfo: PageInfo,
  }),
  repositories: Type.Object({
    edges: Type.Array(
      Type.Object({
        permission: Type.Enum([...REPOSITORY_PERMISSIONS]),
        node: Type.Object({ name: Type.String(), isArchived: Type.Boolean() }),
      }),
    ),
    pageInfo: PageInfo,
  }),
});
type Team = Static<typeof Team>;
const Teams = Type.Object({
  organization: Type.Object({
    databaseId: HostId,
    teams: Type.Object({ nodes: Type.Array(Team), pageInfo: PageInfo }),
  }),
});
const OneTeam = Type.Object({ organization: Type.Object({ databaseId: HostId, team: orNull(Team) }) });

/** Incomplete answers are refused: a team with people missing would look as if they had left. */
export async function readTeamsInFull(
  client: HostClient,
  request: OrganizationRequest,
): Promise<HostResult<readonly FullTeam[]>> {
  const { organization, organizationId, end } = request;
  const pages = followPages(
    async (after) => {
      const answer = await client.query({ ...TEAMS_IN_FULL, variables: { organization, after } }, end);
      const part = ofOrganization(partOf(answer, Teams), organizationId);
      if (!part.ok) return part;
      const withheld = part.value.withheldUnless(true);
      if (withheld !== null) return refuse(withheld);
      const { teams } = part.value.data.organization;
      return pageOf(teams.nodes, teams.pageInfo);
    },
    { ...LIST_BOUNDS.people, longer: 'refused' },
    client.log,
  );
  const teams: FullTeam[] = [];
  for await (const page of pages) {
    if (!page.ok) return page;
    for (const team of page.value) {
      const whole = await readToEnd(client, request, team);
      if (!whole.ok) return whole;
      teams.push(whole.value);
    }
  }
  return ok(eachOnce(teams, ({ id }) => id));
}

/** Reads the further people and repositories of a large team. */
async function readToEnd(
  { query }: HostClient,
  { organization, organizationId, end }: OrganizationRequest,
  first: Team,
): Promise<HostResult<FullTeam>> {
  const parts = [first];
  let people: string | null = null;
  let repositories: string | null = null;
  for (let last = first; last.members.pageInfo.hasNextPage || last.repositories.pageInfo.hasNextPage; ) {
    // A list that has ended stays at its end.
    people = last.members.pageInfo.endCursor ?? people;
    repositories = last.repositories.pageInfo.endCursor ?? repositories;
    if (parts.length > LIST_BOUNDS.people.pagesMax) return refuse(UNEXPECTED);
    const variables = { organization, slug: first.slug, people, repositories };
    const part = ofOrganization(partOf(await query({ ...TEAM_IN_FULL, variables }, end), OneTeam), organizationId);
    if (!part.ok) return part;
    const withheld = part.value.withheldUnless(true);
    const { team } = part.value.data.organization;
    if (withheld !== null || team?.databaseId !== first.databaseId) return refuse(withheld ?? UNEXPECTED);
    parts.push(team);
    last = team;
  }
  const edges = parts.flatMap(({ members }) => members.edges);
  const { databaseId: id, slug, name, description, privacy, parentTeam } = first;
  return ok({
    id,
    slug,
    name,
    description,
    privacy: privacy === 'SECRET' ? 'secret' : 'closed',
    parentId: parentTeam?.databaseId ?? null,
    people: eachOnce(
      edges.map(({ role, node }) => ({
        id: node.databaseId,
        login: node.login,
        role: role === 'MAINTAINER' ? 'maintainer' : 'member',
      })),
      (person) => person.id,
    ),
    repositories: eachOnce(
      parts.flatMap((part) => part.repositories.edges).map(({ permission, node }) => ({ ...node, permission })),
      (repository) => repository.name,
    ),
  });
}
