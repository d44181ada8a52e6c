import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { ROW_STATES } from '../../../domain/jobs/job.ts';
import type { SessionKey } from '../../../domain/session.ts';
import type { ExportCursor, JobRecord, JobRef } from '../../../ports/storage/jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { dateOrNull } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';

/**
 * An older job of the kind in the organization has not ended. A change of one person waits only for older changes of the
 * same person.
 */
export const WAITS = sql<SqlBool>`exists (
  select 1 from jobs as older
  where older.organization_id = jobs.organization_id and older.kind = jobs.kind and older.ended_at is null
    and (older.created_at, older.job_id) < (jobs.created_at, jobs.job_id)
    and (jobs.kind <> 'people-change' or jobs.row_count > 1 or exists (
      select 1 from job_rows as line
      where line.organization_id = older.organization_id and line.job_id = older.job_id
        and line.state in ('ready', 'sending') and line.user_id = (
          select user_id from job_rows as own
          where own.organization_id = jobs.organization_id and own.job_id = jobs.job_id and own.place = 1
        )
    ))
)`;

/** Its work failed too often, and nobody has retried it. */
export const IS_GIVEN_UP = sql<SqlBool>`exists (
  select 1 from due_work as work where work.organization_id = jobs.organization_id and work.kind = jobs.kind
    and work.key = jobs.job_id and work.state = 'dead'
)`;

type JobTable = 'jobs' | 'job_rows' | 'job_parts';

/** Every key begins with the organization, so that a database can be distributed by it. */
export const isOf =
  ({ organizationId, id }: JobRef) =>
  (is: ExpressionBuilder<Pick<Tables, JobTable>, JobTable>) =>
    is.and([is('organization_id', '=', organizationId), is('job_id', '=', id)]);

type Condition = (builder: ExpressionBuilder<Tables, 'jobs'>) => ReturnType<typeof builder.and>;

export async function readJobs(
  { db, read }: Engine,
  condition: Condition,
  limit: number,
): Promise<readonly JobRecord[]> {
  const jobs = await read(
    db
      .selectFrom('jobs')
      .selectAll()
      .select([
        sql<number>`case when ${WAITS} then 1 else 0 end`.as('waits'),
        sql<number>`case when ${IS_GIVEN_UP} then 1 else 0 end`.as('is_given_up'),
      ])
      .where(condition)
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(limit)
      .compile(),
  );
  const [newest] = jobs;
  if (newest === undefined) return [];
  const counts = await read(
    db
      .selectFrom('job_rows')
      .select(['job_id', 'state', sql<number>`count(*)`.as('rows')])
      .where('organization_id', '=', newest.organization_id)
      .where(
        'job_id',
        'in',
        jobs.map(({ job_id }) => job_id),
      )
      .groupBy(['job_id', 'state'])
      .compile(),
  );
  return jobs.map((job) => recordFrom(job, counts));
}

function recordFrom(
  job: Tables['jobs'] & { readonly waits: number; readonly is_given_up: number },
  counts: readonly { readonly job_id: string; readonly state: string; readonly rows: number }[],
): JobRecord {
  const countOf = (state: string) =>
    Number(counts.find((count) => count.job_id === job.job_id && count.state === state)?.rows ?? 0);
  return {
    id: job.job_id,
    kind: job.kind,
    key: job.job_key,
    bodyHash: job.body_hash,
    title: job.title,
    organizationId: job.organization_id,
    organizationLogin: job.organization_login,
    sessionKey: job.session_key as SessionKey,
    startedBy: { id: job.started_by_id, login: job.started_by_login },
    runBy: { id: job.run_by_id, login: job.run_by_login },
    state: job.state,
    reason: job.reason,
    words: job.words,
    until: dateOrNull(job.until),
    nextAt: new Date(job.next_at),
    tries: job.tries,
    createdAt: new Date(job.created_at),
    endedAt: dateOrNull(job.ended_at),
    requestId: job.request_id,
    waits: job.waits === 1 && job.ended_at === null,
    isGivenUp: job.is_given_up === 1 && job.ended_at === null,
    counts: Object.fromEntries(ROW_STATES.map((state) => [state, countOf(state)])) as JobRecord['counts'],
    plan: job.plan === null ? null : (JSON.parse(job.plan) as JobRecord['plan']),
    file: {
      cursor: job.place === null ? null : (JSON.parse(job.place) as ExportCursor),
      steps: job.steps,
      repositoriesDone: job.repositories_done,
      repositoriesTotal: job.repositories_total,
      rows: job.row_count,
      bytes: job.byte_count,
      unseen: job.unseen,
      removedAt: dateOrNull(job.file_removed_at),
    },
  };
}
