import type { Permissions } from './permissions.ts';

export interface NeededPermission {
  readonly name: string;
  readonly level: 'read' | 'write';
  /** User-facing text. */
  readonly purpose: string;
}

/**
 * Required permissions, except those that every App has and those for scoring.
 *
 * GitHub docs: Permissions required for GitHub Apps, Organization permissions for "Members" (create an organization
 * invitation, set and get organization membership, list members and outside collaborators, with two-factor filters; in
 * GraphQL `membersWithRole` and `teams`), Repository permissions for "Metadata" (list repositories accessible to the
 * app installation).
 */
export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'members', level: 'write', purpose: 'to invite people and view members and teams' },
  { name: 'metadata', level: 'read', purpose: 'to view the repositories the App can access' },
];

/** Optional permissions that the setup requests. GitHub docs: "Plan" (get an organization: its seats). */
export const USEFUL_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'organization_plan', level: 'read', purpose: 'to show the seats that invitations use' },
];

/** The setup offers those that change things, or that few plans have, and requests what the operator chooses. */
export const OFFERED_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'administration', level: 'write', purpose: 'to change access to repositories from files' },
  { name: 'organization_custom_org_roles', level: 'read', purpose: 'to show organization roles' },
  {
    name: 'organization_personal_access_tokens',
    level: 'write',
    purpose: 'to list and revoke fine-grained tokens',
  },
];

export const OPTIONAL_PERMISSIONS: readonly NeededPermission[] = [...USEFUL_PERMISSIONS, ...OFFERED_PERMISSIONS];

/** Returns what the setup requests; `chosen` are names of offered permissions. */
export const requestedPermissions = (chosen: readonly string[]): readonly NeededPermission[] => [
  ...NEEDED_PERMISSIONS,
  ...USEFUL_PERMISSIONS,
  ...OFFERED_PERMISSIONS.filter(({ name }) => chosen.includes(name)),
];

export const NEEDED: Permissions = new Map(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));

/** Events about installations and authorizations need no subscription. GitHub docs: Webhook events and payloads. */
export const NEEDED_EVENTS = ['organization', 'membership', 'team', 'member', 'repository'] as const;

export interface RegisteredAddresses {
  /** "Callback URL" of the OAuth flow. */
  readonly callback: URL;
  /** "Setup URL", also used after updates. */
  readonly setup: URL;
  readonly webhook: URL;
}

/** Addresses for the App's registration. Specification: routes of sign-in and installation. */
export const registeredAddresses = (baseUrl: URL): RegisteredAddresses => ({
  callback: new URL('/api/auth', baseUrl),
  setup: new URL('/api/install/callback', baseUrl),
  webhook: new URL('/api/install/webhook', baseUrl),
});
