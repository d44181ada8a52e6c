import type { RateState } from '../../api/rate-limits.ts';
import type { Viewer, Visibility } from '../../api/visibility.ts';
import { nodeIdOf } from '../../views/accounts.ts';
import type { Links } from '../../world/links.ts';
import type { OrganizationRecord, RepositoryRecord, TeamRecord, UserRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';

/** Part of the context, so that node files need not import each other. */
export interface NodeMakers {
  user(user: UserRecord): object;
  organization(organization: OrganizationRecord): object;
  team(team: TeamRecord): object;
  repository(repository: RepositoryRecord): object;
}

export interface GraphqlContext {
  readonly app: { readonly id: number; readonly slug: string; readonly createdAt: string };
  readonly viewer: Viewer;
  readonly world: World;
  readonly visibility: Visibility;
  readonly links: Links;
  readonly nodes: NodeMakers;
  readonly rateState: () => RateState;
  readonly found: Map<string, readonly UserRecord[]>;
}

export const nodeFields = (
  type: 'User' | 'Organization' | 'Team' | 'Repository',
  { id, createdAt }: { readonly id: number; readonly createdAt: string },
  path: string,
  { links }: GraphqlContext,
) => ({
  __typename: type,
  id: nodeIdOf(type.charAt(0), id),
  databaseId: id,
  url: () => links.web(path),
  resourcePath: path,
  avatarUrl: () => links.avatar(id),
  createdAt,
  updatedAt: createdAt,
});
