import type { AccessCause, OptionalPermission, UncheckedPart } from '@orgdesk/contract';
import type { CodeHost } from '../../code-host/code-host.ts';
import type { NamedOrganization } from '../../code-host/people/types.ts';
import type { RegisteredApp } from '../../code-host/types.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import {
  type GrantedInstallation,
  type InstallationRecord,
  lackingOf,
  missingPermissions,
  NEEDED,
  NEEDED_PERMISSIONS,
  OPTIONAL_PERMISSIONS,
  type Permissions,
} from '../../domain/installation.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { HOST_REFUSAL_MAPPINGS } from '../../http/refusals.ts';
import type { Allowance } from '../../lib/bounds.ts';
import { APP_READ_WAIT_MS } from '../../lib/limits/people.ts';
import { type Result, refuse, withinLimit } from '../../lib/result.ts';
import { createSharedCalls } from '../../lib/shared-calls.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { InstallationCache } from '../installations/installation-cache.ts';

export type AppReadRefusal = HostRefusal | { readonly kind: 'asked-too-often' };

export interface AppFacts {
  readonly installation: Result<GrantedInstallation | null, AppReadRefusal>;
  readonly app: Result<RegisteredApp, AppReadRefusal>;
  /** Set only if the App was not checked. */
  readonly cached: readonly Pick<InstallationRecord, 'suspendedAt'>[] | null;
}

/** In the order in which to fix them. */
export function appCauses({ installation, app, cached }: AppFacts): readonly AccessCause[] {
  if (!installation.ok) return cached === null ? [] : standingCauses(cached);
  const { value } = installation;
  const granted = value?.permissions ?? new Map();
  return [
    ...standingCauses(value === null ? [] : [value.installation]),
    ...(app.ok ? requestCauses(app.value, granted) : []),
    ...(app.ok && value !== null ? grantCauses(app.value, granted) : []),
  ];
}

function standingCauses([installation]: readonly Pick<InstallationRecord, 'suspendedAt'>[]): readonly AccessCause[] {
  if (installation === undefined) return [{ kind: 'app-missing' }];
  const { suspendedAt } = installation;
  return suspendedAt === null ? [] : [{ kind: 'app-suspended', suspendedAt: suspendedAt.toISOString() }];
}

/** Permissions that nobody can grant, because the App does not request them. */
function requestCauses(app: RegisteredApp, granted: Permissions): readonly AccessCause[] {
  const lacking = new Set(missingPermissions(NEEDED, granted).map(({ name }) => name));
  const permissions = missingPermissions(NEEDED, app.permissions)
    .filter(({ name }) => lacking.has(name))
    .map(({ name, wanted: needed, granted: requested }) => ({
      name,
      needed: needed,
      requested,
      purpose: purposeOf(name),
    }));
  if (permissions.length === 0) return [];
  return [{ kind: 'permissions-not-requested', settingsUrl: app.permissionsPage, permissions }];
}

const purposeOf = (name: string): string => NEEDED_PERMISSIONS.find((needed) => needed.name === name)?.purpose ?? '';

function grantCauses(app: RegisteredApp, granted: Permissions): readonly AccessCause[] {
  const missing = missingPermissions(app.permissions, granted);
  return missing.length === 0 ? [] : [{ kind: 'permissions-missing', permissions: [...missing] }];
}

export function optionalPermissions({ installation }: AppFacts): OptionalPermission[] {
  if (!installation.ok || installation.value === null) return [];
  const { permissions } = installation.value;
  return lackingOf(OPTIONAL_PERMISSIONS, permissions).map(({ name, level, purpose }) => ({
    name,
    needed: level,
    granted: permissions.get(name) ?? null,
    purpose,
  }));
}

/** Returns why the check was incomplete, or null. */
export function uncheckedApp({ installation, app }: AppFacts): UncheckedPart['reason'] | null {
  const lacking = installation.ok && installation.value !== null ? app : installation;
  if (lacking.ok) return null;
  const { kind } = lacking.refusal;
  return kind === 'asked-too-often' ? kind : HOST_REFUSAL_MAPPINGS[kind].unchecked;
}

export interface AccessServices {
  readonly runtime: Runtime;
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
  readonly cache: InstallationCache;
  /** Limits the checks that one person may cause. */
  readonly fetchAllowance: Allowance;
}

export type ReadApp = (userId: number, organization: NamedOrganization) => Promise<AppFacts>;

/**
 * Shares concurrent checks, because the App's rate limit is shared. A person over the limit gets the cached state. A
 * slow check returns `unreachable` and still updates the cache.
 */
export function createReadApp({ runtime, codeHost, sessions, cache, fetchAllowance }: AccessServices): ReadApp {
  const sharedReads = createSharedCalls<string, AppFacts>();

  async function readBoth(organization: NamedOrganization): Promise<AppFacts> {
    const [installation, app] = await Promise.all([cache.syncOrganization(organization), codeHost.registeredApp()]);
    return { installation, app, cached: null };
  }

  return async (userId, { id, login }) => {
    // After a rename, sessions may use different logins.
    const key = `${id} ${login}`;
    if (sharedReads.get(key) === undefined && fetchAllowance(String(userId)) !== null) {
      return { ...nothingRead({ kind: 'asked-too-often' }), cached: await sessions.installations.findByAccounts([id]) };
    }
    const reading = sharedReads(key, () => readBoth({ id, login }));
    const facts = await withinLimit(reading, APP_READ_WAIT_MS);
    if (facts.ok) return facts.value;
    reading.catch((error: unknown) =>
      runtime.log.error({ err: error }, 'checking the App failed after the response was sent'),
    );
    return nothingRead({ kind: 'unreachable', message: 'no response in time' });
  };
}

/** Drops an installation whose account took over the login. */
export function ofOrganization(app: AppFacts, { id }: Pick<NamedOrganization, 'id'>): AppFacts {
  if (!app.installation.ok || app.installation.value === null) return app;
  if (app.installation.value.installation.accountId === id) return app;
  return {
    ...app,
    installation: refuse({ kind: 'unreachable', message: 'the installation belongs to another account' }),
  };
}

const nothingRead = (refusal: AppReadRefusal): AppFacts => ({
  installation: refuse(refusal),
  app: refuse(refusal),
  cached: null,
});
