import { ok } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import { absentFor } from '../../ports/code-host/reading.ts';
import type { HostResult } from '../../ports/code-host/refusals.ts';
import type { Runner } from './runner.ts';

/** Whether the runner owns the organization now. Only then a refusal is about its step alone, and others can go on. */
export async function isOwnerNow(
  { ownMembership }: Pick<CodeHost, 'ownMembership'>,
  { token, organization, organizationId }: Runner,
): Promise<HostResult<boolean>> {
  const own = await ownMembership(token, organization);
  return own.ok ? ok(absentFor(own.value, organizationId) !== null) : own;
}
