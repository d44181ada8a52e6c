import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { ROW_STATES, type RowState } from '../../../domain/invitations/invitation-job.ts';
import type { SessionKey } from '../../../domain/session.ts';
import type { JobRecord } from '../../../ports/storage/invitation-jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { dateOrNull } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';

/** An older job of the organization has not ended. */
export const WAITS = sql<SqlBool>`exists (
  select 1 from invitation_jobs as older
  where older.organization_id = invitation_jobs.organization_id and older.ended_at is null
    and (older.created_at, older.job_id) < (invitation_jobs.created_at, invitation_jobs.job_id)
)`;

type Condition = (builder: ExpressionBuilder<Tables, 'invitation_jobs'>) => ReturnType<typeof builder.and>;

export async function readJobs(
  { db, read }: Engine,
  condition: Condition,
  limit: number,
): Promise<readonly JobRecord[]> {
  const jobs = await read(
    db
      .selectFrom('invitation_jobs')
      .selectAll()
      .select(sql<number>`case when ${WAITS} then 1 else 0 end`.as('waits'))
      .where(condition)
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(limit)
      .compile(),
  );
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ job_id }) => job_id);
  const counts = await read(countsOf(db, ids).compile());
  return jobs.map((job) => recordFrom(job, new Map(counts.filter(isOf(job)).map(({ state, rows }) => [state, rows]))));
}

const countsOf = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('invitation_job_rows')
    .select(['job_id', 'state', sql<number>`count(*)`.as('rows')])
    .where('job_id', 'in', ids)
    .groupBy(['job_id', 'state']);

const isOf =
  (job: { readonly job_id: string }) =>
  (count: { readonly job_id: string }): boolean =>
    count.job_id === job.job_id;

function recordFrom(
  job: Tables['invitation_jobs'] & { readonly waits: number },
  counts: ReadonlyMap<RowState, number>,
): JobRecord {
  return {
    id: job.job_id,
    key: job.job_key,
    bodyHash: job.body_hash,
    organizationId: job.organization_id,
    organizationLogin: job.organization_login,
    sessionKey: job.session_key as SessionKey,
    startedBy: { id: job.started_by_id, login: job.started_by_login },
    runBy: { id: job.run_by_id, login: job.run_by_login },
    state: job.state,
    stopReason: job.stop_reason,
    stopWords: job.stop_words,
    stoppedUntil: dateOrNull(job.stopped_until),
    nextAt: new Date(job.next_at),
    tries: job.tries,
    createdAt: new Date(job.created_at),
    endedAt: dateOrNull(job.ended_at),
    requestId: job.request_id,
    waits: job.waits === 1 && job.ended_at === null,
    counts: Object.fromEntries(
      ROW_STATES.map((state) => [state, Number(counts.get(state) ?? 0)]),
    ) as JobRecord['counts'],
  };
}
