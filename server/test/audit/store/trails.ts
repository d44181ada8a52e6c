import type { AuditFault, AuditProof, AuditRecord, AuditTrailStore } from '../../../src/audit/store/types.ts';
import type { AuditEvent } from '../../../src/domain/audit-entry.ts';
import type { Result } from '../../../src/lib/result.ts';

export const NOON = new Date('2026-01-01T12:00:00Z');
export const after = (ms: number): Date => new Date(NOON.getTime() + ms);

/** Ada removes a member of organization 10, unless said otherwise. */
export const eventOf = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
  organization: { id: 10, login: 'ten' },
  action: 'member.removed',
  way: 'console',
  actor: { id: 1, login: 'Ada' },
  target: { kind: 'person', id: 2, name: 'Bob' },
  before: { role: 'member' },
  after: {},
  requestId: 'req-1',
  deliveryId: null,
  ...changes,
});

export const entriesOf = (
  trail: AuditTrailStore,
  selection: Partial<Parameters<AuditTrailStore['read']>[0]> = {},
  now: Date = NOON,
): Promise<readonly AuditRecord[]> => trail.read({ organizationId: 10, limit: 200, ...selection }, now);

export async function verified(
  trail: AuditTrailStore,
  organizationId: number | null = null,
): Promise<readonly Result<AuditProof, AuditFault>[]> {
  const results: Result<AuditProof, AuditFault>[] = [];
  for await (const result of trail.verify(organizationId)) results.push(result);
  return results;
}
