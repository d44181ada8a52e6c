import { sql, type Transaction } from 'kysely';
import type { AuditSettlement } from '../../../ports/storage/audit-trail.ts';
import type { InvitationJobStore, JobRow } from '../../../ports/storage/invitation-jobs.ts';
import { appendEvent } from '../audit-trail/append.ts';
import { settleOf } from '../audit-trail/settle.ts';
import type { Engine } from '../engines/engine.ts';
import { dateOrNull, msOrNull, storableTextOrNull } from '../rows/columns.ts';
import type { Tables } from '../schema.ts';
import { readyAtBy } from './sends.ts';

type JobRowMethods = Pick<InvitationJobStore, 'rows' | 'idsSentSince' | 'beginSending' | 'settle' | 'putBack'>;

export function createJobRows({ db, read, changeRows }: Engine): JobRowMethods {
  return {
    async rows(id, { after, limit, states }) {
      const query = db
        .selectFrom('invitation_job_rows')
        .selectAll()
        .where('job_id', '=', id)
        .where('place', '>', after)
        .where('state', 'in', states)
        .orderBy('place')
        .limit(limit);
      return (await read(query.compile())).map(rowFrom);
    },
    async idsSentSince(organizationId, since) {
      const query = db
        .selectFrom('invitation_job_rows as line')
        .innerJoin('invitation_jobs as job', 'job.job_id', 'line.job_id')
        .select('line.invitation_id')
        .where('job.organization_id', '=', organizationId)
        .where('line.state', '=', 'sent')
        .where('line.sending_at', '>', since.getTime());
      return (await read(query.compile())).map(({ invitation_id }) => invitation_id);
    },
    beginSending: ({ jobId, place, userId, at, intended }, pace) =>
      db.transaction().execute(async (transaction) => {
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
          .updateTable('invitation_job_rows')
          .set({ state: 'sending', sending_at: at.getTime() })
          .where('job_id', '=', jobId)
          .where('place', '=', place)
          .where('state', '=', 'ready')
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('invitation_jobs').select('job_id').where('job_id', '=', jobId).where('state', '=', 'active'),
            ),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto('invitation_sends').values({ user_id: userId, sent_at: at.getTime() }).execute();
        const intent = await appendEvent(transaction, 'intent', intended, at);
        await transaction
          .updateTable('invitation_job_rows')
          .set({ intent })
          .where('job_id', '=', jobId)
          .where('place', '=', place)
          .execute();
        return true;
      }),
    settle: (id, place, from, { outcome, words, invitationId, audit }, now) =>
      db.transaction().execute(async (transaction) => {
        const settled = await transaction
          .updateTable('invitation_job_rows')
          .set({
            state: outcome,
            words: storableTextOrNull(words),
            invitation_id: invitationId,
            settled_at: now.getTime(),
          })
          .where('job_id', '=', id)
          .where('place', '=', place)
          .where('state', '=', from)
          .returning('intent')
          .executeTakeFirst();
        if (settled === undefined) return false;
        if (from === 'sending') {
          const auditWords = words ?? (outcome === 'sent' ? null : outcome.replaceAll('-', ' '));
          const after = invitationId === null ? undefined : { invitationId };
          await settleIntent(transaction, id, settled.intent, { outcome: audit, words: auditWords, after }, now);
        }
        return true;
      }),
    putBack: (id, { place, sendingAt, audit, words }, now) =>
      db.transaction().execute(async (transaction) => {
        // A row of a cancelled job is not sent again.
        const row = await transaction
          .updateTable('invitation_job_rows')
          .set({
            state: sql<Tables['invitation_job_rows']['state']>`(
              select case when job.state = 'cancelling' then 'cancelled' else 'ready' end
              from invitation_jobs as job where job.job_id = ${id}
            )`,
          })
          .where('job_id', '=', id)
          .where('place', '=', place)
          .where('state', '=', 'sending')
          .where('sending_at', '=', msOrNull(sendingAt))
          .returning('intent')
          .executeTakeFirst();
        if (row !== undefined) await settleIntent(transaction, id, row.intent, { outcome: audit, words }, now);
      }),
  };
}

/** Rows marked before audit logs existed have no intent. */
async function settleIntent(
  transaction: Transaction<Tables>,
  jobId: string,
  number: number | null,
  settled: Omit<AuditSettlement, 'intent'>,
  now: Date,
): Promise<void> {
  if (number === null) return;
  const { organization_id: organizationId } = await transaction
    .selectFrom('invitation_jobs')
    .select('organization_id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  await settleOf(transaction, organizationId, [{ ...settled, intent: { organizationId, number } }], now);
}

const rowFrom = (row: Tables['invitation_job_rows']): JobRow => ({
  place: row.place,
  login: row.login,
  email: row.email,
  role: row.role,
  teamIds: JSON.parse(row.team_ids) as readonly number[],
  state: row.state,
  words: row.words,
  invitationId: row.invitation_id,
  sendingAt: dateOrNull(row.sending_at),
  settledAt: dateOrNull(row.settled_at),
});
