import { sql, type Transaction } from 'kysely';
import { INVITATION_QUOTA_MS } from '../../../domain/limits/invitations.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { JobBounds, NewJob } from '../../../ports/storage/invitation-jobs.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

/** Assumed for a job that an older program stored without sizes. */
const UNKNOWN_SIZE = { rows: 2_000, bytes: 600_000 };
/** Sends are kept in intervals of this length, each counted from its start. */
const SENT_PART_MS = 10 * 60 * 1000;

/**
 * Removes the oldest ended jobs until the new job fits; false if it cannot fit. Their sends still count towards the
 * daily quota.
 */
export async function makeRoom(
  transaction: Transaction<Tables>,
  { lockFreeRows }: Pick<Engine, 'lockFreeRows'>,
  { organizationId, createdAt }: Pick<NewJob, 'organizationId' | 'createdAt'>,
  budget: JobBounds['budget'],
): Promise<boolean> {
  const rows = sql<number>`coalesce(row_count, ${sql.lit(UNKNOWN_SIZE.rows)})`;
  const bytes = sql<number>`coalesce(byte_count, ${sql.lit(UNKNOWN_SIZE.bytes)})`;
  const jobs = transaction.selectFrom('invitation_jobs').where('organization_id', '=', organizationId);
  const stored = await jobs
    .select([
      sql<number>`count(*)`.as('jobs'),
      sql<number>`sum(${rows})`.as('rows'),
      sql<number>`sum(${bytes})`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const over = {
    jobs: Number(stored.jobs) - budget.jobs,
    rows: Number(stored.rows) - budget.rows,
    bytes: Number(stored.bytes) - budget.bytes,
  };
  const isOver = () => Math.max(over.jobs, over.rows, over.bytes) > 0;
  while (isOver()) {
    const ended = await jobs
      .select(['job_id', rows.as('rows'), bytes.as('bytes')])
      .where('ended_at', 'is not', null)
      .orderBy('ended_at')
      .orderBy('job_id')
      .limit(BATCH_ROWS)
      .modifyEnd(lockFreeRows)
      .execute();
    const removed: string[] = [];
    for (const job of ended) {
      if (!isOver()) break;
      removed.push(job.job_id);
      over.jobs -= 1;
      over.rows -= Number(job.rows);
      over.bytes -= Number(job.bytes);
    }
    if (removed.length === 0) return false;
    await remove(transaction, removed, createdAt.getTime() - INVITATION_QUOTA_MS);
  }
  return true;
}

async function remove(transaction: Transaction<Tables>, ids: readonly string[], countsSince: number): Promise<void> {
  const part = sql`line.sending_at / ${sql.lit(SENT_PART_MS)}`;
  // Zero calls: the pace counts them separately.
  await sql`insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent)
    select line.job_id || '/' || cast(${part} as text), job.run_by_id, job.organization_id, min(line.sending_at), 0, count(*)
    from invitation_job_rows as line inner join invitation_jobs as job on job.job_id = line.job_id
    where line.job_id in (${sql.join(ids)}) and line.state = 'sent' and line.sending_at > ${countsSince}
    group by line.job_id, job.run_by_id, job.organization_id, ${part}`.execute(transaction);
  await transaction.deleteFrom('invitation_job_rows').where('job_id', 'in', ids).execute();
  await transaction.deleteFrom('invitation_jobs').where('job_id', 'in', ids).execute();
}
