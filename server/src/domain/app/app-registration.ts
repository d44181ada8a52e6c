import type { Permissions } from './permissions.ts';

/** A permission that something orgdesk does needs. */
export interface NeededPermission {
  readonly name: string;
  readonly level: 'read' | 'write';
  /** What it is for, as people are told. */
  readonly purpose: string;
}

/**
 * What the App has to ask for, by name. What the platform lets everybody do, or an App with its own credential, is not
 * here, and neither is what only the operations about scoring read.
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

/** What makes orgdesk tell more, and what nothing fails without. GitHub docs: "Plan" (get an organization: its seats). */
export const USEFUL_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'organization_plan', level: 'read', purpose: 'to tell the seats that an invitation takes' },
];

/** The needed permissions, as permissions are told. */
export const NEEDED: Permissions = new Map(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));

/**
 * The events the App has to subscribe to, for the audit trail and current data; those about installations and
 * authorizations come to every App by themselves. GitHub docs: Webhook events and payloads.
 */
export const NEEDED_EVENTS = ['organization', 'membership', 'team', 'member', 'repository'] as const;

/** The addresses of the service that the App's registration names. */
export interface RegisteredAddresses {
  /** "Callback URL" of the OAuth flow. */
  readonly callback: URL;
  /** "Setup URL", where people land after installing; redirected to on updates as well. */
  readonly setup: URL;
  readonly webhook: URL;
}

/** Where the code host sends people and webhooks of a service with that origin. Specification: routes of sign-in and installation. */
export const registeredAddresses = (baseUrl: URL): RegisteredAddresses => ({
  callback: new URL('/api/auth', baseUrl),
  setup: new URL('/api/install/callback', baseUrl),
  webhook: new URL('/api/install/webhook', baseUrl),
});
