import { type Static, Type } from 'typebox';
import {
  type PersonOfRepository,
  REPOSITORY_PERMISSIONS,
  type RepositoryAccessSource,
  type RepositoryPermission,
} from '../../../../ports/code-host/access/reached-repositories.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../../send/shapes.ts';

const Permission = Type.Union(REPOSITORY_PERMISSIONS.map((permission) => Type.Literal(permission)));
const Source = Type.Object({
  /** Uses the enum of base permissions, which has only these. */
  permission: Type.Union([Type.Literal('ADMIN'), Type.Literal('WRITE'), Type.Literal('READ'), Type.Literal('NONE')]),
  /** More exact if it is one of the five; organizations may have custom roles. */
  roleName: Type.Optional(TextOrNull),
  source: Type.Object({ __typename: Type.String(), slug: Type.Optional(Type.String()) }),
});
const Edge = Type.Object({
  permission: Permission,
  permissionSources: orNull(Type.Array(orNull(Source))),
  node: Type.Object({
    databaseId: orNull(HostId),
    login: HostLogin,
    name: TextOrNull,
    avatarUrl: TextOrNull,
  }),
});

export const People = Type.Object({
  totalCount: Type.Integer({ minimum: 0 }),
  edges: orNull(Type.Array(orNull(Edge))),
  pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull }),
});
export type PeopleConnection = Static<typeof People>;

export function peopleFrom({ edges, totalCount }: PeopleConnection): {
  readonly people: readonly PersonOfRepository[];
  readonly total: number;
  readonly isWhole: boolean;
} {
  let isWhole = edges !== null;
  const people = (edges ?? []).flatMap((edge) => {
    if (edge === null || edge.node.databaseId === null) {
      isWhole = false;
      return [];
    }
    const { permission, permissionSources, node } = edge;
    const sources = permissionSources?.flatMap((source) => (source === null ? [] : sourcesFrom(source))) ?? [];
    if (permissionSources === null || permissionSources.includes(null)) isWhole = false;
    const { databaseId: id, login, name, avatarUrl } = node;
    return [{ id: id ?? 0, login, name, avatarUrl, permission: permission as RepositoryPermission, sources }];
  });
  return { people, total: totalCount, isWhole };
}

const KINDS: Readonly<Record<string, RepositoryAccessSource['kind']>> = {
  Organization: 'organization',
  Team: 'team',
  Repository: 'repository',
};

function sourcesFrom({ permission, roleName, source }: Static<typeof Source>): readonly RepositoryAccessSource[] {
  const kind = KINDS[source.__typename];
  const role = roleName?.toUpperCase();
  const namedPermission = REPOSITORY_PERMISSIONS.find((each) => each === role);
  const grantedPermission = namedPermission ?? (permission === 'NONE' ? null : permission);
  if (kind === undefined || grantedPermission === null) return [];
  const customRole = namedPermission === undefined ? (roleName ?? null) : null;
  return [{ kind, team: kind === 'team' ? (source.slug ?? null) : null, permission: grantedPermission, customRole }];
}
