import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull } from '../../database/rows/columns.ts';
import type { Tables } from '../../database/schema.ts';
import { ROW_STATES } from '../../domain/job.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { IS_GIVEN_UP, type ReadQueue } from './job-queue.ts';
import type { ExportCursor, JobBlocker, JobRecord, JobRef } from './types.ts';

const HAS_OLDER = sql<SqlBool>`exists (
  select 1 from jobs as older
  where older.organization_id = jobs.organization_id and older.kind = jobs.kind and older.ended_at is null
    and (older.created_at, older.job_id) < (jobs.created_at, jobs.job_id)
)`;

type JobTable = 'jobs' | 'job_rows' | 'job_parts';

/** Every key begins with the organization, so that a database can be distributed by it. */
export const isOf =
  ({ organizationId, id }: JobRef) =>
  (is: ExpressionBuilder<Pick<Tables, JobTable>, JobTable>) =>
    is.and([is('organization_id', '=', organizationId), is('job_id', '=', id)]);

type Condition = (builder: ExpressionBuilder<Tables, 'jobs'>) => ReturnType<typeof builder.and>;

export async function readJobs(
  { db, read, readQueue }: Pick<Engine, 'db' | 'read'> & { readonly readQueue: ReadQueue },
  condition: Condition,
  limit: number,
): Promise<readonly JobRecord[]> {
  const jobs = await read(
    db
      .selectFrom('jobs')
      .selectAll()
      .select([
        sql<number>`case when ended_at is null and ${HAS_OLDER} then 1 else 0 end`.as('has_older'),
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
  const hasQueue = jobs.some(({ has_older }) => has_older === 1);
  const queue = hasQueue ? await readQueue({ organizationId: newest.organization_id }) : [];
  const blockers = new Map(queue.map(({ id, waitsFor }) => [id, waitsFor]));
  return jobs.map((job) => recordFrom(job, counts, blockers.get(job.job_id) ?? null));
}

function recordFrom(
  job: Tables['jobs'] & { readonly is_given_up: number },
  counts: readonly { readonly job_id: string; readonly state: string; readonly rows: number }[],
  waitsFor: JobBlocker | null,
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
    waitsFor,
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
