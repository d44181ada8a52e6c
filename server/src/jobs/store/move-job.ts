import { sql, type Transaction } from 'kysely';
import { appendEvent, lockHead, tooManyChanges } from '../../audit/store/append.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { lockForWrites, msOrNull, storableText, storableTextOrNull } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import { canMove, TRANSITIONS, type Transition } from '../../domain/job.ts';
import { ok, refuse } from '../../lib/result.ts';
import { versionIfSignedIn } from './app-work.ts';
import { startAnew } from './due-work.ts';
import { IS_GIVEN_UP } from './job-queue.ts';
import { isOf } from './job-rows.ts';
import type { JobChange, JobMoveStore, JobRef } from './types.ts';

/** Updates name the states they change from, which resolves concurrent changes. */
export function createJobMoves(engine: Engine): JobMoveStore {
  const { db } = engine;

  const lockedJob = (transaction: Transaction<Tables>, job: JobRef) =>
    transaction
      .selectFrom('jobs')
      .select([
        'kind',
        'state',
        'run_by_id',
        'run_by_login',
        'session_key',
        'ended_at',
        'file_removed_at',
        'approved_version',
      ])
      .select(sql<number>`case when ${IS_GIVEN_UP} then 1 else 0 end`.as('is_given_up'))
      .where(isOf(job))
      .modifyEnd(engine.changeRows)
      .executeTakeFirst();

  /** Whoever withdraws an approval afterwards finds it. */
  async function withApproval(transaction: Transaction<Tables>, change: JobChange): Promise<JobChange> {
    const { approvedVersion, runs } = change;
    if (approvedVersion === undefined || runs === undefined) return change;
    const approval = { approvedVersion, sessionKey: runs.sessionKey };
    return { ...change, approvedVersion: await versionIfSignedIn(transaction, engine, approval) };
  }

  async function applyMove(
    transaction: Engine['db'],
    job: JobRef,
    transition: Transition,
    columns: Partial<Tables['jobs']>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set(columns)
      .where(isOf(job))
      .where('state', 'in', TRANSITIONS[transition].from)
      .where((is) => is.or([is('ended_at', 'is', null), is('state', '=', 'failed')]))
      // A removed file cannot be continued.
      .where('file_removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  return {
    move: (job, transition, change) => applyMove(db, job, transition, columnsOf(transition, change)),
    moveWithEntry: (job, transition, requested, { entry, at, within, runBy }) =>
      engine.transaction(async (transaction) => {
        const change = await withApproval(transaction, requested);
        await lockForWrites(transaction, engine, ['due_work', 'jobs', 'job_rows']);
        const found = await lockedJob(transaction, job);
        if (found === undefined || !canMoveFrom(found, transition)) return ok(false);
        if (runBy !== undefined && found.run_by_id !== runBy) return ok(false);
        if (isAlready(found, transition, change)) return ok(true);
        const event = entry({ state: found.state, runBy: { id: found.run_by_id, login: found.run_by_login } });
        if (transition === 'cancel') await cancelRows(transaction, job, at);
        await lockHead(transaction, event.organization.id);
        const tooMany = within === null ? null : await tooManyChanges(transaction, engine, { event, within, now: at });
        if (tooMany !== null) return refuse(tooMany);
        await appendEvent(transaction, 'event', event, at);
        const request = event.requestId === null ? {} : { request_id: event.requestId };
        await applyMove(transaction, job, transition, { ...columnsOf(transition, change), ...request });
        if (transition === 'pause') return ok(true);
        const isOver =
          transition === 'cancel' && (await endIfThrough(job, at).execute(transaction)).numAffectedRows === 1n;
        const personId = change.runs?.by.id ?? found.run_by_id;
        const { requestId } = event;
        const { organizationId, id: key } = job;
        if (!isOver) await startAnew(transaction, { organizationId, kind: found.kind, key, personId, requestId }, at);
        return ok(true);
      }),
    async end(job, now) {
      return (await endIfThrough(job, now).execute(db)).numAffectedRows === 1n;
    },
  };
}

type Locked = Pick<
  Tables['jobs'],
  'kind' | 'state' | 'run_by_id' | 'run_by_login' | 'session_key' | 'ended_at' | 'file_removed_at' | 'approved_version'
> & { readonly is_given_up: number };

const canMoveFrom = ({ state, ended_at, file_removed_at }: Locked, transition: Transition): boolean =>
  canMove({ state, hasEnded: ended_at !== null, isFileRemoved: file_removed_at !== null }, transition);

/** A concurrent request may have made the move. A job whose work was given up starts that anew. */
const isAlready = (before: Locked, transition: Transition, { runs, approvedVersion }: JobChange): boolean =>
  before.is_given_up === 0 &&
  TRANSITIONS[transition].to === before.state &&
  (approvedVersion == null || approvedVersion === before.approved_version) &&
  (runs === undefined || (runs.by.id === before.run_by_id && runs.sessionKey === before.session_key));

const cancelRows = (transaction: Transaction<Tables>, job: JobRef, now: Date): Promise<unknown> =>
  transaction
    .updateTable('job_rows')
    .set({ state: 'cancelled', settled_at: now.getTime() })
    .where(isOf(job))
    .where('state', '=', 'ready')
    .execute();

const endIfThrough = ({ organizationId, id }: JobRef, now: Date) => sql`
  update jobs
  set state = case when state = 'cancelled' then 'cancelled' else 'done' end, ended_at = ${now.getTime()}
  where organization_id = ${organizationId} and job_id = ${id} and state in ('running', 'cancelled')
    and ended_at is null and not exists (
      select 1 from job_rows as line
      where line.organization_id = jobs.organization_id and line.job_id = jobs.job_id
        and line.state in ('ready', 'sending')
    )`;

const columnsOf = (
  transition: Transition,
  { stop, tries, endedAt = null, runs, approvedVersion }: JobChange,
): Partial<Tables['jobs']> => ({
  state: TRANSITIONS[transition].to,
  reason: stop?.reason ?? null,
  message: storableTextOrNull(stop?.message ?? null),
  until: msOrNull(stop?.until ?? null),
  ended_at: msOrNull(endedAt),
  ...(tries !== undefined && { tries }),
  ...(runs !== undefined && {
    run_by_id: runs.by.id,
    run_by_login: storableText(runs.by.login),
    session_key: runs.sessionKey,
  }),
  ...(approvedVersion !== undefined && { approved_version: approvedVersion }),
});
