import { type Kysely, sql, type Transaction } from 'kysely';
import { isDue, type JobState } from '../../../domain/invitations/invitation-job.ts';
import { JOB_UNREACHABLE_MS } from '../../../domain/limits/invitation-jobs.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { AuditEvent } from '../../../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobChange, NewJob } from '../../../ports/storage/invitation-jobs.ts';
import { appendEvent } from '../audit-trail/append.ts';
import { chunksOf } from '../batches.ts';
import { dateOrNull, msOrNull, requestIdsOf, storableText, storableTextOrNull } from '../columns.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';
import { clearJobs } from './clear-jobs.ts';
import { readJobs, WAITS } from './job-record.ts';
import { createJobRows } from './job-rows.ts';
import { makeRoom } from './make-room.ts';
import { createSends } from './sends.ts';

/** Updates name the state they change from, which resolves concurrent changes. */
export function createInvitationJobStore(engine: Engine): InvitationJobStore {
  const { db, read } = engine;
  const unended = db.selectFrom('invitation_jobs').where('ended_at', 'is', null);

  /** Locks the job until the transaction ends. */
  const lockedState = async (transaction: Transaction<Tables>, id: string): Promise<JobState | null> => {
    const job = await transaction
      .selectFrom('invitation_jobs')
      .select('state')
      .where('job_id', '=', id)
      .modifyEnd(engine.changeRows)
      .executeTakeFirst();
    return job?.state ?? null;
  };

  const find: InvitationJobStore['find'] = async (id) => {
    const [job] = await readJobs(engine, (is) => is.and([is('job_id', '=', id)]), 1);
    return job ?? null;
  };

  const create: InvitationJobStore['create'] = async (job, bounds, told) => {
    const full = await db.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows: made } = await transaction
        .insertInto('invitation_jobs')
        .values(columnsOf(job, told.requestId))
        .onConflict((conflict) => conflict.columns(['organization_id', 'job_key']).doNothing())
        .executeTakeFirstOrThrow();
      if (made === 0n) return null;
      const { open } = await transaction
        .selectFrom('invitation_jobs')
        .select(sql<number>`count(*)`.as('open'))
        .where('organization_id', '=', job.organizationId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      const full =
        Number(open) > bounds.openMax
          ? 'too-many-jobs'
          : (await makeRoom(transaction, engine, job, bounds.budget))
            ? null
            : 'storage-full';
      if (full !== null) {
        await transaction.deleteFrom('invitation_jobs').where('job_id', '=', job.id).execute();
        return full;
      }
      for (const chunk of chunksOf(rowsOf(job))) {
        await transaction
          .insertInto('invitation_job_rows')
          .values([...chunk])
          .execute();
      }
      await appendEvent(transaction, 'event', told, job.createdAt);
      return null;
    });
    if (full !== null) return refuse({ kind: full });
    const [stored] = await readJobs(
      engine,
      (is) => is.and([is('organization_id', '=', job.organizationId), is('job_key', '=', job.key)]),
      1,
    );
    // The job with this key has ended and been removed meanwhile.
    return stored === undefined ? create(job, bounds, told) : ok(stored);
  };

  return {
    ...createJobRows(engine),
    ...createSends(engine),
    find,
    create,
    ofOrganization: (organizationId, limit) =>
      readJobs(engine, (is) => is.and([is('organization_id', '=', organizationId)]), limit),
    async due(now) {
      const heads = await read(
        unended
          .select(['job_id', 'state', 'next_at', 'stopped_until', 'request_id'])
          .where(({ not }) => not(WAITS))
          .where('state', '<>', 'paused')
          .compile(),
      );
      const times = heads.map(({ job_id: id, state, next_at, stopped_until }) => ({
        id,
        at: dateOrNull(state === 'stopped' ? stopped_until : next_at),
        isStopped: state === 'stopped',
      }));
      const [ids, later]: [string[], number[]] = [[], []];
      for (const { id, at, isStopped } of times) {
        if (at === null) continue;
        if (isStopped ? at <= now : isDue(at, now)) ids.push(id);
        else later.push(at.getTime());
      }
      const requestIds = requestIdsOf(heads.map(({ job_id: id, request_id: requestId }) => ({ id, requestId })));
      return { ids, requestIds, nextAt: later.length === 0 ? null : new Date(Math.min(...later)) };
    },
    async makeDue(now) {
      const nowMs = now.getTime();
      await db
        .updateTable('invitation_jobs')
        .set({ next_at: nowMs })
        .where('ended_at', 'is', null)
        .where('next_at', '>', nowMs)
        .execute();
      await db
        .updateTable('invitation_jobs')
        .set({ stopped_until: nowMs + JOB_UNREACHABLE_MS })
        .where('stop_reason', '=', 'unreachable')
        .where('stopped_until', '>', nowMs + JOB_UNREACHABLE_MS)
        .where('ended_at', 'is', null)
        .execute();
      // Counts as started now: an interrupted call may still be running.
      await db
        .updateTable('invitation_job_rows')
        .set({ sending_at: nowMs })
        .where('state', '=', 'sending')
        .where('sending_at', '>', nowMs)
        .where('job_id', 'in', unended.select('job_id'))
        .execute();
    },
    async change(id, from, change, told = null) {
      const changed = async (writing: Kysely<Tables>) => {
        const { numUpdatedRows } = await writing
          .updateTable('invitation_jobs')
          .set({ ...changesOf(change), ...(told !== null && requestOf(told.event)) })
          .where('job_id', '=', id)
          .where('state', 'in', from)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      };
      if (told === null) return changed(db);
      return await db.transaction().execute(async (transaction) => {
        const before = await lockedState(transaction, id);
        if (!(await changed(transaction))) return false;
        if (!isAlready(before, change)) await appendEvent(transaction, 'event', told.event, told.at);
        return true;
      });
    },
    cancel: (id, now, told = null) =>
      db.transaction().execute(async (transaction) => {
        const before = await lockedState(transaction, id);
        const { numUpdatedRows } = await transaction
          .updateTable('invitation_jobs')
          .set({ state: 'cancelling', next_at: now.getTime(), ...changesOf({ stop: null }), ...requestOf(told) })
          .where('job_id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction
          .updateTable('invitation_job_rows')
          .set({ state: 'cancelled', settled_at: now.getTime() })
          .where('job_id', '=', id)
          .where('state', '=', 'ready')
          .execute();
        await endIfThrough(id, now).execute(transaction);
        if (told !== null && !isAlready(before, { state: 'cancelling' }))
          await appendEvent(transaction, 'event', told, now);
        return true;
      }),
    async end(id, now) {
      return (await endIfThrough(id, now).execute(db)).numAffectedRows === 1n;
    },
    clear: (now, kept, stop) => clearJobs(engine, now, kept, stop),
  };
}

