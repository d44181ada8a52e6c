import { type RawBuilder, sql } from 'kysely';
import { JOB_SENDS_KEPT_MS, SENT_BATCHES_KEPT_MS } from '../../../domain/limits/invitation-jobs.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { JobRetention } from '../../../ports/storage/invitation-jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { executeInBatches } from '../rows/batches.ts';

/** Deletes email addresses earlier than rows. Returns the number of both. */
export async function clearJobs(
  { db, lockFreeRows }: Engine,
  now: Date,
  { rowsMs, addressesMs }: JobRetention,
  stop?: AbortSignal,
): Promise<number> {
  const deleteInBatches = (statement: RawBuilder<unknown>) => executeInBatches(db, statement, stop);
  const rowsOfJobsEndedBy = (time: number, more: RawBuilder<unknown>) => sql`
    (job_id, place) in (
      select line.job_id, line.place from invitation_job_rows as line
      inner join invitation_jobs as job on job.job_id = line.job_id
      where job.ended_at <= ${time} ${more}
      limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
    )`;
  const [rowsUntil, addressesUntil] = [now.getTime() - rowsMs, now.getTime() - addressesMs];

  const addresses = await deleteInBatches(
    sql`update invitation_job_rows set email = null where ${rowsOfJobsEndedBy(addressesUntil, sql`and line.email is not null`)}`,
  );
  const rows = await deleteInBatches(sql`delete from invitation_job_rows where ${rowsOfJobsEndedBy(rowsUntil, sql``)}`);
  await deleteInBatches(sql`delete from invitation_jobs where job_id in (
    select job_id from invitation_jobs as job where ended_at <= ${rowsUntil} and not exists (
      select 1 from invitation_job_rows as line where line.job_id = job.job_id
    ) limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
  )`);
  await deleteInBatches(sql`delete from invitation_sends where (user_id, sent_at) in (
    select user_id, sent_at from invitation_sends
    where sent_at <= ${now.getTime() - JOB_SENDS_KEPT_MS} limit ${sql.lit(BATCH_ROWS)}
  )`);
  await deleteInBatches(sql`delete from invitation_batches where batch_id in (
    select batch_id from invitation_batches
    where sent_at <= ${now.getTime() - SENT_BATCHES_KEPT_MS} limit ${sql.lit(BATCH_ROWS)}
  )`);
  return rows + addresses;
}
