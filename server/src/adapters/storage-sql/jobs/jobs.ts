import { sql } from 'kysely';
import { dueOrNow, type JobState, WORKABLE } from '../../../domain/jobs/job.ts';
import { JOB_UNREACHABLE_MS } from '../../../domain/limits/invitation-jobs.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { JobStore } from '../../../ports/storage/jobs.ts';
import type { Engine } from '../engines/engine.ts';
import { storableText } from '../rows/columns.ts';
import { clearJobs } from './clear-jobs.ts';
import { insertJob } from './insert-job.ts';
import { createJobFiles } from './job-files.ts';
import { createReadQueue } from './job-queue.ts';
import { isOf, readJobs } from './job-record.ts';
import { createJobRows } from './job-rows.ts';
import { createJobMoves } from './move-job.ts';
import { createSends } from './sends.ts';

export function createJobStore(engine: Engine): JobStore {
  const { db, read } = engine;
  const reader = { db, read, readQueue: createReadQueue(engine) };
  const unended = db.selectFrom('jobs').where('ended_at', 'is', null);

  const findByKey: JobStore['findByKey'] = async ({ organizationId, kind, key }) => {
    const [stored] = await readJobs(
      reader,
      (is) => is.and([is('organization_id', '=', organizationId), is('kind', '=', kind), is('job_key', '=', key)]),
      1,
    );
    return stored ?? null;
  };

  const create: JobStore['create'] = async (job, rows, bounds, event) => {
    const refusal = await engine.transaction((transaction) =>
      insertJob(transaction, engine, { job, rows, bounds, event }),
    );
    if (refusal !== null) return refuse(refusal);
    const stored = await findByKey(job);
    // The job with this key has ended and been removed meanwhile.
    return stored === null ? create(job, rows, bounds, event) : ok(stored);
  };

  return {
    ...createJobRows(engine),
    ...createJobFiles(engine),
    ...createJobMoves(engine),
    ...createSends(engine),
    create,
    findByKey,
    async find(job) {
      const [found] = await readJobs(reader, isOf(job), 1);
      return found ?? null;
    },
    ofOrganization: (organizationId, kind, limit) =>
      readJobs(
        reader,
        (is) => is.and([is('organization_id', '=', organizationId), ...(kind === null ? [] : [is('kind', '=', kind)])]),
        limit,
      ),
    async open(now, kind, job) {
      const queue = await reader.readQueue(job ?? { kind });
      return queue
        .filter((each) => each.kind === kind && each.waitsFor === null && IS_WORKABLE.has(each.state))
        .filter(({ id }) => job === undefined || id === job.id)
        .map(({ organizationId, id, runById, nextAt, requestId }) => ({
          organizationId,
          personId: runById,
          key: id,
          dueAt: dueOrNow(new Date(nextAt), now),
          requestId,
        }));
    },
    async makeDue(now) {
      const nowMs = now.getTime();
      const latest = nowMs + JOB_UNREACHABLE_MS;
      await db
        .updateTable('jobs')
        .set({
          next_at: nowMs,
          until: sql<number>`case when reason = 'unreachable' and until > ${latest} then ${latest} else until end`,
        })
        .where('ended_at', 'is', null)
        .where('next_at', '>', nowMs)
        .execute();
      // Counts as started now: an interrupted call may still be running.
      await db
        .updateTable('job_rows')
        .set({ sending_at: nowMs })
        .where('state', '=', 'sending')
        .where('sending_at', '>', nowMs)
        .where('job_id', 'in', unended.select('job_id'))
        .execute();
    },
    async reschedule(job, { nextAt, tries }) {
      await db
        .updateTable('jobs')
        .set({ ...(nextAt !== undefined && { next_at: nextAt.getTime() }), ...(tries !== undefined && { tries }) })
        .where(isOf(job))
        .where('ended_at', 'is', null)
        .where('state', 'in', WORKABLE)
        .execute();
    },
    async rename(job, organizationLogin) {
      await db
        .updateTable('jobs')
        .set({ organization_login: storableText(organizationLogin) })
        .where(isOf(job))
        .execute();
    },
    clear: (now, retention, stop) => clearJobs(engine, now, retention, stop),
  };
}

const IS_WORKABLE: ReadonlySet<JobState> = new Set(WORKABLE);
