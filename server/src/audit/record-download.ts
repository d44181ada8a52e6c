import type { AuditEvent } from '../domain/audit-entry.ts';
import { AUDIT_DOWNLOAD_RETRY_SECONDS, AUDIT_VIEWS } from '../lib/limits/audit-trail.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { AuditTrailStore } from './store/types.ts';

export interface TooManyViews {
  readonly kind: 'too-many-views';
  readonly retryAt: Date;
}

/** Called before the first byte is sent. Repeated downloads within an hour share one entry. */
export async function recordDownload(
  auditTrail: Pick<AuditTrailStore, 'recordView'>,
  event: AuditEvent,
  now: Date,
): Promise<Result<void, TooManyViews>> {
  const written = await auditTrail.recordView(event, now, AUDIT_VIEWS);
  if (written !== 'full') return ok(undefined);
  return refuse({ kind: 'too-many-views', retryAt: new Date(now.getTime() + AUDIT_DOWNLOAD_RETRY_SECONDS * 1000) });
}
