import { type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Engine } from '../../database/engines/engine.ts';
import type { JobKind, JobState } from '../../domain/job.ts';
import type { JobBlocker, JobRef } from './types.ts';

/** Its work failed too often, and nobody has retried it. */
export const IS_GIVEN_UP = sql<SqlBool>`exists (
  select 1 from due_work as work where work.organization_id = jobs.organization_id and work.kind = jobs.kind
    and work.key = jobs.job_id and work.state = 'dead'
)`;

/** An older job of its kind in the organization has not ended. */
export const HAS_OLDER = sql<SqlBool>`exists (
  select 1 from jobs as older
  where older.organization_id = jobs.organization_id and older.kind = jobs.kind and older.ended_at is null
    and (older.created_at, older.job_id) < (jobs.created_at, jobs.job_id)
)`;

interface QueuedJob extends JobRef {
  readonly kind: JobKind;
  readonly state: JobState;
  readonly title: string | null;
  readonly runById: number;
  readonly runBy: string;
  readonly isGivenUp: boolean;
  readonly rows: number;
  readonly requestId: string | null;
  readonly waitsFor: JobBlocker | null;
}

/** Reads the unended jobs of an organization, or those of a kind in all, with what each waits for. */
export type ReadQueue = (
  of: { readonly organizationId: number } | { readonly kind: JobKind },
) => Promise<readonly QueuedJob[]>;

export function createReadQueue(engine: Engine): ReadQueue {
  const { db, read } = engine;
  // Targets are never added and sent rows stay sent, so two jobs without a conflict never have one.
  const apart = new LRUCache<string, true>({ max: PAIRS_KEPT });
  // A job about one person stays about that person, so that jobs about different people need no query for each pair.
  const people = new LRUCache<string, number>({ max: PAIRS_KEPT });

  async function personIn({ organizationId, id }: UnendedJob): Promise<number | null> {
    const key = `${organizationId} ${id}`;
    const userId = people.get(key);
    if (userId !== undefined) return userId;
    const [row] = await read(personOf(organizationId, id).compile(db));
    if (row?.user_id == null) return null;
    people.set(key, row.user_id);
    return row.user_id;
  }

  async function areOthers(older: UnendedJob, job: UnendedJob): Promise<boolean> {
    if (!changesOnePerson(older) || !changesOnePerson(job)) return false;
    const [one, other] = [await personIn(older), await personIn(job)];
    return one !== null && other !== null && one !== other;
  }

  async function conflict(older: UnendedJob, job: UnendedJob): Promise<boolean> {
    const pair = `${job.organizationId} ${older.id} ${job.id}`;
    if (older.rows === 0 || job.rows === 0 || apart.has(pair) || (await areOthers(older, job))) return false;
    const query = changesOnePerson(job) ? samePerson(older, job) : sameTarget(older, job);
    const found = (await read(query.compile(db))).length > 0;
    if (!found) apart.set(pair, true);
    return found;
  }

  async function withBlockers(queue: readonly UnendedJob[]): Promise<readonly QueuedJob[]> {
    const blockers = await blockersAmong(queue, conflict);
    const stateOf = (job: UnendedJob): JobBlocker['state'] => {
      if (job.isGivenUp && job.state !== 'paused') return 'failed';
      return job.state === 'running' && blockers.has(job.id) ? 'queued' : job.state;
    };
    return queue.map((job) => {
      const blocker = blockers.get(job.id);
      const waitsFor = blocker && {
        id: blocker.id,
        title: blocker.title,
        state: stateOf(blocker),
        runBy: blocker.runBy,
      };
      return { ...job, waitsFor: waitsFor ?? null };
    });
  }

  return async (of) => {
    const rows = await read(
      db
        .selectFrom('jobs')
        .select(['organization_id', 'job_id', 'kind', 'state', 'title', 'run_by_id', 'run_by_login', 'row_count'])
        .select(['request_id', sql<number>`case when ${IS_GIVEN_UP} then 1 else 0 end`.as('is_given_up')])
        .where('ended_at', 'is', null)
        .where((is) => ('kind' in of ? is('kind', '=', of.kind) : is('organization_id', '=', of.organizationId)))
        .orderBy('created_at')
        .orderBy('job_id')
        .compile(),
    );
    const jobs = rows.map((row) => ({
      organizationId: row.organization_id,
      id: row.job_id,
      kind: row.kind,
      state: row.state,
      title: row.title,
      runById: row.run_by_id,
      runBy: row.run_by_login,
      isGivenUp: row.is_given_up === 1,
      rows: row.row_count,
      requestId: row.request_id,
    }));
    const queues = Map.groupBy(jobs, ({ organizationId, kind }) => `${organizationId} ${kind}`).values();
    const queued: QueuedJob[] = [];
    for (const queue of queues) queued.push(...(await withBlockers(queue)));
    return queued;
  };
}

const PAIRS_KEPT = 10_000;

type UnendedJob = Omit<QueuedJob, 'waitsFor'>;

/**
 * Finds out what unended jobs of one kind in one organization wait for. They come the oldest first, and one works at a time.
 * A job that has stopped, or waits for such a one, holds up later jobs of its own person, and others only in a conflict.
 * Those that pass are changes of one person: they wait in a conflict alone.
 */
async function blockersAmong(
  jobs: readonly UnendedJob[],
  conflict: (older: UnendedJob, job: UnendedJob) => Promise<boolean>,
): Promise<ReadonlyMap<string, UnendedJob>> {
  const blockers = new Map<string, UnendedJob>();
  for (const [index, job] of jobs.entries()) {
    for (const older of jobs.slice(0, index)) {
      const isAtWork = isGoingOn(older) && !blockers.has(older.id);
      const isInOrder = !changesOnePerson(job) && (isAtWork || older.runById === job.runById);
      if (!isInOrder && !(await conflict(older, job))) continue;
      blockers.set(job.id, older);
      break;
    }
  }
  return blockers;
}

/** Others have stopped: until a time, or until somebody resumes them. */
const isGoingOn = ({ state, isGivenUp }: UnendedJob): boolean =>
  (state === 'running' || state === 'cancelled') && !isGivenUp;

const changesOnePerson = ({ kind, rows }: UnendedJob): boolean => kind === 'people-change' && rows <= 1;

const IS_UNSENT = sql`line.state in ('ready', 'sending')`;

const samePerson = (older: UnendedJob, { organizationId, id }: UnendedJob) => sql`select 1 from job_rows as line
  where line.organization_id = ${organizationId} and line.job_id = ${older.id} and ${IS_UNSENT} and line.user_id = (
    ${personOf(organizationId, id)}
  ) limit 1`;

const personOf = (organizationId: number, id: string) => sql<{ readonly user_id: number | null }>`
  select user_id from job_rows as own
  where own.organization_id = ${organizationId} and own.job_id = ${id} and own.position = 1`;

/** Jobs of older programs have no targets: they may be about anybody. */
function sameTarget(older: UnendedJob, { organizationId, id }: UnendedJob) {
  const unsent = sql`inner join job_rows as line on line.organization_id = target.organization_id
    and line.job_id = target.job_id and line.position = target.position and ${IS_UNSENT}`;
  const of = (job: string) => sql`target.organization_id = ${organizationId} and target.job_id = ${job}`;
  return sql`select 1 as conflict where not exists (select 1 from job_targets as target where ${of(id)})
    or not exists (select 1 from job_targets as target where ${of(older.id)})
    or exists (
      select 1 from job_targets as target ${unsent} where ${of(older.id)} and target.target in (
        select target.target from job_targets as target ${unsent} where ${of(id)}
      )
    )`;
}
