import type { CodeHost } from '../code-host/code-host.ts';
import { absentFor } from '../code-host/reading.ts';
import type { HostResult } from '../domain/host-refusal.ts';
import { ok } from '../lib/result.ts';
import type { Runner } from './runner.ts';

/**
 * Asks whether the person of a job still owns the organization. If so, a refusal concerns only the step that was sent, and
 * the job can go on with the next.
 */
export async function isOwnerNow(
  { ownMembership }: Pick<CodeHost, 'ownMembership'>,
  { token, organization, organizationId }: Runner,
): Promise<HostResult<boolean>> {
  const own = await ownMembership(token, organization);
  return own.ok ? ok(absentFor(own.value, organizationId) !== null) : own;
}
