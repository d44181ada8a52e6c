import { sql } from 'kysely';
import { isDue } from '../../../domain/invitations/invitation-job.ts';
import { ACCESS_EXPORT_PARTS_AT_ONCE, ACCESS_EXPORT_REPOSITORIES_PAGE } from '../../../domain/limits/access.ts';
import { JOB_UNREACHABLE_MS } from '../../../domain/limits/invitation-jobs.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { SessionKey } from '../../../domain/session.ts';
import type {
  AccessExportRecord,
  AccessExportStore,
  ExportCursor,
  ExportEnd,
  ExportPage,
  NewAccessExport,
} from '../../../ports/storage/access-exports.ts';
import { appendEvent } from '../audit-trail/append.ts';
import type { Engine } from '../engines/engine.ts';
import { inBatches } from '../rows/batches.ts';
import { dateOrNull, msOrNull, requestIdsOf, storableText } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';
import { makeRoom } from './make-room.ts';

const START: ExportCursor = { after: null, isListed: false, size: ACCESS_EXPORT_REPOSITORIES_PAGE, open: [] };

/** A step is written only if no other was written since it was read. */
export function createAccessExportStore(engine: Engine): AccessExportStore {
  const { db, read } = engine;
  const exports = db.selectFrom('access_exports').selectAll();
  const underWay = exports.where('ended_at', 'is', null);

  const writeStep = (
    { id, steps }: Pick<AccessExportRecord, 'id' | 'steps'>,
    { text, rows, unseen }: Pick<ExportPage, 'text' | 'rows' | 'unseen'>,
    change: Partial<Tables['access_exports']>,
  ): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const stored = storableText(text);
      const { numUpdatedRows } = await transaction
        .updateTable('access_exports')
        .set(({ eb }) => ({
          ...change,
          steps: steps + 1,
          row_count: eb('row_count', '+', rows),
          byte_count: eb('byte_count', '+', Buffer.byteLength(stored)),
          unseen: eb('unseen', '+', unseen),
        }))
        .where('export_id', '=', id)
        .where('steps', '=', steps)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      if (stored !== '') {
        await transaction
          .insertInto('access_export_parts')
          .values({ export_id: id, place: steps + 1, lines: stored })
          .execute();
      }
      return true;
    });

  return {
    async create(newExport) {
      for (;;) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('access_exports')
          .values(columnsOf(newExport))
          .onConflict((conflict) => conflict.column('organization_id').where('ended_at', 'is', null).doNothing())
          .executeTakeFirstOrThrow();
        const isNew = numInsertedOrUpdatedRows === 1n;
        const stored = isNew
          ? exports.where('export_id', '=', newExport.id)
          : underWay.where('organization_id', '=', newExport.organizationId);
        const [found] = await read(stored.compile());
        if (found !== undefined) return { export: recordFrom(found), isNew };
      }
    },
    async find(id) {
      const [found] = await read(exports.where('export_id', '=', id).compile());
      return found === undefined ? null : recordFrom(found);
    },
    async ofOrganization(organizationId, limit) {
      const query = exports
        .where('organization_id', '=', organizationId)
        .orderBy('created_at', 'desc')
        .orderBy('export_id', 'desc')
        .limit(limit);
      return (await read(query.compile())).map(recordFrom);
    },
    async due(now) {
      const query = db
        .selectFrom('access_exports')
        .select(['export_id', 'next_at', 'request_id'])
        .where('ended_at', 'is', null);
      const found = await read(query.compile());
      const times = found.map(({ export_id: id, next_at: at }) => ({ id, at: new Date(at) }));
      const later = times.filter(({ at }) => !isDue(at, now)).map(({ at }) => at.getTime());
      return {
        ids: times.filter(({ at }) => isDue(at, now)).map(({ id }) => id),
        requestIds: requestIdsOf(found.map(({ export_id: id, request_id: requestId }) => ({ id, requestId }))),
        nextAt: later.length === 0 ? null : new Date(Math.min(...later)),
      };
    },
    async makeDue(now) {
      const nowMs = now.getTime();
      const latest = nowMs + JOB_UNREACHABLE_MS;
      await db
        .updateTable('access_exports')
        .set({
          next_at: nowMs,
          waits_until: sql<number>`case when tries > 0 and waits_until > ${latest} then ${latest} else waits_until end`,
        })
        .where('ended_at', 'is', null)
        .where('next_at', '>', nowMs)
        .execute();
    },
    write: (step, page) =>
      writeStep(step, page, {
        state: 'active',
        waits_until: null,
        tries: 0,
        place: JSON.stringify(page.cursor),
        repositories_done: page.repositoriesDone,
        repositories_total: page.repositoriesTotal,
      }),
    end: (step, end: ExportEnd, now) =>
      writeStep(step, end, { state: end.state, waits_until: null, ended_at: now.getTime() }),
    async wait(id, { nextAt, waitsUntil, tries }) {
      await db
        .updateTable('access_exports')
        .set({ state: 'waiting', next_at: nextAt.getTime(), waits_until: msOrNull(waitsUntil), tries })
        .where('export_id', '=', id)
        .where('ended_at', 'is', null)
        .execute();
    },
    async rename(id, organizationLogin) {
      await db
        .updateTable('access_exports')
        .set({ organization_login: organizationLogin })
        .where('export_id', '=', id)
        .execute();
    },
    cancel: (id, now, entry) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('access_exports')
          .set({ state: 'cancelled', waits_until: null, ended_at: now.getTime() })
          .where('export_id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await appendEvent(transaction, 'event', entry, now);
        return true;
      }),
    makeRoom: (organizationId, budget, now) => makeRoom(engine, organizationId, budget, now),
    async partAfter(id, index) {
      const query = db
        .selectFrom('access_export_parts')
        .select(['place', 'lines'])
        .where('export_id', '=', id)
        .where('place', '>', index)
        .orderBy('place')
        .limit(1);
      const [part] = await read(query.compile());
      return part === undefined ? null : { index: part.place, text: part.lines };
    },
    async clear(now, keptMs, stop) {
      const until = now.getTime() - keptMs;
      // Marked first: a running download is cut off instead of passing for complete.
      await db
        .updateTable('access_exports')
        .set({ file_removed_at: now.getTime() })
        .where('ended_at', '<=', until)
        .where('file_removed_at', 'is', null)
        .execute();
      const parts = await inBatches(async () => {
        const { numAffectedRows } = await sql`delete from access_export_parts where (export_id, place) in (
          select part.export_id, part.place from access_export_parts as part
          inner join access_exports as made on made.export_id = part.export_id
          where made.ended_at <= ${until} limit ${sql.lit(ACCESS_EXPORT_PARTS_AT_ONCE)}
        )`.execute(db);
        return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(ACCESS_EXPORT_PARTS_AT_ONCE) };
      }, stop);
      await inBatches(async () => {
        const { numAffectedRows } = await sql`delete from access_exports where export_id in (
          select export_id from access_exports as made where ended_at <= ${until} and not exists (
            select 1 from access_export_parts as part where part.export_id = made.export_id
          ) limit ${sql.lit(BATCH_ROWS)}
        )`.execute(db);
        return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(BATCH_ROWS) };
      }, stop);
      return parts;
    },
  };
}

