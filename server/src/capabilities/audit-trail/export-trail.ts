import type { AuditEntry, AuditFilters } from '@orgdesk/contract';
import { recordDownload } from '../../audit-trail/record-download.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { Asked, AuditEvent, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { LiveRights } from '../../sessions/live-rights.ts';
import type { TrailRefusal } from './messages.ts';
import { parseFilters } from './parse-filters.ts';
import type { TrailReader } from './read-trail.ts';

export interface ExportTrailDeps {
  readonly liveRights: LiveRights;
  readonly trail: Pick<AuditTrailStore, 'recordView'>;
  readonly reader: Pick<TrailReader, 'pieces'>;
  readonly clock: Clock;
}

interface Export {
  readonly name: string;
  readonly organizationId: number;
  readonly pieces: AsyncIterable<readonly AuditEntry[]>;
}

/** Starts a download, recorded before its first byte. */
export function createExportTrail({ liveRights, trail, reader, clock }: ExportTrailDeps) {
  return async (
    session: Session,
    login: string,
    sent: AuditFilters,
    { nameOf, asked }: { readonly nameOf: (organization: string) => string; readonly asked: Asked },
  ): Promise<Result<Export, TrailRefusal>> => {
    const filters = parseFilters(sent);
    if (!filters.ok) return filters;
    const owner = await liveRights(session, login);
    if (!owner.ok) return owner;
    const { organization, organizationId } = owner.value;
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
    const pieces = reader.pieces({ organizationId, ...filters.value }, { userId: session.user.id, now });
    return ok({ name, organizationId, pieces });
  };
}
