import type { QueryRepositoryArgs } from '@octokit/graphql-schema';
import { couldNotResolve } from '../errors.ts';
import type { GraphqlContext, NodeMakers } from './context.ts';
import { organizationNode } from './organizations.ts';
import { repositoryNode } from './repositories.ts';
import { teamNode } from './teams.ts';
import { botNode, userNode } from './users.ts';

export function withNodes(parts: Omit<GraphqlContext, 'nodes' | 'found'>): GraphqlContext {
  const nodes: NodeMakers = {
    user: (record) => userNode(record, context),
    organization: (record) => organizationNode(record, context),
    team: (record) => teamNode(record, context),
    repository: (record) => repositoryNode(record, context),
  };
  const context: GraphqlContext = { ...parts, nodes, found: new Map() };
  return context;
}

export function rootNode(context: GraphqlContext): object {
  const { viewer, world, visibility, nodes, rateState } = context;
  const organization = ({ login }: { readonly login: string }) => {
    const record = world.organization(login);
    if (!record || visibility.organizationAccess(viewer, record).hidden) {
      throw couldNotResolve(`an Organization with the login of '${login}'`);
    }
    return nodes.organization(record);
  };
  const user = ({ login }: { readonly login: string }) => {
    const record = visibility.person(login);
    if (!record || record.unknownToGraphql) throw couldNotResolve(`a User with the login of '${login}'`);
    return nodes.user(record);
  };
  return {
    __typename: 'Query',
    viewer: () => (viewer.kind === 'user' ? nodes.user(viewer.user) : botNode(context)),
    organization,
    user,
    repositoryOwner: ({ login }: { readonly login: string }) =>
      world.organization(login) ? organization({ login }) : visibility.person(login) ? user({ login }) : null,
    repository({ owner, name, followRenames = true }: QueryRepositoryArgs) {
      const account = world.organization(owner) ?? world.user(owner);
      const former = account && followRenames !== false ? world.formerRepository(account.id, name) : null;
      const record = world.repository(owner, name) ?? former;
      const isVisible = record && visibility.repositories(viewer, record.ownerId).some(({ id }) => id === record.id);
      if (!isVisible) throw couldNotResolve(`a Repository with the name '${owner}/${name}'`);
      return nodes.repository(record);
    },
    nodes: ({ ids }: { readonly ids: readonly string[] }) =>
      ids.map((id) => {
        const [, number] = /^U_([\w-]+)$/.exec(id) ?? [];
        const record = world.userById(Number(Buffer.from(number ?? '', 'base64url').toString()));
        if (record && !record.unknownToGraphql) return nodes.user(record);
        return couldNotResolve(`a node with the global id of '${id}'`);
      }),
    rateLimit() {
      const { limit, remaining, used, reset } = rateState();
      return { limit, remaining, used, cost: 1, nodeCount: 0, resetAt: new Date(reset * 1000).toISOString() };
    },
  };
}
