import { type CompiledQuery, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, upsert } from '../../database/rows.ts';
import { BATCH_LASTS_MS, JOB_CLOCKS_DIFFER_MS } from '../../lib/limits/jobs.ts';
import { IS_APPROVED } from './app-work.ts';
import { HAS_OLDER } from './job-queue.ts';
import type { Pace, SendStore } from './types.ts';

type ReadQuery = <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>;

export function createSends(engine: Engine): SendStore {
  const { db, read } = engine;
  return {
    readyAt: (userId, pace, now) => readyAtBy({ db, read }, { userId, pace, now }),
    async turnsBefore({ organizationId, kind: own }) {
      const query = db
        .selectFrom('jobs')
        .leftJoin('job_rows as line', (join) =>
          join.onRef('line.organization_id', '=', 'jobs.organization_id').onRef('line.job_id', '=', 'jobs.job_id'),
        )
        .select(['jobs.kind', ({ fn }) => fn.max('line.sending_at').as('last')])
        .where('jobs.organization_id', '=', organizationId)
        .where('jobs.state', '=', 'running')
        .where('jobs.ended_at', 'is', null)
        .where(IS_APPROVED)
        .where(sql<SqlBool>`not exists (select 1 from sessions where sessions.session_key = jobs.session_key)`)
        .where(sql<SqlBool>`not ${HAS_OLDER}`)
        .groupBy('jobs.kind');
      const last = new Map((await read(query.compile())).map((row) => [row.kind, Number(row.last ?? 0)]));
      const ownLast = last.get(own) ?? 0;
      return [...last.values()].filter((at) => at < ownLast).length;
    },
    countBatch: ({ id, userId, organizationId, at, calls, sent }) =>
      upsert(
        db,
        'invitation_batches',
        [
          {
            batch_id: id,
            user_id: userId,
            organization_id: organizationId,
            sent_at: at.getTime(),
            calls,
            sent,
          },
        ],
        { key: ['batch_id'] },
      ),
    async sentSince(organizationId, since) {
      const ofJobs = db
        .selectFrom('job_rows as line')
        .select([sql<number>`count(*)`.as('sent'), sql<number | null>`min(line.sending_at)`.as('first')])
        .where('line.organization_id', '=', organizationId)
        .where('line.state', '=', 'sent')
        .where('line.sending_at', '>', since.getTime());
      const ofBatches = db
        .selectFrom('invitation_batches')
        .select([sql<number>`coalesce(sum(sent), 0)`.as('sent'), sql<number | null>`min(sent_at)`.as('first')])
        .where('organization_id', '=', organizationId)
        .where('sent', '>', 0)
        .where('sent_at', '>', since.getTime());
      const sums = [...(await read(ofJobs.compile())), ...(await read(ofBatches.compile()))];
      const firsts = sums.flatMap(({ first }) => (first === null ? [] : [Number(first)]));
      return {
        count: sums.reduce((count, { sent }) => count + Number(sent), 0),
        firstAt: dateOrNull(firsts.length === 0 ? null : Math.min(...firsts)),
      };
    },
  };
}

/**
 * When a person's jobs may send again, by pace and hourly limit; a batch takes the time of all its calls. Sends in the
 * future, from a clock since set back, do not delay, and beyond an hour do not count.
 */
export async function readyAtBy(
  { db, read }: { readonly db: Engine['db']; readonly read: ReadQuery },
  { userId, pace, now }: { readonly userId: number; readonly pace: Pace; readonly now: Date },
): Promise<Date> {
  const { everyMs, perHour, hourMs } = pace;
  const since = now.getTime() - hourMs;
  const until = now.getTime() + hourMs;
  const ofJobs = db
    .selectFrom('invitation_sends')
    .select('sent_at')
    .where('user_id', '=', userId)
    .where('sent_at', '>', since)
    .where('sent_at', '<=', until)
    .orderBy('sent_at', 'desc')
    .limit(perHour);
  const ofBatches = db
    .selectFrom('invitation_batches')
    .select(['sent_at', 'calls'])
    .where('user_id', '=', userId)
    .where('calls', '>', 0)
    .where('sent_at', '>', since - BATCH_LASTS_MS)
    .where('sent_at', '<=', until)
    .orderBy('sent_at', 'desc')
    .limit(perHour);
  const sends = [
    ...(await read(ofJobs.compile())).map(({ sent_at: at }) => ({ at, calls: 1, leavesAt: at + hourMs })),
    ...(await read(ofBatches.compile())).map(({ sent_at: at, calls }) => ({
      at,
      calls,
      leavesAt: at + BATCH_LASTS_MS + hourMs,
    })),
  ];

  let readyAt = now.getTime() - hourMs;
  const past = sends.filter(({ at }) => at <= now.getTime() + JOB_CLOCKS_DIFFER_MS);
  for (const { at, calls } of past.toSorted((a, b) => a.at - b.at)) readyAt = Math.max(readyAt, at) + calls * everyMs;
  let inHour = 0;
  for (const { calls, leavesAt } of sends.toSorted((a, b) => b.leavesAt - a.leavesAt)) {
    inHour += calls;
    if (inHour < perHour) continue;
    readyAt = Math.max(readyAt, leavesAt);
    break;
  }
  return new Date(Math.max(readyAt, now.getTime()));
}
