import type { OrganizationRepositoriesArgs, OrganizationTeamsArgs } from '@octokit/graphql-schema';
import { nodeIdOf } from '../../views/accounts.ts';
import type { OrganizationRecord, TeamRecord } from '../../world/records.ts';
import { addressForbidden, forbidden, SamlForbidden } from '../errors.ts';
import { connection, type PagingArguments } from './connections.ts';
import type { GraphqlContext } from './context.ts';
import { repositoryConnection } from './repositories.ts';

/** An organization as a node. Throws when it does not allow the address, or the viewer lacks single sign-on for it. */
export function organizationNode(organization: OrganizationRecord, context: GraphqlContext): object {
  const { viewer, world, visibility, links, nodes } = context;
  const { id, login } = organization;
  const access = visibility.organizationAccess(viewer, organization);
  if (access.addressRefused) throw addressForbidden(login);
  if (access.samlWithheld) throw new SamlForbidden(links.web(`/orgs/${login}/sso`));
  const belongs = access.membership !== null || viewer.kind === 'installation';
  const isOwner = access.membership?.role === 'admin';

  const members = () => {
    if (!access.appReadsMembers) throw forbidden();
    if (!belongs) return [];
    return world
      .membershipsOfOrganization(id)
      .filter(({ state, role }) => state === 'active' && role !== 'billing_manager')
      .map((membership) => ({ membership, user: world.userById(membership.userId) }))
      .filter((entry) => entry.user !== null);
  };
  const teams = () => {
    if (!access.appReadsMembers) throw forbidden();
    return belongs ? world.teamsOf(id).filter((team) => isOwner || seesTeam(team, context)) : [];
  };

  return {
    __typename: 'Organization',
    id: nodeIdOf('O', id),
    databaseId: id,
    login,
    name: organization.name,
    description: organization.description,
    websiteUrl: organization.websiteUrl,
    isVerified: organization.verified,
    requiresTwoFactorAuthentication: isOwner ? organization.requiresTwoFactor : null,
    avatarUrl: () => links.avatar(id),
    url: () => links.web(`/${login}`),
    resourcePath: `/${login}`,
    createdAt: organization.createdAt,
    updatedAt: organization.createdAt,
    viewerCanAdminister: isOwner,
    viewerIsAMember: access.membership !== null,
    membersWithRole: (paging: PagingArguments) =>
      connection(members(), paging, {
        key: ({ membership }) => membership.userId,
        node: ({ user }) => (user ? nodes.user(user) : null),
        edge: ({ membership }) => ({
          role: membership.role === 'admin' ? 'ADMIN' : 'MEMBER',
          hasTwoFactorEnabled: isOwner ? organization.requiresTwoFactor || membership.userId % 3 > 0 : null,
        }),
      }),
    teams: (paging: OrganizationTeamsArgs) =>
      connection(selectTeams(teams(), paging), paging, { key: (team) => team.id, node: nodes.team }),
    team({ slug }: { readonly slug: string }) {
      const record = teams().find((team) => team.slug === slug);
      return record ? nodes.team(record) : null;
    },
    repositories: (paging: OrganizationRepositoriesArgs) =>
      repositoryConnection(visibility.repositories(viewer, id), paging, nodes),
    repository({ name }: { readonly name: string }) {
      const record = visibility.repositories(viewer, id).find((repository) => repository.name === name);
      return record ? nodes.repository(record) : null;
    },
  };
}

function seesTeam(team: TeamRecord, { viewer }: GraphqlContext): boolean {
  if (team.privacy === 'VISIBLE' || viewer.kind === 'installation') return true;
  return team.members.some(({ userId }) => userId === viewer.user.id);
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
