import type { AuditRecord } from '../../src/audit/store/types.ts';
import type { Storage } from '../../src/storage.ts';
import type { Service } from '../support/service/start-service.ts';

/** The entries of an organization, the oldest first. */
export async function entriesOf(
  { simulator, storage, clock }: Pick<Service, 'simulator' | 'storage' | 'clock'>,
  organization: string,
): Promise<readonly AuditRecord[]> {
  const { id } = simulator.world.needOrganization(organization);
  const entries = await storage.auditTrail.read({ organizationId: id, limit: 10_000 }, clock.now());
  return entries.toReversed();
}

/** Recounts a trail; returns null if it is complete. */
export async function faultIn({ auditTrail }: Storage, organizationId: number | null = null): Promise<unknown> {
  for await (const result of auditTrail.verify(organizationId)) if (!result.ok) return result.refusal;
  return null;
}

/** An entry in few words: what, on whom, and what became of it. */
export const entryText = ({ action, target, outcome }: AuditRecord): string => `${action} ${target?.name} ${outcome}`;
