import { sql, type Transaction } from 'kysely';
import { appendEvent, lockHead, tooManyChanges } from '../../audit/store/append.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { chunksOf, lockForWrites, storableText, storableTextOrNull } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import { foldLogin } from '../../domain/account.ts';
import { WITHDRAWN } from '../../domain/app-work.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import type { RunRef } from '../../domain/job.ts';
import type { PlanStep } from '../../domain/organization-plan.ts';
import { INVITATION_QUOTA_MS } from '../../lib/limits/jobs.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import { versionIfSignedIn } from './app-work.ts';
import { isOf } from './job-rows.ts';
import { type JobBounds, type JobLimitRefusal, type NewJob, type NewRow, RunCancelled } from './types.ts';

interface ChangingRow {
  readonly login: string | null;
  readonly email: string | null;
  readonly userId: number | null;
  readonly teamIds: readonly number[];
  readonly step?: PlanStep | null;
}

/**
 * Names the person and the teams that a row changes, by everything that rows of other jobs may call them. `teamId` is that
 * of a change of people.
 */
export function targetsOf(row: ChangingRow, teamId: number | null): readonly string[] {
  const { login, email, userId, teamIds, step = null } = row;
  const teams = [...teamIds, teamId, step?.teamId, step?.to?.parentId];
  const slugs = [step?.team, step?.to?.slug, step?.to?.parent];
  return [
    ...new Set([
      ...named('person', [userId]),
      ...named('login', [login, step?.login].map(folded)),
      ...named('email', [email?.toLowerCase()]),
      ...named('team', teams),
      ...named('slug', slugs.map(folded)),
    ]),
  ];
}

const folded = (name: string | null | undefined): string | null => (name == null ? null : foldLogin(name));

const named = (kind: string, names: readonly (string | number | null | undefined)[]): readonly string[] =>
  names.flatMap((name) => (name == null ? [] : [`${kind} ${name}`]));

interface Inserted {
  readonly job: NewJob;
  readonly rows: readonly NewRow[];
  readonly bounds: JobBounds;
  readonly event: AuditEvent;
}

export async function insertJob(
  transaction: Transaction<Tables>,
  engine: Engine,
  inserted: Inserted,
): Promise<JobLimitRefusal | null> {
  const { job, bounds } = inserted;
  // The approval of a run outlives the session.
  const ofSession = bounds.run === undefined ? await versionIfSignedIn(transaction, engine, job) : null;
  await lockForWrites(transaction, engine, ['jobs', 'job_rows', 'job_targets', 'invitation_batches', 'runs']);
  await refuseCancelled(transaction, engine, bounds);
  const approvedVersion =
    bounds.run === undefined ? ofSession : await versionOfItem(transaction, engine, job, bounds.run);
  const { numInsertedOrUpdatedRows: made } = await transaction
    .insertInto('jobs')
    .values(columnsOf({ ...inserted, job: { ...job, approvedVersion } }))
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind', 'job_key']).doNothing())
    .executeTakeFirstOrThrow();
  if (made === 0n) return null;
  const refusal = await fill(transaction, engine, inserted);
  if (refusal !== null) await transaction.deleteFrom('jobs').where(isOf(job)).execute();
  return refusal;
}

/** `WITHDRAWN` if what the run approved for the organization was withdrawn. Whoever does so afterwards finds the job. */
async function versionOfItem(
  transaction: Transaction<Tables>,
  { changeRows }: Engine,
  { approvedVersion, organizationId }: NewJob,
  run: RunRef,
): Promise<number | null> {
  if (approvedVersion === null) return null;
  const item = await transaction
    .selectFrom('run_jobs')
    .select('position')
    .where('user_id', '=', run.userId)
    .where('run_id', '=', run.id)
    .where('organization_id', '=', organizationId)
    .where('approved_version', '=', approvedVersion)
    .limit(1)
    .modifyEnd(changeRows)
    .executeTakeFirst();
  return item === undefined ? WITHDRAWN : approvedVersion;
}

