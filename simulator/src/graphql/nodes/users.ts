import type { UserOrganizationsArgs } from '@octokit/graphql-schema';
import { nodeIdOf } from '../../views/accounts.ts';
import type { OrganizationRecord, UserRecord } from '../../world/records.ts';
import { connection, sortBy } from './connections.ts';
import type { GraphqlContext } from './context.ts';

/** A person as a node. Other people's organizations show only those shared with the viewer. */
export function userNode(user: UserRecord, context: GraphqlContext): object {
  const { viewer, links } = context;
  return {
    __typename: 'User',
    id: nodeIdOf('U', user.id),
    databaseId: user.id,
    login: user.login,
    name: user.name,
    company: user.company,
    email: '',
    avatarUrl: () => links.avatar(user.id),
    url: () => links.web(`/${user.login}`),
    resourcePath: `/${user.login}`,
    createdAt: user.createdAt,
    updatedAt: user.createdAt,
    isViewer: viewer.kind === 'user' && viewer.user.id === user.id,
    organizations({ orderBy, ...paging }: UserOrganizationsArgs) {
      const sorted = sortBy(sharedOrganizations(user, context), orderBy, ({ login, createdAt }) =>
        orderBy?.field === 'LOGIN' ? login.toLowerCase() : createdAt,
      );
      return connection(sorted, paging, {
        key: ({ id }) => id,
        node: (organization) => nodeOrError(() => context.nodes.organization(organization)),
      });
    },
    organization: ({ login }: { readonly login: string }) => {
      const shared = sharedOrganizations(user, context).find((organization) => organization.login === login);
      return shared ? context.nodes.organization(shared) : null;
    },
  };
}

function sharedOrganizations(user: UserRecord, { viewer, world }: GraphqlContext): OrganizationRecord[] {
  if (viewer.kind !== 'user') return [];
  return world
    .membershipsOfUser(user.id)
    .filter(({ state }) => state === 'active')
    .map(({ organizationId }) => world.organizationById(organizationId))
    .filter((organization) => organization !== null)
    .filter(({ id }) => !viewer.user.hiddenOrganizationIds.includes(id))
    .filter(({ id }) => viewer.user.id === user.id || world.membership(id, viewer.user.id)?.state === 'active');
}

// An error as the value of a list entry leaves null in its place and is reported with its path.
function nodeOrError(make: () => object): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}
