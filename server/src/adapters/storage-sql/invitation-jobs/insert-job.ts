import { sql, type Transaction } from 'kysely';
import type { AuditEvent } from '../../../ports/storage/audit-trail.ts';
import type { JobBounds, JobLimitRefusal, NewJob } from '../../../ports/storage/invitation-jobs.ts';
import { appendEvent, lockHead } from '../audit-trail/append.ts';
import { tooManyChanges } from '../audit-trail/recent-entries.ts';
import type { Engine } from '../engines/engine.ts';
import { chunksOf } from '../rows/batches.ts';
import { storableText, storableTextOrNull } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';
import { makeRoom } from './make-room.ts';

/** A new job, its limits and its audit entry. */
interface Inserted {
  readonly job: NewJob;
  readonly bounds: JobBounds;
  readonly event: AuditEvent;
}

/** Stores a job with its rows and its audit entry, unless the key exists. Returns a refusal if a limit is reached. */
export async function insertJob(
  transaction: Transaction<Tables>,
  engine: Engine,
  { job, bounds, event }: Inserted,
): Promise<JobLimitRefusal | null> {
  const { numInsertedOrUpdatedRows: made } = await transaction
    .insertInto('invitation_jobs')
    .values(columnsOf(job, event.requestId))
    .onConflict((conflict) => conflict.columns(['organization_id', 'job_key']).doNothing())
    .executeTakeFirstOrThrow();
  if (made === 0n) return null;
  const refusal = await fill(transaction, engine, { job, bounds, event });
  if (refusal !== null) await transaction.deleteFrom('invitation_jobs').where('job_id', '=', job.id).execute();
  return refusal;
}

async function fill(
  transaction: Transaction<Tables>,
  engine: Engine,
  { job, bounds, event }: Inserted,
): Promise<JobLimitRefusal | null> {
  // Serializes new jobs of an organization, so that concurrent requests cannot exceed a limit. No deadlock: `makeRoom`
  // skips locked rows.
  await lockHead(transaction, job.organizationId);
  const { open } = await transaction
    .selectFrom('invitation_jobs')
    .select(sql<number>`count(*)`.as('open'))
    .where('organization_id', '=', job.organizationId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(open) > bounds.openMax) return { kind: 'too-many-jobs' };
  const tooMany = await tooManyChanges(transaction, engine, {
    event,
    within: bounds.changes,
    now: job.createdAt,
  });
  if (tooMany !== null) return tooMany;
  if (!(await makeRoom(transaction, engine, job, bounds.budget))) return { kind: 'storage-full' };
  for (const chunk of chunksOf(rowsOf(job))) {
    await transaction
      .insertInto('invitation_job_rows')
      .values([...chunk])
      .execute();
  }
  await appendEvent(transaction, 'event', event, job.createdAt);
  return null;
}

const columnsOf = (job: NewJob, requestId: string | null): Tables['invitation_jobs'] => ({
  job_id: job.id,
  organization_id: job.organizationId,
  organization_login: storableText(job.organizationLogin),
  job_key: job.key,
  body_hash: job.bodyHash,
  session_key: job.sessionKey,
  started_by_id: job.startedBy.id,
  started_by_login: storableText(job.startedBy.login),
  run_by_id: job.startedBy.id,
  run_by_login: storableText(job.startedBy.login),
  state: 'active',
  stop_reason: null,
  stop_words: null,
  stopped_until: null,
  next_at: job.createdAt.getTime(),
  tries: 0,
  created_at: job.createdAt.getTime(),
  ended_at: null,
  request_id: requestId,
  row_count: job.rows.length,
  byte_count: bytesOf(job),
});

/** About what its rows take, with their indexes. */
const bytesOf = ({ rows }: NewJob): number =>
  rows.reduce(
    (sum, { login, email, teamIds }) =>
      sum + JOB_ROW_BYTES + JSON.stringify(teamIds).length + (login ?? email ?? '').length,
    0,
  );
const JOB_ROW_BYTES = 100;

const rowsOf = ({ id, rows }: NewJob): readonly Tables['invitation_job_rows'][] =>
  rows.map(({ login, email, role, teamIds }, index) => ({
    job_id: id,
    place: index + 1,
    login,
    email: storableTextOrNull(email),
    role,
    team_ids: JSON.stringify(teamIds),
    state: 'ready',
    words: null,
    invitation_id: null,
    sending_at: null,
    settled_at: null,
    intent: null,
  }));
