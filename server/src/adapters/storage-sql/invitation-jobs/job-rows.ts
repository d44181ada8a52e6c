import { sql } from 'kysely';
import type { InvitationJobStore, JobRow, Pace } from '../../../ports/invitation-jobs.ts';
import { dateOrNull, storableTextOrNull } from '../columns.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

type Rows = Pick<
  InvitationJobStore,
  'rows' | 'idsSentSince' | 'readyAt' | 'beginSending' | 'settle' | 'putBack' | 'firstSentSince'
>;

/** The rows of jobs, and when each person sent. */
export function createJobRows({ db, read, changeRows }: Engine): Rows {
  /** What a person sent within the last hour, the latest first; no more than the pace allows. */
  const sendsOf = (userId: number, { perHour, hourMs }: Pace, now: Date) =>
    db
      .selectFrom('invitation_sends')
      .select('sent_at')
      .where('user_id', '=', userId)
      .where('sent_at', '>', now.getTime() - hourMs)
      .orderBy('sent_at', 'desc')
      .limit(perHour);

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
    readyAt: async (userId, pace, now) => readyAtBy(await read(sendsOf(userId, pace, now).compile()), pace, now),
    beginSending: ({ jobId, place, userId, at }, pace) =>
      db.transaction().execute(async (transaction) => {
        // Of several jobs of one person, on whichever instances, one at a time counts and marks.
        await transaction
          .selectFrom('host_users')
          .select('user_id')
          .where('user_id', '=', userId)
          .modifyEnd(changeRows)
          .execute();
        const { rows: sends } = await transaction.executeQuery(sendsOf(userId, pace, at).compile());
        if (readyAtBy(sends, pace, at) > at) return false;
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
        return true;
      }),
    async settle(id, place, from, { outcome, words, invitationId }, now) {
      const { numUpdatedRows } = await db
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
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async putBack(id, place) {
      // Of a job that was cancelled meanwhile nothing is sent any more.
      await db
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
        .execute();
    },
    async firstSentSince(organizationId, since) {
      const query = db
        .selectFrom('invitation_job_rows as line')
        .innerJoin('invitation_jobs as job', 'job.job_id', 'line.job_id')
        .select(sql<number | null>`min(line.sending_at)`.as('first'))
        .where('job.organization_id', '=', organizationId)
        .where('line.state', '=', 'sent')
        .where('line.sending_at', '>', since.getTime());
      const [found] = await read(query.compile());
      return dateOrNull(found?.first ?? null);
    },
  };
}

function readyAtBy(
  sends: readonly { readonly sent_at: number }[],
  { everyMs, perHour, hourMs }: Pace,
  now: Date,
): Date {
  const [latest] = sends;
  if (latest === undefined) return now;
  const oldest = sends.length < perHour ? undefined : sends.at(-1);
  const readyAt = Math.max(latest.sent_at + everyMs, oldest === undefined ? 0 : oldest.sent_at + hourMs);
  return new Date(Math.max(readyAt, now.getTime()));
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
