import type { AuditAction } from '@orgdesk/contract';
import { recordDownload } from '../../audit-trail/record-download.ts';
import { ACCESS_EXPORT_KEPT_MS, ACCESS_EXPORTS_LISTED_MAX } from '../../domain/limits/access.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { AccessExportRecord, AccessExportStore } from '../../ports/storage/access-exports.ts';
import type { Asked, AuditEvent, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { LiveRights } from '../../sessions/live-rights.ts';
import type { ExportRefusal } from './messages.ts';

export interface ExportsOfOwnerDeps {
  readonly liveRights: LiveRights;
  readonly accessExports: AccessExportStore;
  readonly auditTrail: Pick<AuditTrailStore, 'recordView'>;
  readonly clock: Clock;
}

export interface NamedExport {
  readonly login: string;
  readonly id: string;
}

/** Only current owners may use exports. */
export function createExportsOfOwner({ liveRights, accessExports, auditTrail, clock }: ExportsOfOwnerDeps) {
  async function find(
    session: Session,
    { login, id }: NamedExport,
  ): Promise<Result<AccessExportRecord, ExportRefusal>> {
    const owner = await liveRights(session, login);
    if (!owner.ok) return owner;
    const found = CAN_BE_ID.test(id) ? await accessExports.find(id) : null;
    if (found === null || found.organizationId !== owner.value.organizationId) return refuse({ kind: 'no-export' });
    return ok(found);
  }

  return {
    find,
    async list(session: Session, login: string): Promise<Result<readonly AccessExportRecord[], ExportRefusal>> {
      const owner = await liveRights(session, login);
      if (!owner.ok) return owner;
      return ok(await accessExports.ofOrganization(owner.value.organizationId, ACCESS_EXPORTS_LISTED_MAX));
    },
    async cancel(
      session: Session,
      asked: Asked,
      named: NamedExport,
    ): Promise<Result<AccessExportRecord, ExportRefusal>> {
      const found = await find(session, named);
      if (!found.ok) return found;
      const entry = exportEvent(asked, 'access_export.cancelled', found.value);
      await accessExports.cancel(found.value.id, clock.now(), entry);
      return ok((await accessExports.find(found.value.id)) ?? found.value);
    },
    /** Records the download before returning the export. */
    async download(
      session: Session,
      asked: Asked,
      named: NamedExport,
    ): Promise<Result<AccessExportRecord, ExportRefusal>> {
      const found = await find(session, named);
      if (!found.ok) return found;
      const until = fileKeptUntil(found.value);
      if (until !== null && until <= clock.now()) return refuse({ kind: 'no-file' });
      const entry = exportEvent(asked, 'access_export.downloaded', found.value);
      const recorded = await recordDownload(auditTrail, entry, clock.now());
      if (!recorded.ok) return recorded;
      return found;
    },
  };
}

export const exportEvent = (
  asked: Asked,
  action: AuditAction,
  { id, organizationId, organizationLogin }: Pick<AccessExportRecord, 'id' | 'organizationId' | 'organizationLogin'>,
): AuditEvent => ({
  ...asked,
  organization: { id: organizationId, login: organizationLogin },
  action,
  target: { kind: 'export', id: null, name: id },
  before: {},
  after: {},
  deliveryId: null,
});

/** Returns when the download expires, or null while the export is being written. */
export const fileKeptUntil = ({
  endedAt,
  fileRemovedAt,
}: Pick<AccessExportRecord, 'endedAt' | 'fileRemovedAt'>): Date | null =>
  fileRemovedAt ?? (endedAt === null ? null : new Date(endedAt.getTime() + ACCESS_EXPORT_KEPT_MS));

/** Other IDs are not queried, because a database may reject their characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;
