/** Maps names to levels, such as `members` to `write`. A map, because the names are external. */
export type Permissions = ReadonlyMap<string, string>;

interface PermissionGap {
  readonly name: string;
  readonly wanted: string;
  readonly granted: string | null;
}

const LEVELS: readonly string[] = ['read', 'write', 'admin'];

/** Sorted by name. Unknown levels cannot be compared and count as sufficient. */
export function missingPermissions(needed: Permissions, granted: Permissions): readonly PermissionGap[] {
  return [...needed]
    .map(([name, level]) => ({ name, wanted: level, granted: granted.get(name) ?? null }))
    .filter((permission) => !isEnough(permission))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const lackingOf = <P extends { readonly name: string; readonly level: string }>(
  wanted: readonly P[],
  granted: Permissions,
): readonly P[] =>
  wanted.filter(({ name, level }) => !isEnough({ name, wanted: level, granted: granted.get(name) ?? null }));

function isEnough({ wanted: required, granted }: PermissionGap): boolean {
  if (granted === null) return false;
  const [requiredLevel, grantedLevel] = [LEVELS.indexOf(required), LEVELS.indexOf(granted)];
  return requiredLevel === -1 || grantedLevel === -1 || grantedLevel >= requiredLevel;
}

/** Spelled as in decision N3. */
export type AccountType = 'organization' | 'user';

/** Specification: Cached installation record. */
export interface Installation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: AccountType;
  readonly repositorySelection: 'all' | 'selected' | null;
  readonly suspendedAt: Date | null;
}

/** Permissions are requested each time and not cached. */
export interface GrantedInstallation {
  readonly installation: Installation;
  readonly permissions: Permissions;
}

export interface InstallationRecord extends Installation {
  /** Null until counted. */
  readonly repositoryCount: number | null;
  readonly updatedAt: Date;
}

export interface CoveredRepository {
  readonly nameWithOwner: string;
  readonly url: string;
  readonly isPrivate: boolean;
}

const INSTALLATION_ID = /^[1-9]\d{0,15}$/;

/** Accepts decimal digits only. Null if invalid. */
export function parseInstallationId(text: string): number | null {
  return INSTALLATION_ID.test(text) ? idOrNull(Number(text)) : null;
}

/** Accepts a positive safe integer. Null if invalid. */
export const idOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

interface NeededPermission {
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
const USEFUL_PERMISSIONS: readonly NeededPermission[] = [
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

interface RegisteredAddresses {
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

/** Distinguishes missing from wrong signatures for `doctor`; the message is the same. */
export const REFUSAL_HEADER = 'x-orgdesk-refusal';
export const SIGNATURE_REFUSED = 'The signature of the delivery is missing or wrong.';
