import type { RepositoryPermission } from '../../code-host/people/access/reached-repositories.ts';

/** Names in files and in requests to the code host, lowest first. */
export const PERMISSION_NAMES = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
export type PermissionName = (typeof PERMISSION_NAMES)[number];

const NAMES: Readonly<Record<RepositoryPermission, PermissionName>> = {
  READ: 'pull',
  TRIAGE: 'triage',
  WRITE: 'push',
  MAINTAIN: 'maintain',
  ADMIN: 'admin',
};

export const permissionName = (permission: RepositoryPermission): PermissionName => NAMES[permission];

export const isAtLeast = (permission: PermissionName | 'none', lowest: PermissionName | 'none'): boolean =>
  levelOf(permission) >= levelOf(lowest);

const levelOf = (permission: PermissionName | 'none'): number =>
  permission === 'none' ? -1 : PERMISSION_NAMES.indexOf(permission);
