import type { AuditEntry } from '@orgdesk/contract';
import { recordDownload, type TooManyViews } from '../../audit-trail/record-download.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Asked, AuditEvent, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import type { SentFilters } from './parse-filters.ts';
import type { TrailReader } from './read-trail.ts';

export interface ExportTrailDeps {
  readonly trail: Pick<AuditTrailStore, 'recordView'>;
  readonly reader: Pick<TrailReader, 'pieces'>;
  readonly clock: Clock;
}

interface Export {
  readonly name: string;
  readonly pieces: AsyncIterable<readonly AuditEntry[]>;
}

/** Starts a download, recorded before its first byte. */
export function createExportTrail({ trail, reader, clock }: ExportTrailDeps) {
  return async (
    { session, organization, organizationId }: Owner,
    { sent, parsed }: SentFilters,
    { nameOf, asked }: { readonly nameOf: (organization: string) => string; readonly asked: Asked },
  ): Promise<Result<Export, TooManyViews>> => {
    const now = clock.now();
    const name = nameOf(organization);
    const event: AuditEvent = {
      organization: { id: organizationId, login: organization },
      action: 'audit_trail.exported',
      ...asked,
      target: { kind: 'export', id: null, name },
      before: {},
      after: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
      deliveryId: null,
    };
    const recorded = await recordDownload(trail, event, now);
    if (!recorded.ok) return recorded;
    const pieces = reader.pieces({ organizationId, ...parsed }, { userId: session.user.id, now });
    return ok({ name, pieces });
  };
}
