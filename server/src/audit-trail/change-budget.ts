import { AUDIT_CHANGES } from '../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AuditTrailStore } from '../ports/storage/audit-trail.ts';
import type { Clock } from '../ports/system.ts';

/** The person reached the hourly limit of recorded changes. */
export interface TooManyChanges {
  readonly kind: 'too-many-changes';
  readonly retryAt: Date;
}

/** Checks the hourly limit of changes that cost nothing on the code host but are recorded. */
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
