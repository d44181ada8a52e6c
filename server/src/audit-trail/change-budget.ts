import { AUDIT_CHANGES } from '../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AuditTrailStore } from '../ports/storage/audit-trail.ts';
import type { Clock } from '../ports/system.ts';

/** A person has made so many changes of a kind within an hour that the audit trail takes no more of them yet. */
export interface TooManyChanges {
  readonly kind: 'too-many-changes';
  readonly retryAt: Date;
}

/** Whether somebody may make another change that costs nothing on the code host, and is an entry of the audit trail. */
export type ChangeBudget = (
  organizationId: number,
  userId: number,
  subject: 'invitation_job' | 'access_export',
) => Promise<Result<true, TooManyChanges>>;

export const createChangeBudget =
  ({
    auditTrail,
    clock,
  }: {
    readonly auditTrail: Pick<AuditTrailStore, 'fitsAt'>;
    readonly clock: Clock;
  }): ChangeBudget =>
  async (organizationId, actorId, subject) => {
    const retryAt = await auditTrail.fitsAt(organizationId, { actorId, subject, ...AUDIT_CHANGES }, clock.now());
    return retryAt === null ? ok(true) : refuse({ kind: 'too-many-changes', retryAt });
  };
