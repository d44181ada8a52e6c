import type { AuditEntry } from '@orgdesk/contract';
import type { AuditRecord } from '../../ports/storage/audit-trail.ts';

export const entryView = (record: AuditRecord): AuditEntry => {
  const { actor, target } = record;
  return {
    number: record.number,
    at: record.at.toISOString(),
    settledAt: record.settledAt?.toISOString() ?? null,
    action: record.action,
    outcome: record.outcome,
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
