import { sql, type Transaction } from 'kysely';
import { isDue } from '../../../domain/invitations/invitation-job.ts';
import { JOB_UNREACHABLE_MS } from '../../../domain/limits/invitation-jobs.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { AuditEvent } from '../../../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobChange, JobRecord } from '../../../ports/storage/invitation-jobs.ts';
import { appendEvent, lockHead } from '../audit-trail/append.ts';
import { tooManyChanges } from '../audit-trail/recent-entries.ts';
import type { Engine } from '../engines/engine.ts';
import { dateOrNull, msOrNull, requestIdsOf, storableText, storableTextOrNull } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';
import { clearJobs } from './clear-jobs.ts';
import { insertJob } from './insert-job.ts';
import { readJobs, WAITS } from './job-record.ts';
import { createJobRows } from './job-rows.ts';
import { createSends } from './sends.ts';

/** Updates name the state they change from, which resolves concurrent changes. */
export function createInvitationJobStore(engine: Engine): InvitationJobStore {
  const { db, read } = engine;
  const unended = db.selectFrom('invitation_jobs').where('ended_at', 'is', null);

  /** Locks a job until the transaction ends and returns its state. */
  const lockedJob = async (transaction: Transaction<Tables>, id: string): Promise<Before | null> => {
    const job = await transaction
      .selectFrom('invitation_jobs')
      .select(['state', 'run_by_id', 'run_by_login', 'session_key'])
      .where('job_id', '=', id)
      .modifyEnd(engine.changeRows)
      .executeTakeFirst();
    if (job === undefined) return null;
    return { state: job.state, runBy: { id: job.run_by_id, login: job.run_by_login }, sessionKey: job.session_key };
  };

  const find: InvitationJobStore['find'] = async (id) => {
    const [job] = await readJobs(engine, (is) => is.and([is('job_id', '=', id)]), 1);
    return job ?? null;
  };

  const create: InvitationJobStore['create'] = async (job, bounds, event) => {
    const refusal = await db
      .transaction()
      .execute((transaction) => insertJob(transaction, engine, { job, bounds, event }));
    if (refusal !== null) return refuse(refusal);
    const [stored] = await readJobs(
      engine,
      (is) => is.and([is('organization_id', '=', job.organizationId), is('job_key', '=', job.key)]),
      1,
    );
    // The job with this key has ended and been removed meanwhile.
    return stored === undefined ? create(job, bounds, event) : ok(stored);
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
    async change(id, from, change) {
      const { numUpdatedRows } = await db
        .updateTable('invitation_jobs')
        .set(changesOf(change))
        .where('job_id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    changeWithEntry: (id, from, change, { entry, at, within }) =>
      db.transaction().execute(async (transaction) => {
        const before = await lockedJob(transaction, id);
        if (before === null || !from.includes(before.state)) return ok(false);
        if (isAlready(before, change)) return ok(true);
        const event = entry(before);
        await lockHead(transaction, event.organization.id);
        const tooMany = await tooManyChanges(transaction, engine, { event, within, now: at });
        if (tooMany !== null) return refuse(tooMany);
        await appendEvent(transaction, 'event', event, at);
        await transaction
          .updateTable('invitation_jobs')
          .set({ ...changesOf(change), ...requestColumnOf(event) })
          .where('job_id', '=', id)
          .execute();
        return ok(true);
      }),
    cancel: (id, now, event = null) =>
      db.transaction().execute(async (transaction) => {
        const before = await lockedJob(transaction, id);
        const { numUpdatedRows } = await transaction
          .updateTable('invitation_jobs')
          .set({ state: 'cancelling', next_at: now.getTime(), ...changesOf({ stop: null }), ...requestColumnOf(event) })
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
        if (event !== null && before?.state !== 'cancelling') await appendEvent(transaction, 'event', event, now);
        return true;
      }),
    async end(id, now) {
      return (await endIfThrough(id, now).execute(db)).numAffectedRows === 1n;
    },
    clear: (now, retention, stop) => clearJobs(engine, now, retention, stop),
  };
}

/** The fields of a job that a change compares. */
interface Before extends Pick<JobRecord, 'state' | 'runBy'> {
  readonly sessionKey: string;
}

/** Returns true if the change has no effect, for example because a concurrent request made it. */
const isAlready = (before: Before, { state, runs }: JobChange): boolean =>
  state === before.state &&
  (runs === undefined || (runs.by.id === before.runBy.id && runs.sessionKey === before.sessionKey));

const endIfThrough = (id: string, now: Date) => sql`
  update invitation_jobs
  set state = case when state = 'cancelling' then 'cancelled' else 'finished' end, ended_at = ${now.getTime()}
  where job_id = ${id} and state in ('active', 'cancelling') and not exists (
    select 1 from invitation_job_rows as line
    where line.job_id = invitation_jobs.job_id and line.state in ('ready', 'sending')
  )`;

const requestColumnOf = (event: AuditEvent | null): Partial<Tables['invitation_jobs']> =>
  event === null || event.requestId === null ? {} : { request_id: event.requestId };

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
