import type { RepositoryCollaboratorsArgs } from '@octokit/graphql-schema';
import { notAccessible } from '../../api/errors.ts';
import { type PermissionSource, strongest } from '../../world/access.ts';
import type { RepositoryPermission, RepositoryRecord, UserRecord } from '../../world/records.ts';
import { PlatformError } from '../errors.ts';
import { connection, isNamed, nodeOf } from './connections.ts';
import type { GraphqlContext } from './context.ts';

export function collaboratorsOf(repository: RepositoryRecord, context: GraphqlContext) {
  const { world, nodes } = context;
  const organization = world.organizationById(repository.ownerId);

  return ({ affiliation, query, login, ...paging }: RepositoryCollaboratorsArgs) => {
    checkRights(repository, context);
    const candidates = query || login ? named(query, login, context) : undefined;
    const people = world.collaboratorsOf(repository, affiliation ?? 'ALL', candidates);
    const sourcesOf = world.accessTo(repository);
    return connection(people, paging, {
      key: ({ id }) => id,
      node: nodes.user,
      edge: ({ id }) => {
        const sources = sourcesOf(id);
        return {
          permission: strongest(sources.map(({ permission }) => permission)) ?? 'READ',
          permissionSources: () =>
            organization &&
            sources.map((source) => ({
              organization: () => nodes.organization(organization),
              permission: DEFAULT_FIELD[source.permission],
              roleName: source.role ?? source.permission.toLowerCase(),
              source: () => granter(source, repository, context),
            })),
        };
      },
    });
  };
}

function checkRights(repository: RepositoryRecord, { world, visibility, viewer }: GraphqlContext): void {
  if (!visibility.reachedIds(viewer, repository.ownerId).has(repository.id)) throw notAccessible();
  const permission = viewer.kind === 'user' ? world.permissionIn(repository, viewer.user.id) : null;
  if (permission !== null && PUSHING.includes(permission)) return;
  throw new PlatformError('FORBIDDEN', 'You do not have permission to view repository collaborators.');
}

/** Cached, because every repository of a page needs these people. */
function named(query: string | null | undefined, login: string | null | undefined, { world, found }: GraphqlContext) {
  const key = JSON.stringify([query, login]);
  const cached = found.get(key);
  if (cached) return cached;
  const person = login ? world.user(login) : null;
  const people: readonly UserRecord[] = login ? (person ? [person] : []) : world.users();
  const matching = people.filter((user) => isNamed(user, query)).toSorted((a, b) => a.id - b.id);
  found.set(key, matching);
  return matching;
}

function granter(source: PermissionSource, repository: RepositoryRecord, { nodes }: GraphqlContext): object | null {
  if (source.kind === 'organization') return nodeOf(source.organization, nodes.organization);
  return source.kind === 'team' ? nodes.team(source.team) : nodes.repository(repository);
}

const PUSHING: readonly RepositoryPermission[] = ['WRITE', 'MAINTAIN', 'ADMIN'];

/** The field has fewer levels than there are roles. */
const DEFAULT_FIELD: Readonly<Record<RepositoryPermission, 'READ' | 'WRITE' | 'ADMIN'>> = {
  READ: 'READ',
  TRIAGE: 'READ',
  WRITE: 'WRITE',
  MAINTAIN: 'WRITE',
  ADMIN: 'ADMIN',
};
