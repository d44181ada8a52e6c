import type { UserOrganizationsArgs } from '@octokit/graphql-schema';
import { botIdOf, botLoginOf, nodeIdOf } from '../../views/accounts.ts';
import type { OrganizationRecord, UserRecord } from '../../world/records.ts';
import { nodeOf, recordConnection, sortBy } from './connections.ts';
import { type GraphqlContext, nodeFields } from './context.ts';

/** Shows only organizations shared with the viewer. */
export function userNode(user: UserRecord, context: GraphqlContext): object {
  const { viewer } = context;
  return {
    ...nodeFields('User', user, `/${user.login}`, context),
    login: user.login,
    name: user.name,
    company: user.company,
    email: '',
    suspendedAt: user.suspension === null ? null : user.createdAt,
    isViewer: viewer.kind === 'user' && viewer.user.id === user.id,
    organizations({ orderBy, ...paging }: UserOrganizationsArgs) {
      const sorted = sortBy(sharedOrganizations(user, context), orderBy, ({ login, createdAt }) =>
        orderBy?.field === 'LOGIN' ? login.toLowerCase() : createdAt,
      );
      return recordConnection(sorted, paging, (record) => nodeOrError(() => context.nodes.organization(record)));
    },
    organization: ({ login }: { readonly login: string }) =>
      nodeOf(
        sharedOrganizations(user, context).find((record) => record.login === login),
        context.nodes.organization,
      ),
  };
}

/** The App, as which a token of an installation acts: a member of nothing. */
export function botNode(context: GraphqlContext): object {
  const { app } = context;
  const login = botLoginOf(app);
  return {
    ...nodeFields('User', { id: botIdOf(app), createdAt: app.createdAt }, `/apps/${app.slug}`, context),
    id: nodeIdOf('BOT', botIdOf(app)),
    login,
    name: null,
    company: null,
    email: '',
    isViewer: true,
    organizations: (paging: UserOrganizationsArgs) => recordConnection([], paging, context.nodes.organization),
    organization: () => null,
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

// The executor reports an error entry as null with its path.
function nodeOrError(make: () => object): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}
