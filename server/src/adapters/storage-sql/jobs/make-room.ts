import { sql, type Transaction } from 'kysely';
import { INVITATION_QUOTA_MS } from '../../../domain/limits/invitations.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { JobBounds, NewJob } from '../../../ports/storage/jobs.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

/** Sends are kept in intervals of this length, each counted from its start. */
const SENT_PART_MS = 10 * 60 * 1000;

/** Sends of removed jobs still count towards the daily quota. */
export async function makeRoom(
  transaction: Transaction<Tables>,
  { lockFreeRows }: Pick<Engine, 'lockFreeRows'>,
  { organizationId, kind, createdAt }: Pick<NewJob, 'organizationId' | 'kind' | 'createdAt'>,
  budget: NonNullable<JobBounds['budget']>,
): Promise<boolean> {
  const jobs = transaction.selectFrom('jobs').where('organization_id', '=', organizationId).where('kind', '=', kind);
  const stored = await jobs
    .select([
      sql<number>`count(*)`.as('jobs'),
      sql<number>`sum(row_count)`.as('rows'),
      sql<number>`sum(byte_count)`.as('bytes'),
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
      .select(['job_id', 'row_count', 'byte_count'])
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
      over.rows -= job.row_count;
      over.bytes -= job.byte_count;
    }
    if (removed.length === 0) return false;
    await remove(transaction, { organizationId, ids: removed }, createdAt.getTime() - INVITATION_QUOTA_MS);
  }
  return true;
}

async function remove(
  transaction: Transaction<Tables>,
  { organizationId, ids }: { readonly organizationId: number; readonly ids: readonly string[] },
  countsSince: number,
): Promise<void> {
  const part = sql`line.sending_at / ${sql.lit(SENT_PART_MS)}`;
  // Zero calls: the pace counts them separately.
  await sql`insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent)
    select line.job_id || '/' || cast(${part} as text), job.run_by_id, job.organization_id, min(line.sending_at), 0, count(*)
    from job_rows as line
    inner join jobs as job on job.organization_id = line.organization_id and job.job_id = line.job_id
    where line.organization_id = ${organizationId} and line.job_id in (${sql.join(ids)})
      and line.state = 'sent' and line.sending_at > ${countsSince}
    group by line.job_id, job.run_by_id, job.organization_id, ${part}`.execute(transaction);
  for (const table of ['job_rows', 'jobs'] as const)
    await transaction
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('job_id', 'in', ids)
      .execute();
}
