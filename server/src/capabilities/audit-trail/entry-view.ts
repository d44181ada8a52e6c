import type { AuditEntry, AuditOutcome } from '@orgdesk/contract';
import { AUDIT_UNDER_WAY_MS } from '../../domain/limits.ts';
import type { AuditRecord } from '../../ports/audit-trail.ts';

/** When a change without an outcome was intended at the latest for the outcome not to be known any more. */
export const unknownBefore = (now: Date): Date => new Date(now.getTime() - AUDIT_UNDER_WAY_MS);

/** What owners see of an entry. */
export const entryView = (record: AuditRecord, now: Date): AuditEntry => {
  const { actor, target } = record;
  return {
    number: record.number,
    at: record.at.toISOString(),
    settledAt: record.settledAt?.toISOString() ?? null,
    action: record.action,
    outcome: outcomeOf(record, now),
    way: record.way,
    actor: actor === null ? null : { id: actor.id, login: actor.login },
    target: target === null ? null : { kind: target.kind, id: target.id, name: target.name },
    before: record.before,
    after: record.after,
    words: record.words,
    requestId: record.requestId,
    deliveryId: record.deliveryId,
  };
};

function outcomeOf({ outcome, at }: AuditRecord, now: Date): AuditOutcome {
  if (outcome !== 'intended') return outcome;
  return at < unknownBefore(now) ? 'unknown' : 'under-way';
}
