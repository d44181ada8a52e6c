import type { AccessCause, OptionalPermission, UncheckedPart } from '@orgdesk/contract';
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
import { HOST_REFUSAL_MAPPINGS } from '../../http/refusals.ts';
import type { Result } from '../../lib/result.ts';

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
