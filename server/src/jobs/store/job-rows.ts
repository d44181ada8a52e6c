import { sql, type Transaction } from 'kysely';
import { appendEvent } from '../../audit/store/append.ts';
import { settleOf } from '../../audit/store/settle.ts';
import type { AuditSettlement } from '../../audit/store/types.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, msOrNull, storableText, storableTextOrNull } from '../../database/rows/columns.ts';
import type { Tables } from '../../database/schema.ts';
import type { PlanStep } from '../../domain/organization-plan.ts';
import { isOf } from './job-record.ts';
import { readyAtBy } from './sends.ts';
import type { JobRef, JobRow, JobRowStore } from './types.ts';

export function createJobRows(engine: Engine): JobRowStore {
  const { db, read, changeRows } = engine;
  return {
    async rows(job, { after, limit, states }) {
      const query = db
        .selectFrom('job_rows')
        .selectAll()
        .where(isOf(job))
        .where('place', '>', after)
        .where('state', 'in', states)
        .orderBy('place')
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
    beginSending: ({ job, place, userId, at, intended }, pace) =>
      engine.transaction(async (transaction) => {
        // One job of a person counts and marks at a time, on any instance.
        await transaction
          .selectFrom('host_users')
          .select('user_id')
          .where('user_id', '=', userId)
          .modifyEnd(changeRows)
          .execute();
        const readyAt = await readyAtBy(
          { db: transaction, read: async (query) => (await transaction.executeQuery(query)).rows },
          { userId, pace, now: at },
        );
        if (readyAt > at) return false;
        const { numUpdatedRows } = await transaction
          .updateTable('job_rows')
          .set({ state: 'sending', sending_at: at.getTime() })
          .where(isOf(job))
          .where('place', '=', place)
          .where('state', '=', 'ready')
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('jobs').select('job_id').where(isOf(job)).where('state', '=', 'running')),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto('invitation_sends').values({ user_id: userId, sent_at: at.getTime() }).execute();
        const intent = await appendEvent(transaction, 'intent', intended, at);
        await transaction.updateTable('job_rows').set({ intent }).where(isOf(job)).where('place', '=', place).execute();
        return true;
      }),
    settle: (job, place, from, { outcome, words, invitationId, step, audit }, now) =>
      engine.transaction(async (transaction) => {
        const settled = await transaction
          .updateTable('job_rows')
          .set({
            state: outcome,
            words: storableTextOrNull(words),
            invitation_id: invitationId,
            settled_at: now.getTime(),
            ...(step !== undefined && { step: storableText(JSON.stringify(step)) }),
          })
          .where(isOf(job))
          .where('place', '=', place)
          .where((is) =>
            from === 'ready'
              ? is('state', '=', from)
              : is.and([is('state', '=', 'sending'), is('sending_at', '=', msOrNull(from.sendingAt))]),
          )
          .returning('intent')
          .executeTakeFirst();
        if (settled === undefined) return false;
        if (from !== 'ready') {
          const auditWords = words ?? (audit === 'done' ? null : outcome.replaceAll('-', ' '));
          const after = invitationId === null ? undefined : { invitationId };
          await settleIntent(transaction, job, settled.intent, { outcome: audit, words: auditWords, after }, now);
        }
        return true;
      }),
    putBack: (job, { place, sendingAt, audit, words }, now) =>
      engine.transaction(async (transaction) => {
        // A row of a cancelled job is not sent again.
        const row = await transaction
          .updateTable('job_rows')
          .set({
            state: sql<Tables['job_rows']['state']>`(
              select case when state = 'cancelled' then 'cancelled' else 'ready' end
              from jobs where organization_id = ${job.organizationId} and job_id = ${job.id}
            )`,
          })
          .where(isOf(job))
          .where('place', '=', place)
          .where('state', '=', 'sending')
          .where('sending_at', '=', msOrNull(sendingAt))
          .returning('intent')
          .executeTakeFirst();
        if (row !== undefined) await settleIntent(transaction, job, row.intent, { outcome: audit, words }, now);
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
  place: row.place,
  login: row.login,
  email: row.email,
  userId: row.user_id,
  role: row.role,
  teamRole: row.team_role,
  teamIds: JSON.parse(row.team_ids) as readonly number[],
  state: row.state,
  words: row.words,
  invitationId: row.invitation_id,
  sendingAt: dateOrNull(row.sending_at),
  settledAt: dateOrNull(row.settled_at),
  step: row.step === null ? null : stepFrom(row.step),
});
