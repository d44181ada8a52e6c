import type { OrganizationRecord, UserRecord } from '../../world/records.ts';
import { connection, type PagingArguments } from './connections.ts';
import { type GraphqlContext, globalId } from './context.ts';

interface OrganizationsArguments extends PagingArguments {
  readonly orderBy?: { readonly field: 'LOGIN' | 'CREATED_AT'; readonly direction: 'ASC' | 'DESC' } | null;
}

/** A person as a node. Other people's organizations show only those shared with the viewer. */
export function userNode(user: UserRecord, context: GraphqlContext): object {
  const { viewer, links } = context;
  return {
    __typename: 'User',
    id: globalId('U', user.id),
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
    organizations: (paging: OrganizationsArguments) =>
      connection(sorted(sharedOrganizations(user, context), paging.orderBy), paging, {
        key: ({ id }) => id,
        node: (organization) => nodeOrError(() => context.nodes.organization(organization)),
      }),
    organization: ({ login }: { readonly login: string }) => {
      const found = sharedOrganizations(user, context).find((organization) => organization.login === login);
      return found ? context.nodes.organization(found) : null;
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

function sorted(organizations: OrganizationRecord[], orderBy: OrganizationsArguments['orderBy']): OrganizationRecord[] {
  if (!orderBy) return organizations;
  const key = (organization: OrganizationRecord) =>
    orderBy.field === 'LOGIN' ? organization.login.toLowerCase() : organization.createdAt;
  const sign = orderBy.direction === 'ASC' ? 1 : -1;
  return organizations.sort((left, right) => sign * (key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0));
}

// An error as the value of a list entry leaves null in its place and is reported with its path.
function nodeOrError(make: () => object): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}
