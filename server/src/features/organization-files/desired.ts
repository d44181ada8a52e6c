import type { CheckedFile, UnlocatedProblem } from '@orgdesk/organization-files/check-files';
import type { TeamEntry } from '@orgdesk/organization-files/format';
import type { KeyPath } from '@orgdesk/organization-files/parse-file';
import type { RepositoryPermission } from '../../code-host/people/reached-repositories.ts';
import { foldLogin, type OrganizationRole } from '../../domain/account.ts';
import { NO_OWNER_RULES } from '../../domain/owner-rules.ts';
import { ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import type { Section } from './read-organization.ts';

/** Names in files and in requests to the code host, lowest first. */
const PERMISSION_NAMES = ['pull', 'triage', 'push', 'maintain', 'admin'] as const;
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

/** Of too many, the last one says how many more there are, where the first of those is. */
export function shownHints(hints: readonly UnlocatedProblem[]): readonly UnlocatedProblem[] {
  const { problemsMax } = ORGANIZATION_FILE;
  const next = hints[problemsMax];
  if (next === undefined) return hints;
  const message = `${hints.length - problemsMax} more hints like the one before are not shown.`;
  return [...hints.slice(0, problemsMax), { file: next.file, path: next.path, message, nearest: null }];
}

export interface FileLocation {
  readonly file: string;
  readonly path: KeyPath;
}

export interface DesiredTeam extends TeamEntry {
  /** In most files the slug. */
  readonly key: string;
  readonly location: FileLocation;
}

/** All files as one, by folded logins and keys of teams. */
export interface DesiredOrganization {
  readonly sections: ReadonlySet<Section>;
  readonly exact: ReadonlySet<Section>;
  /** Roles that files list in full. */
  readonly listedRoles: ReadonlySet<OrganizationRole>;
  /** Rules about owners. */
  readonly ownersMin: number;
  readonly requiredOwners: ReadonlyMap<string, { readonly login: string; readonly location: FileLocation }>;
  readonly people: ReadonlyMap<
    string,
    { readonly login: string; readonly role: OrganizationRole; readonly location: FileLocation }
  >;
  readonly teams: ReadonlyMap<string, DesiredTeam>;
  readonly outside: ReadonlyMap<
    string,
    {
      readonly login: string;
      readonly repositories: Readonly<Record<string, PermissionName>>;
      readonly location: FileLocation;
    }
  >;
}

/** Merges files without problems. A section is exact if one of its files says so. */
export function mergeFiles(files: readonly CheckedFile[]): DesiredOrganization {
  const sections = new Set<Section>();
  const exact = new Set<Section>();
  const listedRoles = new Set<OrganizationRole>();
  const people = new Map<string, { login: string; role: OrganizationRole; location: FileLocation }>();
  let { ownersMin } = NO_OWNER_RULES;
  const requiredOwners = new Map<string, { login: string; location: FileLocation }>();
  const teams = new Map<string, DesiredTeam>();
  const outside = new Map<
    string,
    { login: string; repositories: Readonly<Record<string, PermissionName>>; location: FileLocation }
  >();
  for (const { name: file, content: read } of files) {
    const content = read ?? { version: 1 };
    for (const section of ['people', 'teams', 'outsideCollaborators'] as const) {
      if (content[section] !== undefined) sections.add(section);
      if (content[section]?.mode === 'exact') exact.add(section);
    }
    for (const [key, role] of [
      ['owners', 'admin'],
      ['members', 'member'],
    ] as const) {
      const logins = content.people?.[key];
      if (logins !== undefined) listedRoles.add(role);
      for (const [index, login] of (logins ?? []).entries())
        people.set(foldLogin(login), { login, role, location: { file, path: ['people', key, index] } });
    }
    ownersMin = Math.max(ownersMin, content.people?.ownersMin ?? 0);
    for (const [index, login] of (content.people?.requiredOwners ?? []).entries())
      requiredOwners.set(foldLogin(login), { login, location: { file, path: ['people', 'requiredOwners', index] } });
    for (const [key, team] of Object.entries(content.teams?.entries ?? {}))
      teams.set(foldLogin(key), { ...team, key, location: { file, path: ['teams', 'entries', key] } });
    for (const [login, repositories] of Object.entries(content.outsideCollaborators?.entries ?? {}))
      outside.set(foldLogin(login), {
        login,
        repositories,
        location: { file, path: ['outsideCollaborators', 'entries', login] },
      });
  }
  return { sections, exact, listedRoles, ownersMin, requiredOwners, people, teams, outside };
}
