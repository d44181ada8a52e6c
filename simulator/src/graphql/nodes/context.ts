import type { RateState } from '../../api/rate-limits.ts';
import type { Viewer, Visibility } from '../../api/visibility.ts';
import type { Links } from '../../links.ts';
import { nodeIdOf } from '../../views/accounts.ts';
import type { OrganizationRecord, RepositoryRecord, TeamRecord, UserRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';

/**
 * The makers of nodes. A node is an object whose properties and methods are the fields the world
 * knows; it lives in here, so that the files of the node types need not import each other.
 */
export interface NodeMakers {
  user(user: UserRecord): object;
  /** Throws when it does not allow the address, or the viewer lacks single sign-on for it. */
  organization(organization: OrganizationRecord): object;
  team(team: TeamRecord): object;
  repository(repository: RepositoryRecord): object;
}

/** What the nodes of one request are made from. */
export interface GraphqlContext {
  readonly viewer: Viewer;
  readonly world: World;
  readonly visibility: Visibility;
  readonly links: Links;
  readonly nodes: NodeMakers;
  readonly rateState: () => RateState;
  /** People found by a search of this request. */
  readonly found: Map<string, readonly UserRecord[]>;
}

/** What nodes of all kinds say of a record and of the address of its page. */
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