const columnsOf = (newExport: NewAccessExport): Tables['access_exports'] => ({
  export_id: newExport.id,
  organization_id: newExport.organizationId,
  organization_login: newExport.organizationLogin,
  session_key: newExport.sessionKey,
  started_by_id: newExport.startedBy.id,
  started_by_login: newExport.startedBy.login,
  state: 'active',
  next_at: newExport.createdAt.getTime(),
  waits_until: null,
  tries: 0,
  created_at: newExport.createdAt.getTime(),
  ended_at: null,
  place: JSON.stringify(START),
  steps: 0,
  repositories_done: 0,
  repositories_total: null,
  row_count: 0,
  byte_count: 0,
  unseen: 0,
  request_id: newExport.requestId,
  file_removed_at: null,
});

const recordFrom = (row: Tables['access_exports']): AccessExportRecord => ({
  id: row.export_id,
  organizationId: row.organization_id,
  organizationLogin: row.organization_login,
  sessionKey: row.session_key as SessionKey,
  startedBy: { id: row.started_by_id, login: row.started_by_login },
  state: row.state,
  nextAt: new Date(row.next_at),
  waitsUntil: dateOrNull(row.waits_until),
  tries: row.tries,
  createdAt: new Date(row.created_at),
  endedAt: dateOrNull(row.ended_at),
  cursor: JSON.parse(row.place) as ExportCursor,
  steps: row.steps,
  repositoriesDone: row.repositories_done,
  repositoriesTotal: row.repositories_total,
  rows: row.row_count,
  bytes: row.byte_count,
  unseen: row.unseen,
  requestId: row.request_id,
  fileRemovedAt: dateOrNull(row.file_removed_at),
});
