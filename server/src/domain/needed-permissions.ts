import type { Permissions } from './permissions.ts';

/** A permission without which something orgdesk does cannot work. */
export interface NeededPermission {
  readonly name: string;
  readonly level: 'read' | 'write';
  /** What it is for, as people are told. */
  readonly purpose: string;
}

/**
 * What the App has to ask for, by name; docs/operations.md says the same to whoever registers it. What the platform lets
 * everybody do, or an App with its own credential, is not here, and neither is what only the operations about scoring read.
 *
 * GitHub docs: Permissions required for GitHub Apps, Organization permissions for "Members" (create an organization
 * invitation, set and get organization membership, list members and outside collaborators, by second factor too; in GraphQL
 * `membersWithRole` and `teams`), Repository permissions for "Metadata" (list repositories accessible to the app
 * installation).
 */
export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'members', level: 'write', purpose: 'to invite people and to see members and teams' },
  { name: 'metadata', level: 'read', purpose: 'to see which repositories the App covers' },
];

/** The same as permissions are told. */
export const NEEDED: Permissions = new Map(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));
