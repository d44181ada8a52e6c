import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { deleteUntil, executeInBatches, inBatches } from '../../database/rows.ts';
import { SEEN_EVENTS_KEPT_MS } from '../../lib/limits/installations.ts';
import { ACCESS_REVIEWS_KEPT_MS } from '../../lib/limits/people.ts';
import { BATCH_ROWS, OBSERVATION_TIMES_EVERY_MS, UNNEEDED_KEPT_MS } from '../../lib/limits/storage.ts';
import { LATEST_OBSERVATION } from '../../sessions/store/observations.ts';

/** Users are deleted some days after their last sign-in. Locked rows are skipped. */
export async function deleteUnneeded(engine: Engine, now: Date, stop?: AbortSignal): Promise<UnneededRows> {
  const users = await deleteUsers(engine, now.getTime() - UNNEEDED_KEPT_MS, stop);
  const organizations = await deleteWhereUnneeded(engine, ORGANIZATIONS, stop);
  const settled = await settledUntil(engine, now);
  const observations = await deleteWhereUnneeded(engine, observationsUntil(settled), stop);
  await deleteUntil(
    engine,
    { table: 'seen_events', key: 'body_hash', time: 'seen_at' },
    now.getTime() - SEEN_EVENTS_KEPT_MS,
    stop,
  );
  await deleteUntil(
    engine,
    { table: 'dismissed_findings', key: ['organization_id', 'finding_key'], time: 'until' },
    now.getTime(),
    stop,
  );
  await deleteUntil(
    engine,
    { table: 'access_reviews', key: ['user_id', 'organization_id'], time: 'reviewed_at' },
    now.getTime() - ACCESS_REVIEWS_KEPT_MS,
    stop,
  );
  await deleteWhereUnneeded(engine, appliedFilesUntil(now.getTime() - UNNEEDED_KEPT_MS), stop);
  await deleteExpiredClaims(engine, stop);
  return { users, organizations, observations };
}

/** Other leases have few names. */
function deleteExpiredClaims({ db, nowMs, lockFreeRows }: Engine, stop?: AbortSignal): Promise<number> {
  const expired = sql`select name from leases where (name like 'change %' or name like 'key %') and until <= ${nowMs}
      order by name limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return executeInBatches(db, sql`delete from leases where name in (${expired})`, stop);
}

function deleteUsers(engine: Engine, before: number, stop?: AbortSignal): Promise<number> {
  return inBatches(
    () =>
      engine.transaction(async (transaction) => {
        const found = await transaction
          .selectFrom('host_users')
          .select('user_id')
          .where('updated_at', '<', before)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('sessions').select('session_key').whereRef('user_id', '=', 'host_users.user_id'))),
          )
          .orderBy('updated_at')
          .limit(BATCH_ROWS)
          .modifyEnd(engine.lockFreeRows)
          .execute();
        if (found.length === 0) return { deleted: 0, more: false };
        const ids = found.map(({ user_id }) => user_id);
        const memberships = await transaction
          .deleteFrom('host_memberships')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('user_id', 'organization_id'),
              'in',
              selectFrom('host_memberships')
                .select(['user_id', 'organization_id'])
                .where('user_id', 'in', ids)
                .limit(BATCH_ROWS)
                .$asTuple('user_id', 'organization_id'),
            ),
          )
          .executeTakeFirstOrThrow();
        if (Number(memberships.numDeletedRows) === BATCH_ROWS) return { deleted: 0, more: true };
        await transaction.deleteFrom('host_users').where('user_id', 'in', ids).execute();
        return { deleted: ids.length, more: ids.length === BATCH_ROWS };
      }),
    stop,
  );
}

/** No index finds the unneeded rows, so the table is scanned whole. */
interface WalkedTable {
  readonly table: string;
  readonly key: string;
  readonly unneeded: RawBuilder<boolean>;
}

const ORGANIZATIONS: WalkedTable = {
  table: 'host_organizations',
  key: 'organization_id',
  unneeded: sql`not exists (
    select 1 from host_memberships as membership
    where membership.organization_id = host_organizations.organization_id
  )`,
};

/** Of organizations without the App. Rules about owners stay: the App may come back. */
const appliedFilesUntil = (untilMs: number): WalkedTable => ({
  table: 'applied_files',
  key: 'organization_id',
  unneeded: sql`applied_at <= ${untilMs} and not exists (
    select 1 from host_installations as record
    where record.account_id = applied_files.organization_id
  )`,
});

const observationsUntil = (settled: number): WalkedTable => ({
  table: 'host_observations',
  key: 'installation_id',
  unneeded: sql`observation <= ${settled} and repositories_changed <= ${settled} and not exists (
    select 1 from host_installations as record
    where record.installation_id = host_observations.installation_id
  )`,
});

/** Most rows are needed, so rows are first only read; candidates are locked and checked again. */
function deleteWhereUnneeded(engine: Engine, names: WalkedTable, stop?: AbortSignal): Promise<number> {
  const { db, read, lockFreeRows } = engine;
  const [table, key, { unneeded }] = [sql.table(names.table), sql.ref(names.key), names];
  let after = 0;

  const deleteLocked = (ids: readonly number[]): Promise<number> =>
    engine.transaction(async (transaction) => {
      const among = sql`${key} in (${sql.join(ids)})`;
      const locked = await sql<{ readonly id: number }>`
        select ${key} as id from ${table} where ${among} order by ${key} ${lockFreeRows}`.execute(transaction);
      if (locked.rows.length === 0) return 0;
      const held = sql.join(locked.rows.map(({ id }) => id));
      // A separate statement sees what was stored before the lock.
      const deletion = sql`delete from ${table} where ${key} in (${held}) and ${unneeded}`;
      return Number((await deletion.execute(transaction)).numAffectedRows);
    });

  return inBatches(async () => {
    const page = await read(
      sql<{ readonly id: number; readonly unneeded: number }>`
        select ${key} as id, case when ${unneeded} then 1 else 0 end as unneeded
        from ${table} where ${key} > ${after} order by ${key} limit ${sql.lit(BATCH_ROWS)}`.compile(db),
    );
    after = page.at(-1)?.id ?? after;
    const ids = page.filter((row) => row.unneeded === 1).map(({ id }) => id);
    return { deleted: ids.length === 0 ? 0 : await deleteLocked(ids), more: page.length === BATCH_ROWS };
  }, stop);
}

async function settledUntil({ db, read }: Engine, now: Date): Promise<number> {
  const times = db.selectFrom('host_observation_times').selectAll().orderBy('taken_at', 'desc').limit(1);
  const [latest] = await read(times.compile());
  if (latest === undefined || latest.taken_at <= now.getTime() - OBSERVATION_TIMES_EVERY_MS) {
    await db
      .insertInto('host_observation_times')
      .values({ taken_at: now.getTime(), observation: sql<number>`(${LATEST_OBSERVATION})` })
      .onConflict((conflict) => conflict.column('taken_at').doNothing())
      .execute();
  }
  const [settled] = await read(times.where('taken_at', '<=', now.getTime() - UNNEEDED_KEPT_MS).compile());
  if (settled === undefined) return 0;
  await db.deleteFrom('host_observation_times').where('taken_at', '<', settled.taken_at).execute();
  return settled.observation;
}

export interface UnneededRows {
  readonly users: number;
  readonly organizations: number;
  readonly observations: number;
}
