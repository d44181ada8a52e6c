import type { AccessCause } from '@orgdesk/contract';
import type { GrantedInstallation } from '../../domain/installation.ts';
import { missingPermissions, type Permissions } from '../../domain/permissions.ts';
import type { Result } from '../../domain/result.ts';
import type { HostRefusal } from '../../ports/code-host.ts';

/** What the code host said of the App on one organization. */
export interface SeenApp {
  /** Null: not installed. */
  readonly installation: Result<GrantedInstallation | null, HostRefusal>;
  /** The permissions the App asks for. */
  readonly wanted: Result<Permissions, HostRefusal>;
}

/** What the App lacks, in the order in which it has to be mended. */
export function appCauses({ installation, wanted }: SeenApp): readonly AccessCause[] {
  if (!installation.ok) return [];
  if (installation.value === null) return [{ kind: 'app-missing' }];
  const causes: AccessCause[] = [];
  const { suspendedAt } = installation.value.installation;
  if (suspendedAt !== null) causes.push({ kind: 'app-suspended', suspendedAt: suspendedAt.toISOString() });
  const missing = wanted.ok ? missingPermissions(wanted.value, installation.value.permissions) : [];
  if (missing.length > 0) causes.push({ kind: 'permissions-missing', permissions: [...missing] });
  return causes;
}

/** Why what the App lacks is not, or not all, known; null when it is. An App that is not there lacks nothing else. */
export function appRefusal({ installation, wanted }: SeenApp): HostRefusal | null {
  if (!installation.ok) return installation.refusal;
  return installation.value === null || wanted.ok ? null : wanted.refusal;
}