/** Keeps the run from being cancelled, or removed, before the job is stored. */
async function refuseCancelled(transaction: Transaction<Tables>, { changeRows }: Engine, { run }: JobBounds) {
  if (run === undefined) return;
  const found = await transaction
    .selectFrom('runs')
    .select('cancelled_at')
    .where('user_id', '=', run.userId)
    .where('run_id', '=', run.id)
    .modifyEnd(changeRows)
    .executeTakeFirst();
  if (found === undefined || found.cancelled_at !== null) throw new RunCancelled(`run ${run.id} was cancelled`);
}

async function fill(
  transaction: Transaction<Tables>,
  engine: Engine,
  { job, rows, bounds, event }: Inserted,
): Promise<JobLimitRefusal | null> {
  // Serializes new jobs of an organization, so that concurrent requests cannot exceed a limit. No deadlock: `makeRoom`
  // skips locked rows.
  await lockHead(transaction, job.organizationId);
  const { open, newest } = await transaction
    .selectFrom('jobs')
    .select([sql<number>`count(*)`.as('open'), sql<number | null>`max(created_at)`.as('newest')])
    .where('organization_id', '=', job.organizationId)
    .where('kind', '=', job.kind)
    .where('ended_at', 'is', null)
    .where('job_id', '<>', job.id)
    .executeTakeFirstOrThrow();
  if (Number(open) >= bounds.openMax) return { kind: 'too-many-jobs' };
  // Never before a job that may be running, even if another instance's clock is ahead.
  if (newest !== null && Number(newest) >= job.createdAt.getTime())
    await transaction
      .updateTable('jobs')
      .set({ created_at: Number(newest) + 1 })
      .where(isOf(job))
      .execute();
  const tooMany = await tooManyChanges(transaction, engine, { event, within: bounds.changes, now: job.createdAt });
  if (tooMany !== null) return tooMany;
  if (bounds.budget !== null && !(await makeRoom(transaction, engine, job, bounds.budget)))
    return { kind: 'storage-full' };
  for (const chunk of chunksOf(rowsOf(job, rows))) {
    await transaction
      .insertInto('job_rows')
      .values([...chunk])
      .execute();
  }
  for (const chunk of chunksOf(rowTargets(job, rows))) {
    await transaction
      .insertInto('job_targets')
      .values([...chunk])
      .execute();
  }
  await appendEvent(transaction, 'event', event, job.createdAt);
  return null;
}

const columnsOf = ({ job, rows, event }: Inserted): Tables['jobs'] => ({
  job_id: job.id,
  kind: job.kind,
  organization_id: job.organizationId,
  organization_login: storableText(job.organizationLogin),
  job_key: job.key,
  body_hash: job.bodyHash,
  title: storableTextOrNull(job.title),
  session_key: job.sessionKey,
  started_by_id: job.startedBy.id,
  started_by_login: storableText(job.startedBy.login),
  run_by_id: job.startedBy.id,
  run_by_login: storableText(job.startedBy.login),
  state: 'running',
  reason: null,
  message: null,
  until: null,
  tries: 0,
  created_at: job.createdAt.getTime(),
  ended_at: null,
  request_id: event.requestId,
  plan: job.plan === null ? null : storableText(JSON.stringify(job.plan)),
  cursor: null,
  steps: 0,
  repositories_done: 0,
  repositories_total: null,
  row_count: rows.length,
  byte_count: bytesOf(rows),
  unseen: 0,
  file_removed_at: null,
  approved_version: job.approvedVersion,
});

/** About what rows take, with their indexes. */
const bytesOf = (rows: readonly NewRow[]): number =>
  rows.reduce(
    (sum, { login, email, teamIds, step = null }) =>
      sum + JOB_ROW_BYTES + JSON.stringify([teamIds, step]).length + (login ?? email ?? '').length,
    0,
  );
const JOB_ROW_BYTES = 100;

