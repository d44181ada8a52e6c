import type { AuditEntry } from '@orgdesk/contract';
import { ok, type Result } from '../../domain/result.ts';
import type { AuditEvent, AuditOrigin, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { TrailReader } from '../../shared/audit-trail/read-trail.ts';
import { recordDownload, type TooManyViews } from '../../shared/audit-trail/record-download.ts';
import type { Owner } from '../../shared/sessions/live-rights.ts';
import type { SentFilters } from './parse-filters.ts';

export interface ExportTrailDeps {
  readonly trail: Pick<AuditTrailStore, 'recordView'>;
  readonly reader: Pick<TrailReader, 'chunks'>;
  readonly clock: Clock;
}

interface TrailExport {
  readonly name: string;
  readonly chunks: AsyncIterable<readonly AuditEntry[]>;
}

/** Starts a download, recorded before its first byte. */
export function createExportTrail({ trail, reader, clock }: ExportTrailDeps) {
  return async (
    { session, organization, organizationId }: Owner,
    { sent, parsed }: SentFilters,
    { nameOf, requester }: { readonly nameOf: (organization: string) => string; readonly requester: AuditOrigin },
  ): Promise<Result<TrailExport, TooManyViews>> => {
    const now = clock.now();
    const name = nameOf(organization);
    const event: AuditEvent = {
      organization: { id: organizationId, login: organization },
      action: 'audit_trail.exported',
      ...requester,
      target: { kind: 'export', id: null, name },
      before: {},
      after: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      deliveryId: null,
    };
    const recorded = await recordDownload(trail, event, now);
    if (!recorded.ok) return recorded;
    const chunks = reader.chunks({ organizationId, ...parsed }, { userId: session.user.id, now });
    return ok({ name, chunks });
  };
}
