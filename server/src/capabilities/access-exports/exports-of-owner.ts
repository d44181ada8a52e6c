import type { AuditAction } from '@orgdesk/contract';
import { ACCESS_EXPORT_KEPT_MS } from '@orgdesk/contract/limits';
import { recordDownload, type TooManyViews } from '../../audit-trail/record-download.ts';
import { ACCESS_EXPORTS_LISTED_MAX } from '../../domain/limits/access.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AccessExportRecord, AccessExportStore } from '../../ports/storage/access-exports.ts';
import type { AuditEvent, AuditOrigin, AuditTrailStore } from '../../ports/storage/audit-trail.ts';
import type { Clock } from '../../ports/system.ts';
import type { Owner } from '../../sessions/live-rights.ts';

export interface ExportsOfOwnerDeps {
  readonly accessExports: AccessExportStore;
  readonly auditTrail: Pick<AuditTrailStore, 'recordView'>;
  readonly clock: Clock;
}

type NoExport = { readonly kind: 'no-export' };

/** The exports of an organization, for one of its owners. */
export function createExportsOfOwner({ accessExports, auditTrail, clock }: ExportsOfOwnerDeps) {
  async function find({ organizationId }: Owner, id: string): Promise<Result<AccessExportRecord, NoExport>> {
    const found = CAN_BE_ID.test(id) ? await accessExports.find(id) : null;
    if (found === null || found.organizationId !== organizationId) return refuse({ kind: 'no-export' });
    return ok(found);
  }

  return {
    find,
    list: ({ organizationId }: Owner): Promise<readonly AccessExportRecord[]> =>
      accessExports.ofOrganization(organizationId, ACCESS_EXPORTS_LISTED_MAX),
    async cancel(owner: Owner, requester: AuditOrigin, id: string): Promise<Result<AccessExportRecord, NoExport>> {
      const found = await find(owner, id);
      if (!found.ok) return found;
      const entry = exportEvent(requester, 'access_export.cancelled', found.value);
      await accessExports.cancel(id, clock.now(), entry);
      return ok((await accessExports.find(id)) ?? found.value);
    },
    /** Records the download before returning the export. */
    async download(
      owner: Owner,
      requester: AuditOrigin,
      id: string,
    ): Promise<Result<AccessExportRecord, NoExport | TooManyViews | { readonly kind: 'no-file' }>> {
      const found = await find(owner, id);
      if (!found.ok) return found;
      const until = fileKeptUntil(found.value);
      if (until !== null && until <= clock.now()) return refuse({ kind: 'no-file' });
      const entry = exportEvent(requester, 'access_export.downloaded', found.value);
      const recorded = await recordDownload(auditTrail, entry, clock.now());
      if (!recorded.ok) return recorded;
      return found;
    },
  };
}

export const exportEvent = (
  requester: AuditOrigin,
  action: AuditAction,
  { id, organizationId, organizationLogin }: Pick<AccessExportRecord, 'id' | 'organizationId' | 'organizationLogin'>,
): AuditEvent => ({
  ...requester,
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