const rowsOf = ({ organizationId, id }: NewJob, rows: readonly NewRow[]): readonly Tables['job_rows'][] =>
  rows.map(({ login, email, userId, role, teamRole, teamIds, step = null }, index) => ({
    organization_id: organizationId,
    job_id: id,
    position: index + 1,
    login,
    email: storableTextOrNull(email),
    user_id: userId,
    role,
    team_role: teamRole,
    team_ids: JSON.stringify(teamIds),
    state: 'ready',
    message: null,
    invitation_id: null,
    sending_at: null,
    settled_at: null,
    intent: null,
    step: step === null ? null : storableText(JSON.stringify(step)),
  }));

function rowTargets({ organizationId, id, plan }: NewJob, rows: readonly NewRow[]): readonly Tables['job_targets'][] {
  const teamId = plan !== null && 'teamId' in plan ? plan.teamId : null;
  return rows.flatMap((row, index) =>
    targetsOf(row, teamId).map((target) => ({
      organization_id: organizationId,
      job_id: id,
      position: index + 1,
      target: storableText(target),
    })),
  );
}

/** Sends are kept in intervals of this length, each counted from its start. */
const SENT_PART_MS = 10 * 60 * 1000;

/** Sends of removed jobs still count towards the daily quota. */
async function makeRoom(
  transaction: Transaction<Tables>,
  { lockFreeRows }: Engine,
  { organizationId, kind, createdAt }: Pick<NewJob, 'organizationId' | 'kind' | 'createdAt'>,
  budget: NonNullable<JobBounds['budget']>,
): Promise<boolean> {
  const jobs = transaction.selectFrom('jobs').where('organization_id', '=', organizationId).where('kind', '=', kind);
  const stored = await jobs
    .select([
      sql<number>`count(*)`.as('jobs'),
      sql<number>`sum(row_count)`.as('rows'),
      sql<number>`sum(byte_count)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const over = {
    jobs: Number(stored.jobs) - budget.jobs,
    rows: Number(stored.rows) - budget.rows,
    bytes: Number(stored.bytes) - budget.bytes,
  };
  const isOver = () => Math.max(over.jobs, over.rows, over.bytes) > 0;
  while (isOver()) {
    const ended = await jobs
      .select(['job_id', 'row_count', 'byte_count'])
      .where('ended_at', 'is not', null)
      .orderBy('ended_at')
      .orderBy('job_id')
      .limit(BATCH_ROWS)
      .modifyEnd(lockFreeRows)
      .execute();
    const removed: string[] = [];
    for (const job of ended) {
      if (!isOver()) break;
      removed.push(job.job_id);
      over.jobs -= 1;
      over.rows -= job.row_count;
      over.bytes -= job.byte_count;
    }
    if (removed.length === 0) return false;
    await remove(transaction, { organizationId, ids: removed }, createdAt.getTime() - INVITATION_QUOTA_MS);
  }
  return true;
}

async function remove(
  transaction: Transaction<Tables>,
  { organizationId, ids }: { readonly organizationId: number; readonly ids: readonly string[] },
  countsSince: number,
): Promise<void> {
  const part = sql`line.sending_at / ${sql.lit(SENT_PART_MS)}`;
  // Zero calls: the pace counts them separately.
  await sql`insert into invitation_batches (batch_id, user_id, organization_id, sent_at, calls, sent)
    select line.job_id || '/' || cast(${part} as text), job.run_by_id, job.organization_id, min(line.sending_at), 0, count(*)
    from job_rows as line
    inner join jobs as job on job.organization_id = line.organization_id and job.job_id = line.job_id
    where line.organization_id = ${organizationId} and line.job_id in (${sql.join(ids)})
      and line.state = 'sent' and line.sending_at > ${countsSince}
    group by line.job_id, job.run_by_id, job.organization_id, ${part}`.execute(transaction);
  for (const table of ['job_rows', 'jobs'] as const)
    await transaction
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('job_id', 'in', ids)
      .execute();
}
