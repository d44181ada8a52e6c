import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { appendEvent, settleOf } from '../../audit/store/append.ts';
import type { AuditSettlement } from '../../audit/store/types.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, msOrNull, storableText, storableTextOrNull } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import { type Approval, type AuthorizedStep, WITHDRAWN } from '../../domain/app-work.ts';
import { ROW_STATES } from '../../domain/job.ts';
import type { PlanStep } from '../../domain/organization-plan.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import { IS_APPROVED, switchOf } from './app-work.ts';
import { HAS_OLDER, IS_GIVEN_UP, type ReadQueue } from './job-queue.ts';
import { readyAtBy } from './sends.ts';
import type { AppSend, ExportCursor, JobBlocker, JobRecord, JobRef, JobRow, JobRowStore } from './types.ts';

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
        sql<number>`case when ${IS_APPROVED} then 1 else 0 end`.as('is_approved'),
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
  job: Tables['jobs'] & { readonly is_given_up: number; readonly is_approved: number },
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
    approvedVersion: job.approved_version,
    approval: approvalIn(job),
    state: job.state,
    reason: job.reason,
    message: job.message,
    until: dateOrNull(job.until),
    tries: job.tries,
    createdAt: new Date(job.created_at),
    endedAt: dateOrNull(job.ended_at),
    requestId: job.request_id,
    waitsFor,
    isGivenUp: job.is_given_up === 1 && job.ended_at === null,
    counts: Object.fromEntries(ROW_STATES.map((state) => [state, countOf(state)])) as JobRecord['counts'],
    plan: job.plan === null ? null : (JSON.parse(job.plan) as JobRecord['plan']),
    file: {
      cursor: job.cursor === null ? null : (JSON.parse(job.cursor) as ExportCursor),
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

function approvalIn({ approved_version: version, is_approved: isApproved }: ApprovedJob): Approval {
  if (version === null) return 'none';
  if (version === WITHDRAWN) return 'withdrawn';
  return isApproved === 1 ? 'valid' : 'off';
}

type ApprovedJob = Pick<Tables['jobs'], 'approved_version'> & { readonly is_approved: number };

/** Keeps switch and approval as they are until the transaction ends, and one change of the App at a time. */
async function mayAppCarryOut(
  transaction: Transaction<Tables>,
  { changeRows }: Engine,
  job: JobRef,
  { approvedBy, sessionKey, endsOwnership }: AppSend,
): Promise<boolean> {
  const allowed = await switchOf(transaction, job.organizationId).modifyEnd(changeRows).executeTakeFirst();
  const approved = await transaction
    .selectFrom('jobs')
    .select('approved_version')
    .where(isOf(job))
    // Somebody else may have taken it over and approved it anew.
    .where('run_by_id', '=', approvedBy)
    .where('session_key', '=', sessionKey)
    .modifyEnd(changeRows)
    .executeTakeFirst();
  if (allowed?.is_on !== 1 || approved?.approved_version !== allowed.version) return false;
  return !endsOwnership || !(await isOwnershipEnding(transaction, job.organizationId));
}

/** Two owners must not remove each other: only one such change is under way. */
async function isOwnershipEnding(transaction: Transaction<Tables>, organizationId: number): Promise<boolean> {
  const sending = await transaction
    .selectFrom('job_rows')
    .innerJoin('jobs', (join) =>
      join.onRef('jobs.organization_id', '=', 'job_rows.organization_id').onRef('jobs.job_id', '=', 'job_rows.job_id'),
    )
    .select('job_rows.position')
    .where('job_rows.organization_id', '=', organizationId)
    .where('jobs.ended_at', 'is', null)
    .where('jobs.kind', '<>', 'invitations')
    .where('job_rows.state', '=', 'sending')
    .where('job_rows.role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return sending !== undefined;
}

export function createJobRows(engine: Engine): JobRowStore {
  const { db, read, changeRows } = engine;
  return {
    async rows(job, { after, limit, states }) {
      const query = db
        .selectFrom('job_rows')
        .selectAll()
        .where(isOf(job))
        .where('position', '>', after)
        .where('state', 'in', states)
        .orderBy('position')
        .limit(limit);
      return (await read(query.compile())).map(rowFrom);
    },
    async idsSentSince(organizationId, since) {
      const query = db
        .selectFrom('job_rows as line')
        .select('line.invitation_id')
        .where('line.organization_id', '=', organizationId)
        .where('line.state', '=', 'sent')
        .where('line.sending_at', '>', since.getTime());
      return (await read(query.compile())).map(({ invitation_id }) => invitation_id);
    },
    beginSending: ({ job, position, sender, at, intended, app }, pace) =>
      engine.transaction(async (transaction) => {
        // One job of a sender counts and marks at a time, on any instance.
        if (app === null)
          await transaction
            .selectFrom('host_users')
            .select('user_id')
            .where('user_id', '=', sender)
            .modifyEnd(changeRows)
            .execute();
        else if (!(await mayAppCarryOut(transaction, engine, job, app))) return null;
        const readyAt = await readyAtBy(
          { db: transaction, read: async (query) => (await transaction.executeQuery(query)).rows },
          { userId: sender, pace, now: at },
        );
        if (readyAt > at) return null;
        const { numUpdatedRows } = await transaction
          .updateTable('job_rows')
          .set({ state: 'sending', sending_at: at.getTime() })
          .where(isOf(job))
          .where('position', '=', position)
          .where('state', '=', 'ready')
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('jobs').select('job_id').where(isOf(job)).where('state', '=', 'running')),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return null;
        await transaction.insertInto('invitation_sends').values({ user_id: sender, sent_at: at.getTime() }).execute();
        const intent = await appendEvent(transaction, 'intent', intended, at);
        await transaction
          .updateTable('job_rows')
          .set({ intent })
          .where(isOf(job))
          .where('position', '=', position)
          .execute();
        return { by: app as AuthorizedStep | null };
      }),
    settle: (job, position, from, { outcome, message, invitationId, step, audit }, now) =>
      engine.transaction(async (transaction) => {
        const settled = await transaction
          .updateTable('job_rows')
          .set({
            state: outcome,
            message: storableTextOrNull(message),
            invitation_id: invitationId,
            settled_at: now.getTime(),
            ...(step !== undefined && { step: storableText(JSON.stringify(step)) }),
          })
          .where(isOf(job))
          .where('position', '=', position)
          .where((is) =>
            from === 'ready'
              ? is('state', '=', from)
              : is.and([is('state', '=', 'sending'), is('sending_at', '=', msOrNull(from.sendingAt))]),
          )
          .returning('intent')
          .executeTakeFirst();
        if (settled === undefined) return false;
        if (from !== 'ready') {
          const auditMessage = message ?? (audit === 'done' ? null : outcome.replaceAll('-', ' '));
          const after = invitationId === null ? undefined : { invitationId };
          await settleIntent(transaction, job, settled.intent, { outcome: audit, message: auditMessage, after }, now);
        }
        return true;
      }),
    putBack: (job, { position, sendingAt, audit, message }, now) =>
      engine.transaction(async (transaction) => {
        // A row of a cancelled job is not sent again. Who cancels it meanwhile comes before or afterwards.
        const current = await transaction
          .selectFrom('jobs')
          .select('state')
          .where(isOf(job))
          .modifyEnd(changeRows)
          .executeTakeFirst();
        const row = await transaction
          .updateTable('job_rows')
          .set({ state: current?.state === 'cancelled' ? 'cancelled' : 'ready' })
          .where(isOf(job))
          .where('position', '=', position)
          .where('state', '=', 'sending')
          .where('sending_at', '=', msOrNull(sendingAt))
          .returning('intent')
          .executeTakeFirst();
        if (row !== undefined) await settleIntent(transaction, job, row.intent, { outcome: audit, message }, now);
      }),
  };
}

/** Rows marked before audit logs existed have no intent. */
async function settleIntent(
  transaction: Transaction<Tables>,
  { organizationId }: JobRef,
  number: number | null,
  settled: Omit<AuditSettlement, 'intent'>,
  now: Date,
): Promise<void> {
  if (number === null) return;
  await settleOf(transaction, organizationId, [{ ...settled, intent: { organizationId, number } }], now);
}

/** Steps stored by older versions know teams of people by slug only, and nothing of each other. */
function stepFrom(text: string): PlanStep {
  const step = JSON.parse(text) as Omit<PlanStep, 'teamId' | 'after'> & Partial<PlanStep>;
  return { teamId: step.login === null ? step.id : null, after: [], ...step };
}

const rowFrom = (row: Tables['job_rows']): JobRow => ({
  position: row.position,
  login: row.login,
  email: row.email,
  userId: row.user_id,
  role: row.role,
  teamRole: row.team_role,
  teamIds: JSON.parse(row.team_ids) as readonly number[],
  state: row.state,
  message: row.message,
  invitationId: row.invitation_id,
  sendingAt: dateOrNull(row.sending_at),
  settledAt: dateOrNull(row.settled_at),
  step: row.step === null ? null : stepFrom(row.step),
});
