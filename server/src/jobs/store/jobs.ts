import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { executeInBatches, inBatches, storableText } from '../../database/rows.ts';
import { type JobState, runFailure, WORKABLE } from '../../domain/job.ts';
import {
  JOB_SENDS_KEPT_MS,
  JOB_UNREACHABLE_MS,
  RUN_CONTENT_KEPT_MS,
  SENT_BATCHES_KEPT_MS,
} from '../../lib/limits/jobs.ts';
import { ACCESS_EXPORT_PARTS_AT_ONCE } from '../../lib/limits/people.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import { ok, refuse } from '../../lib/result.ts';
import { insertJob } from './insert-job.ts';
import { createReadQueue } from './job-queue.ts';
import { createJobRows, isOf, readJobs } from './job-rows.ts';
import { createJobMoves } from './move-job.ts';
import { createSends } from './sends.ts';
import type { JobFileStore, JobRef, JobRetention, JobStore } from './types.ts';

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
    async open(kind) {
      const queue = await reader.readQueue({ kind });
      return queue
        .filter(({ waitsFor, state }) => waitsFor === null && IS_WORKABLE.has(state))
        .map(({ organizationId, id, runById, requestId }) => ({
          organizationId,
          personId: runById,
          key: id,
          requestId,
        }));
    },
    async shortenWaits(now) {
      const nowMs = now.getTime();
      const latest = nowMs + JOB_UNREACHABLE_MS;
      await db
        .updateTable('jobs')
        .set({ until: latest })
        .where('ended_at', 'is', null)
        .where('reason', '=', 'unreachable')
        .where('until', '>', latest)
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
    async setTries(job, tries) {
      await db
        .updateTable('jobs')
        .set({ tries })
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

/** A page is written only if no other was written since the job was read. */
function createJobFiles(engine: Engine): JobFileStore {
  const { db, read } = engine;
  return {
    writePage: (job, { text, rows, unseen, next }, now) =>
      engine.transaction(async (transaction) => {
        const stored = storableText(text);
        const { steps } = job.file;
        const { numUpdatedRows } = await transaction
          .updateTable('jobs')
          .set(({ eb }) => ({
            ...(next === null
              ? { state: 'done', ended_at: now.getTime() }
              : {
                  tries: 0,
                  cursor: JSON.stringify(next.cursor),
                  repositories_done: next.repositoriesDone,
                  repositories_total: next.repositoriesTotal,
                }),
            steps: steps + 1,
            row_count: eb('row_count', '+', rows),
            byte_count: eb('byte_count', '+', Buffer.byteLength(stored)),
            unseen: eb('unseen', '+', unseen),
          }))
          .where(isOf(job))
          .where('steps', '=', steps)
          .where('state', 'in', next === null ? ['running'] : ['running', 'paused'])
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        if (stored !== '') {
          await transaction
            .insertInto('job_parts')
            .values({ organization_id: job.organizationId, job_id: job.id, position: steps + 1, lines: stored })
            .execute();
        }
        return true;
      }),
    async partAfter(job, index) {
      const query = db
        .selectFrom('job_parts')
        .select(['position', 'lines'])
        .where(isOf(job))
        .where('position', '>', index)
        .orderBy('position')
        .limit(1);
      const [part] = await read(query.compile());
      return part === undefined ? null : { index: part.position, text: part.lines };
    },
    async makeRoomForFile(organizationId, budget, now) {
      const jobs = db
        .selectFrom('jobs')
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'access-export');
      for (;;) {
        const stored = await jobs
          .select([sql<number>`count(*)`.as('jobs'), sql<number>`coalesce(sum(byte_count), 0)`.as('bytes')])
          .executeTakeFirstOrThrow();
        const hasTooMany = Number(stored.jobs) > budget.jobs;
        if (!hasTooMany && Number(stored.bytes) <= budget.bytes) return;
        const oldest = await jobs
          .select('job_id as id')
          .where('ended_at', 'is not', null)
          .$if(!hasTooMany, (query) => query.where('byte_count', '>', 0))
          .orderBy('ended_at')
          .orderBy('job_id')
          .limit(1)
          .executeTakeFirst();
        if (oldest === undefined) return;
        await removeFile({ organizationId, id: oldest.id }, now);
        if (hasTooMany)
          await db
            .deleteFrom('jobs')
            .where(isOf({ organizationId, id: oldest.id }))
            .execute();
      }
    },
  };

  async function removeFile(job: JobRef, now: Date): Promise<void> {
    const change = db.updateTable('jobs').where(isOf(job));
    // Marked first, so that no download starts.
    await change.set({ file_removed_at: now.getTime() }).where('file_removed_at', 'is', null).execute();
    await inBatches(async () => {
      const { numAffectedRows } = await sql`delete from job_parts where (organization_id, job_id, position) in (
        select organization_id, job_id, position from job_parts
        where organization_id = ${job.organizationId} and job_id = ${job.id} limit ${sql.lit(ACCESS_EXPORT_PARTS_AT_ONCE)}
      )`.execute(db);
      return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(ACCESS_EXPORT_PARTS_AT_ONCE) };
    });
    await change.set({ byte_count: 0 }).execute();
  }
}

/** Deletes email addresses earlier than rows, and files by their own time. Returns the number of all. */
async function clearJobs(
  engine: Engine,
  now: Date,
  { rowsMs, addressesMs, filesMs }: JobRetention,
  stop?: AbortSignal,
): Promise<number> {
  const { db, lockFreeRows } = engine;
  const deleteInBatches = (statement: RawBuilder<unknown>) => executeInBatches(db, statement, stop);
  const rowsOfJobsEndedBy = (time: number, more: RawBuilder<unknown>) => sql`
    (organization_id, job_id, position) in (
      select line.organization_id, line.job_id, line.position from job_rows as line
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
  await deleteInBatches(sql`delete from job_targets where (organization_id, job_id, position, target) in (
    select target.organization_id, target.job_id, target.position, target.target from job_targets as target
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
    const { numAffectedRows } = await sql`delete from job_parts where (organization_id, job_id, position) in (
      select part.organization_id, part.job_id, part.position from job_parts as part
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
  await deleteInBatches(sql`delete from run_jobs where (user_id, run_id, position) in (
    select user_id, run_id, position from run_jobs as item
    where not exists (select 1 from runs where runs.user_id = item.user_id and runs.run_id = item.run_id)
    limit ${sql.lit(BATCH_ROWS)}
  )`);
}
