import type { TeamMembersArgs } from '@octokit/graphql-schema';
import type { TeamRecord, TeamRepository } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import { connection, isNamed, nodeOf, type PagingArguments, recordConnection } from './connections.ts';
import { type GraphqlContext, nodeFields } from './context.ts';

/** Its own, and all where a role of the organization gives it access to all. Not those of parents. */
function listedRepositories(team: TeamRecord, world: World): readonly TeamRepository[] {
  if (world.generalGrantsOf(team).length === 0) return team.repositories;
  return world
    .repositoriesOfTeam(team)
    .map(({ repository: { id }, permission, role }) => ({ repositoryId: id, permission, role }));
}

/** Members include those of child teams, except for `IMMEDIATE`. */
export function teamNode(team: TeamRecord, context: GraphqlContext): object {
  const { world, visibility, viewer, nodes } = context;
  const owner = world.organizationById(team.organizationId);
  const path = `/orgs/${owner?.login ?? ''}/teams/${team.slug}`;

  const members = ({ membership = 'ALL', role, query }: TeamMembersArgs) => {
    return world
      .teamMembersOf(team, membership ?? 'ALL')
      .filter((member) => !role || member.role === role)
      .map((member) => ({ member, user: world.userById(member.userId) }))
      .filter(({ user }) => user !== null && isNamed(user, query));
  };
  const repositories = () => {
    const visible = new Map(visibility.repositories(viewer, team.organizationId).map((record) => [record.id, record]));
    return listedRepositories(team, world)
      .map(({ repositoryId, permission }) => ({ permission, repository: visible.get(repositoryId) }))
      .filter((entry) => entry.repository !== undefined);
  };

  return {
    ...nodeFields('Team', team, path, context),
    slug: team.slug,
    name: team.name,
    combinedSlug: `${owner?.login ?? ''}/${team.slug}`,
    description: team.description,
    privacy: team.privacy,
    organization: () => nodeOf(owner, nodes.organization),
    parentTeam: () => nodeOf(team.parentId === null ? null : world.teamById(team.parentId), nodes.team),
    childTeams: (paging: PagingArguments) =>
      recordConnection(
        world.teamsOf(team.organizationId).filter(({ parentId }) => parentId === team.id),
        paging,
        nodes.team,
      ),
    members: (paging: TeamMembersArgs) =>
      connection(members(paging), paging, {
        key: ({ member }) => member.userId,
        node: ({ user }) => nodeOf(user, nodes.user),
        edge: ({ member }) => ({ role: member.role }),
      }),
    repositories: (paging: PagingArguments) =>
      connection(repositories(), paging, {
        key: ({ repository }) => repository?.id ?? 0,
        node: ({ repository }) => nodeOf(repository, nodes.repository),
        edge: ({ permission }) => ({ permission }),
      }),
  };
}
