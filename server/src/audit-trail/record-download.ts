import { AUDIT_DOWNLOAD_RETRY_SECONDS, AUDIT_VIEWS } from '../domain/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AuditEvent, AuditTrailStore } from '../ports/storage/audit-trail.ts';

/** Somebody downloaded more different files of an organization within an hour than its trail takes entries for. */
export interface TooManyViews {
  readonly kind: 'too-many-views';
  readonly retryAt: Date;
}

/** Records a download before its first byte. The same download within an hour is one entry. */
export async function recordDownload(
  auditTrail: Pick<AuditTrailStore, 'recordView'>,
  event: AuditEvent,
  now: Date,
): Promise<Result<void, TooManyViews>> {
  const written = await auditTrail.recordView(event, now, AUDIT_VIEWS);
  if (written !== 'full') return ok(undefined);
  return refuse({ kind: 'too-many-views', retryAt: new Date(now.getTime() + AUDIT_DOWNLOAD_RETRY_SECONDS * 1000) });
}
