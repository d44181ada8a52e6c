import { type RawBuilder, sql } from 'kysely';
import { runFailure } from '../../../domain/jobs/run.ts';
import { ACCESS_EXPORT_PARTS_AT_ONCE } from '../../../domain/limits/access.ts';
import {
  JOB_SENDS_KEPT_MS,
  RUN_CONTENT_KEPT_MS,
  SENT_BATCHES_KEPT_MS,
} from '../../../domain/limits/invitation-jobs.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { JobRetention } from '../../../ports/storage/jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { executeInBatches, inBatches } from '../rows/batches.ts';

/** Deletes email addresses earlier than rows, and files by their own time. Returns the number of all. */
export async function clearJobs(
  engine: Engine,
  now: Date,
  { rowsMs, addressesMs, filesMs }: JobRetention,
  stop?: AbortSignal,
): Promise<number> {
  const { db, lockFreeRows } = engine;
  const deleteInBatches = (statement: RawBuilder<unknown>) => executeInBatches(db, statement, stop);
  const rowsOfJobsEndedBy = (time: number, more: RawBuilder<unknown>) => sql`
    (organization_id, job_id, place) in (
      select line.organization_id, line.job_id, line.place from job_rows as line
      inner join jobs as job on job.organization_id = line.organization_id and job.job_id = line.job_id
      where job.ended_at <= ${time} ${more}
      limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
    )`;
  const [rowsUntil, addressesUntil, filesUntil] = [
    now.getTime() - rowsMs,
    now.getTime() - addressesMs,
    now.getTime() - filesMs,
  ];

  // Nobody waits for what an ended job changed.
  await deleteInBatches(sql`delete from job_targets where (organization_id, job_id, place, target) in (
    select target.organization_id, target.job_id, target.place, target.target from job_targets as target
    inner join jobs as job on job.organization_id = target.organization_id and job.job_id = target.job_id
    where job.ended_at is not null limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
  )`);
  const addresses = await deleteInBatches(
    sql`update job_rows set email = null where ${rowsOfJobsEndedBy(addressesUntil, sql`and line.email is not null`)}`,
  );
  const rows = await deleteInBatches(sql`delete from job_rows where ${rowsOfJobsEndedBy(rowsUntil, sql``)}`);
  // Marked first: a running download is cut off instead of passing for complete.
  await db
    .updateTable('jobs')
    .set({ file_removed_at: now.getTime() })
    .where('kind', '=', 'access-export')
    .where('ended_at', '<=', filesUntil)
    .where('file_removed_at', 'is', null)
    .execute();
  const parts = await inBatches(async () => {
    const { numAffectedRows } = await sql`delete from job_parts where (organization_id, job_id, place) in (
      select part.organization_id, part.job_id, part.place from job_parts as part
      inner join jobs as job on job.organization_id = part.organization_id and job.job_id = part.job_id
      where job.ended_at <= ${filesUntil} limit ${sql.lit(ACCESS_EXPORT_PARTS_AT_ONCE)}
    )`.execute(db);
    return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(ACCESS_EXPORT_PARTS_AT_ONCE) };
  }, stop);
  const isEmpty = (table: 'job_rows' | 'job_parts') => sql`not exists (
    select 1 from ${sql.table(table)} as item
    where item.organization_id = job.organization_id and item.job_id = job.job_id
  )`;
  await deleteInBatches(sql`delete from jobs where (organization_id, job_id) in (
    select organization_id, job_id from jobs as job
    where (ended_at <= ${rowsUntil} or kind = 'access-export' and ended_at <= ${filesUntil})
      and ${isEmpty('job_rows')} and ${isEmpty('job_parts')}
    limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
  )`);
  await clearRuns(engine, { runsUntil: rowsUntil, contentUntil: now.getTime() - RUN_CONTENT_KEPT_MS }, deleteInBatches);
  await deleteInBatches(sql`delete from invitation_sends where (user_id, sent_at) in (
    select user_id, sent_at from invitation_sends
    where sent_at <= ${now.getTime() - JOB_SENDS_KEPT_MS} limit ${sql.lit(BATCH_ROWS)}
  )`);
  await deleteInBatches(sql`delete from invitation_batches where batch_id in (
    select batch_id from invitation_batches
    where sent_at <= ${now.getTime() - SENT_BATCHES_KEPT_MS} limit ${sql.lit(BATCH_ROWS)}
  )`);
  return rows + addresses + parts;
}

/** Runs go with the last of their jobs. */
async function clearRuns(
  { lockFreeRows }: Engine,
  { runsUntil, contentUntil }: { readonly runsUntil: number; readonly contentUntil: number },
  deleteInBatches: (statement: RawBuilder<unknown>) => Promise<number>,
): Promise<void> {
  await deleteInBatches(sql`
    update run_jobs set state = 'refused', content = null, failure = ${JSON.stringify(runFailure('out-of-time'))}
    where state = 'waiting' and (user_id, run_id) in (
      select user_id, run_id from runs where created_at <= ${contentUntil}
    )`);
  await deleteInBatches(sql`delete from runs where (user_id, run_id) in (
    select user_id, run_id from runs as run
    where created_at <= ${runsUntil} and not exists (
      select 1 from run_jobs as item
      inner join jobs as job on job.organization_id = item.organization_id and job.job_id = item.job_id
      where item.user_id = run.user_id and item.run_id = run.run_id
    )
    limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
  )`);
  await deleteInBatches(sql`delete from run_jobs where (user_id, run_id, place) in (
    select user_id, run_id, place from run_jobs as item
    where not exists (select 1 from runs where runs.user_id = item.user_id and runs.run_id = item.run_id)
    limit ${sql.lit(BATCH_ROWS)}
  )`);
}
