import { ApiError } from '../../api/errors.ts';
import { type AccessName, type Grant, REPOSITORY_PERMISSIONS, type RepositoryRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import { optional, optionalBodyOf, text } from '../body.ts';

/** In the order of the permissions. */
const REQUESTED = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
const ROLES = ['read', 'triage', 'write', 'maintain', 'admin'] as const;

export const accessBody = optionalBodyOf({ permission: optional(text) });

/** A permission or a custom role of the owner. Other names are refused without a reason, as observed. */
export function requestedAccess(
  { permission }: { readonly permission: string | null },
  { ownerId }: RepositoryRecord,
  world: World,
): AccessName {
  const position = REQUESTED.findIndex((name) => name === (permission ?? 'push'));
  const grant = position === -1 ? world.namedGrant(ownerId, permission ?? '') : null;
  const access = REPOSITORY_PERMISSIONS[position] ?? grant?.role;
  if (access === undefined || access === null) throw new ApiError(422, 'Validation Failed');
  return access;
}

export const baseRoleOf = ({ permission }: Grant) => ROLES[REPOSITORY_PERMISSIONS.indexOf(permission)];

/** A custom role has the permissions of its base. */
export const rights = (grant: Grant) => ({
  permissions: {
    pull: true,
    triage: grant.permission !== 'READ',
    push: !['READ', 'TRIAGE'].includes(grant.permission),
    maintain: ['MAINTAIN', 'ADMIN'].includes(grant.permission),
    admin: grant.permission === 'ADMIN',
  },
  role_name: grant.role ?? baseRoleOf(grant),
});

export const checkWritable = ({ isArchived }: RepositoryRecord): void => {
  if (isArchived) throw new ApiError(403, 'Repository was archived so is read-only.');
};