/** Another request made the same change just before: one entry is enough. */
const isAlready = (before: JobState | null, { state, runs }: JobChange): boolean =>
  runs === undefined && state === before;

const endIfThrough = (id: string, now: Date) => sql`
  update invitation_jobs
  set state = case when state = 'cancelling' then 'cancelled' else 'finished' end, ended_at = ${now.getTime()}
  where job_id = ${id} and state in ('active', 'cancelling') and not exists (
    select 1 from invitation_job_rows as line
    where line.job_id = invitation_jobs.job_id and line.state in ('ready', 'sending')
  )`;

const requestOf = (told: AuditEvent | null): Partial<Tables['invitation_jobs']> =>
  told === null || told.requestId === null ? {} : { request_id: told.requestId };

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

/** Approximate size of the rows with their indexes. */
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

function changesOf({
  state,
  stop,
  nextAt,
  tries,
  organizationLogin,
  runs,
}: JobChange): Partial<Tables['invitation_jobs']> {
  return {
    ...(state !== undefined && { state }),
    ...(stop !== undefined && {
      stop_reason: stop?.reason ?? null,
      stop_words: storableTextOrNull(stop?.words ?? null),
      stopped_until: msOrNull(stop?.until ?? null),
    }),
    ...(nextAt !== undefined && { next_at: nextAt.getTime() }),
    ...(tries !== undefined && { tries }),
    ...(organizationLogin !== undefined && { organization_login: storableText(organizationLogin) }),
    ...(runs !== undefined && {
      run_by_id: runs.by.id,
      run_by_login: storableText(runs.by.login),
      session_key: runs.sessionKey,
    }),
  };
}
