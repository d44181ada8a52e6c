import type { CodeHost } from '../code-host/code-host.ts';
import type { HostResult } from '../domain/host-refusal.ts';
import { ok, refuse } from '../lib/result.ts';
import type { Owner } from './live-rights.ts';

/**
 * Refuses what was just read if the login now belongs to another organization: rights are cached for a minute. For
 * lists whose entries do not name their organization.
 */
export async function sameOrganization(
  codeHost: Pick<CodeHost, 'organizationNow'>,
  { session, organization, organizationId }: Owner,
): Promise<HostResult<void>> {
  const current = await codeHost.organizationNow({ token: session.grant.accessToken, organization });
  if (!current.ok) return current;
  return current.value?.id === organizationId ? ok(undefined) : refuse({ kind: 'missing', message: '' });
}
