import type { OrganizationRepositoriesArgs, OrganizationTeamsArgs } from '@octokit/graphql-schema';
import { notAccessible } from '../../api/errors.ts';
import { checkAccess } from '../../api/organization-access.ts';
import { covers } from '../../api/permissions.ts';
import type { OrganizationRecord, TeamRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import { connection, nodeOf, type PagingArguments, recordConnection } from './connections.ts';
import { type GraphqlContext, nodeFields } from './context.ts';
import { repositoryConnection } from './repositories.ts';

export function organizationNode(organization: OrganizationRecord, context: GraphqlContext): object {
  const { viewer, world, visibility, links, nodes } = context;
  const { id, login } = organization;
  const access = visibility.organizationAccess(viewer, organization);
  checkAccess(access, organization, links);
  const belongs = access.membership !== null || viewer.kind === 'installation';
  const isOwner = access.membership?.role === 'admin';

  const members = () => {
    if (!covers(access.permissions, { members: 'read' })) throw notAccessible();
    if (!belongs) return [];
    return world.membersOf(id).filter(({ membership }) => membership.role !== 'billing_manager');
  };
  const teams = () => {
    if (!covers(access.permissions, { members: 'read' })) throw notAccessible();
    return belongs ? world.teamsOf(id).filter((team) => isOwner || seesTeam(team, context)) : [];
  };

  return {
    ...nodeFields('Organization', organization, `/${login}`, context),
    login,
    name: organization.name,
    description: organization.description,
    websiteUrl: organization.websiteUrl,
    isVerified: organization.verified,
    requiresTwoFactorAuthentication: isOwner ? organization.requiresTwoFactor : null,
    viewerCanAdminister: isOwner,
    viewerIsAMember: access.membership !== null,
    membersWithRole: (paging: PagingArguments) =>
      connection(members(), paging, {
        key: ({ membership }) => membership.userId,
        node: ({ user }) => nodes.user(user),
        edge: ({ membership, user }) => ({
          role: membership.role === 'admin' ? 'ADMIN' : 'MEMBER',
          hasTwoFactorEnabled: isOwner ? user.secondFactor !== 'none' : null,
        }),
      }),
    teams: ({ userLogins, ...paging }: OrganizationTeamsArgs) =>
      recordConnection(selectTeams(withPeople(teams(), userLogins, world), paging), paging, nodes.team),
    team: ({ slug }: { readonly slug: string }) =>
      nodeOf(
        teams().find((team) => slug !== '' && team.slug === slug),
        nodes.team,
      ),
    repositories: (paging: OrganizationRepositoriesArgs) =>
      repositoryConnection(visibility.repositories(viewer, id), paging, nodes),
    repository: ({ name }: { readonly name: string }) =>
      nodeOf(
        visibility.repositories(viewer, id).find((repository) => repository.name === name),
        nodes.repository,
      ),
  };
}

function seesTeam(team: TeamRecord, { viewer }: GraphqlContext): boolean {
  if (team.privacy === 'VISIBLE' || viewer.kind === 'installation') return true;
  return team.members.some(({ userId }) => userId === viewer.user.id);
}

function withPeople(teams: readonly TeamRecord[], logins: readonly string[] | null | undefined, world: World) {
  if (!logins) return teams;
  const ids = new Set(logins.map((login) => world.user(login)?.id));
  return teams.filter(({ members }) => members.some(({ userId }) => ids.has(userId)));
}

function selectTeams(teams: readonly TeamRecord[], { orderBy, privacy, query, rootTeamsOnly }: OrganizationTeamsArgs) {
  const chosen = teams
    .filter((team) => !privacy || team.privacy === privacy)
    .filter((team) => rootTeamsOnly !== true || team.parentId === null)
    .filter((team) => !query || team.name.toLowerCase().includes(query.toLowerCase()));
  if (!orderBy) return chosen;
  const sign = orderBy.direction === 'ASC' ? 1 : -1;
  return chosen.sort((left, right) => sign * left.name.localeCompare(right.name, 'en'));
}
