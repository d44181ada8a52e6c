import { ACCESS_EXPORT_KEPT_MS, ACCESS_EXPORTS_LISTED_MAX } from '../../domain/limits/access.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { AccessExportRecord, AccessExportStore } from '../../ports/storage/access-exports.ts';
import type { Clock } from '../../ports/system.ts';
import type { LiveRights } from '../../sessions/live-rights.ts';
import type { ExportRefusal } from './messages.ts';

export interface ExportsOfOwnerDeps {
  readonly liveRights: LiveRights;
  readonly accessExports: AccessExportStore;
  readonly clock: Clock;
}

/** An export, as it is named in an address. */
export interface NamedExport {
  readonly login: string;
  readonly id: string;
}

/** The exports of an organization, for who is an owner of it at this moment. */
export function createExportsOfOwner({ liveRights, accessExports, clock }: ExportsOfOwnerDeps) {
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
    async cancel(session: Session, named: NamedExport): Promise<Result<AccessExportRecord, ExportRefusal>> {
      const found = await find(session, named);
      if (!found.ok) return found;
      await accessExports.cancel(found.value.id, clock.now());
      return ok((await accessExports.find(found.value.id)) ?? found.value);
    },
    /** One whose file is still kept. */
    async withFile(session: Session, named: NamedExport): Promise<Result<AccessExportRecord, ExportRefusal>> {
      const found = await find(session, named);
      if (!found.ok) return found;
      const until = fileKeptUntil(found.value);
      return until !== null && until <= clock.now() ? refuse({ kind: 'no-file' }) : found;
    },
  };
}

/** Until when a file can be downloaded; null while it is written. */
export const fileKeptUntil = ({ endedAt }: Pick<AccessExportRecord, 'endedAt'>): Date | null =>
  endedAt === null ? null : new Date(endedAt.getTime() + ACCESS_EXPORT_KEPT_MS);

/** What cannot be one is not looked up: a database may refuse its characters. */
const CAN_BE_ID = /^[\da-f]{32}$/;
