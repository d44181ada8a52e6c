import { sql } from 'kysely';
import { ACCESS_EXPORT_PARTS_AT_ONCE } from '../../../domain/limits/access.ts';
import type { JobFileStore, JobRef } from '../../../ports/storage/jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { inBatches } from '../rows/batches.ts';
import { storableText } from '../rows/columns.ts';
import { isOf } from './job-record.ts';

/** A page is written only if no other was written since the job was read. */
export function createJobFiles(engine: Engine): JobFileStore {
  const { db, read } = engine;
  return {
    writePage: (job, { text, rows, unseen, next }, now) =>
      engine.transaction(async (transaction) => {
        const stored = storableText(text);
        const { steps } = job.file;
        const { numUpdatedRows } = await transaction
          .updateTable('jobs')
          .set(({ eb }) => ({
            ...(next === null
              ? { state: 'done', ended_at: now.getTime() }
              : {
                  tries: 0,
                  place: JSON.stringify(next.cursor),
                  repositories_done: next.repositoriesDone,
                  repositories_total: next.repositoriesTotal,
                }),
            steps: steps + 1,
            row_count: eb('row_count', '+', rows),
            byte_count: eb('byte_count', '+', Buffer.byteLength(stored)),
            unseen: eb('unseen', '+', unseen),
          }))
          .where(isOf(job))
          .where('steps', '=', steps)
          .where('state', 'in', next === null ? ['running'] : ['running', 'paused'])
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        if (stored !== '') {
          await transaction
            .insertInto('job_parts')
            .values({ organization_id: job.organizationId, job_id: job.id, place: steps + 1, lines: stored })
            .execute();
        }
        return true;
      }),
    async partAfter(job, index) {
      const query = db
        .selectFrom('job_parts')
        .select(['place', 'lines'])
        .where(isOf(job))
        .where('place', '>', index)
        .orderBy('place')
        .limit(1);
      const [part] = await read(query.compile());
      return part === undefined ? null : { index: part.place, text: part.lines };
    },
    async makeRoomForFile(organizationId, budget, now) {
      const jobs = db
        .selectFrom('jobs')
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'access-export');
      for (;;) {
        const stored = await jobs
          .select([sql<number>`count(*)`.as('jobs'), sql<number>`coalesce(sum(byte_count), 0)`.as('bytes')])
          .executeTakeFirstOrThrow();
        const hasTooMany = Number(stored.jobs) > budget.jobs;
        if (!hasTooMany && Number(stored.bytes) <= budget.bytes) return;
        const oldest = await jobs
          .select('job_id as id')
          .where('ended_at', 'is not', null)
          .$if(!hasTooMany, (query) => query.where('byte_count', '>', 0))
          .orderBy('ended_at')
          .orderBy('job_id')
          .limit(1)
          .executeTakeFirst();
        if (oldest === undefined) return;
        await removeFile({ organizationId, id: oldest.id }, now);
        if (hasTooMany)
          await db
            .deleteFrom('jobs')
            .where(isOf({ organizationId, id: oldest.id }))
            .execute();
      }
    },
  };

  async function removeFile(job: JobRef, now: Date): Promise<void> {
    const change = db.updateTable('jobs').where(isOf(job));
    // Marked first, so that no download starts.
    await change.set({ file_removed_at: now.getTime() }).where('file_removed_at', 'is', null).execute();
    await inBatches(async () => {
      const { numAffectedRows } = await sql`delete from job_parts where (organization_id, job_id, place) in (
        select organization_id, job_id, place from job_parts
        where organization_id = ${job.organizationId} and job_id = ${job.id} limit ${sql.lit(ACCESS_EXPORT_PARTS_AT_ONCE)}
      )`.execute(db);
      return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(ACCESS_EXPORT_PARTS_AT_ONCE) };
    });
    await change.set({ byte_count: 0 }).execute();
  }
}
