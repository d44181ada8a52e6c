import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { deleteUntil, executeInBatches, workThrough } from '../../database/rows.ts';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../../lib/limits/sessions.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import type { SessionKey, TokenCipher } from '../../lib/secrets.ts';
import type { Log } from '../../lib/system.ts';
import { encryptGrant, NO_LEASE, NO_REFRESH_TOKEN } from './encrypted-grant.ts';
import { createFindSession, createSessionStamps } from './find-session.ts';
import { storeObserved } from './installations.ts';
import { createPendingSignOuts } from './pending-sign-outs.ts';
import { createSignIn, insertLinks } from './sign-in.ts';
import type { ListedSession, RefreshLease, SessionStore, SessionUse } from './types.ts';

/** Sessions are stored under a hash; nothing in the database opens one. */
export function createSessionStore(engine: Engine, cipher: TokenCipher, log: Log): SessionStore {
  const { db, read, keepRows, lockRows } = engine;
  const finds = createFindSession(engine, cipher, log);
  const { unlessPending, signOut, stop } = createPendingSignOuts(async (key) => {
    const deleted = await db.deleteFrom('sessions').where('session_key', '=', key).executeTakeFirstOrThrow();
    return deleted.numDeletedRows === 1n;
  }, log);
  return {
    ...createRefreshLeases(engine, cipher),
    ...createListedSessions(engine),
    find: unlessPending(finds.find),
    findWithInstallations: unlessPending(finds.findWithInstallations),
    stampsOf: unlessPending(createSessionStamps(engine)),
    signIn: createSignIn(engine, cipher),
    linkInstallation: (key, installation, observation, now) =>
      engine.transaction(async (transaction) => {
        // Session, then installation, are kept from removal. The record stays if the session is gone: the observation
        // is still true.
        const recorded = await storeObserved(transaction, [installation], observation, now);
        const session = await transaction
          .selectFrom('sessions')
          .select('session_key')
          .where('session_key', '=', key)
          .where('expires_at', '>', now.getTime())
          .modifyEnd(keepRows)
          .executeTakeFirst();
        return session !== undefined && (await insertLinks(transaction, keepRows, key, recorded)) === 1;
      }),
    deleteExpired: (now, stop) => deleteExpired(engine, now, stop),
    delete: signOut,
    stop,
    async deleteOfUser(userId, begunUntil) {
      const deleted = await db
        .deleteFrom('sessions')
        .where('session_key', 'in', ({ selectFrom }) =>
          selectFrom('sessions')
            .select('session_key')
            .where('user_id', '=', userId)
            .where('created_at', '<=', begunUntil.getTime())
            .orderBy('session_key')
            .modifyEnd(lockRows),
        )
        .executeTakeFirstOrThrow();
      return Number(deleted.numDeletedRows);
    },
    async keysOfUser(userId) {
      const rows = await read(db.selectFrom('sessions').select('session_key').where('user_id', '=', userId).compile());
      return rows.map((row) => row.session_key as SessionKey);
    },
    async useState(stateHash, expiresAt) {
      const used = await db
        .insertInto('used_states')
        .values({ state_hash: stateHash, expires_at: expiresAt.getTime() })
        .onConflict((conflict) => conflict.column('state_hash').doNothing())
        .executeTakeFirstOrThrow();
      return used.numInsertedOrUpdatedRows === 1n;
    },
  };
}

/** Used states stay longer: an instance with a slow clock may still accept them. */
async function deleteExpired(engine: Engine, now: Date, stop?: AbortSignal): Promise<number> {
  const sessions = { table: 'sessions', key: 'session_key', time: 'expires_at' };
  const usedStates = { table: 'used_states', key: 'state_hash', time: 'expires_at' };
  const deleted = await deleteUntil(engine, sessions, now.getTime(), stop);
  const before = now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000;
  await deleteUntil(engine, usedStates, before, stop);
  await deleteUnclaimed(engine, before, stop);
  await deleteUntil(engine, { table: 'device_requests', key: 'session_key', time: 'expires_at' }, before, stop);
  await deleteUntil(engine, { table: 'wrong_user_codes', key: 'user_id', time: 'until' }, before, stop);
  return deleted;
}

/** Deletes sessions that their program never fetched: nobody has their ID. */
function deleteUnclaimed({ db, lockFreeRows }: Engine, untilMs: number, stop?: AbortSignal): Promise<number> {
  const unclaimed = sql`select session_key from sessions where session_key in (
      select session_key from device_requests where expires_at <= ${untilMs} and state = 'approved'
    ) order by session_key limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return executeInBatches(db, sql`delete from sessions where session_key in (${unclaimed})`, stop);
}

function createListedSessions({
  db,
  read,
}: Engine): Pick<SessionStore, 'ofUser' | 'noteUses' | 'usersCalled' | 'count'> {
  /**
   * One statement for all, as single ones take longer than the reads they record. `cross join` keeps SQLite from
   * scanning all sessions.
   */
  const noteAll = (uses: readonly SessionUse[]) => sql`
    insert into session_uses (session_key, used_at)
    select sessions.session_key, cast(noted.column2 as bigint)
    from (values ${sql.join(uses.map(({ key, at }) => sql`(${key}, ${at.getTime()})`))}) as noted
    cross join sessions where sessions.session_key = noted.column1
    order by sessions.session_key
    on conflict (session_key) do update set used_at = excluded.used_at
    where session_uses.used_at is null or session_uses.used_at < excluded.used_at`;

  return {
    async ofUser(userId, now, limit) {
      const rows = await read(
        db
          .selectFrom('sessions')
          .leftJoin('session_uses', 'session_uses.session_key', 'sessions.session_key')
          .select(['sessions.session_key', 'created_at', 'expires_at', 'client', 'used_at'])
          .where('user_id', '=', userId)
          .where('expires_at', '>', now.getTime())
          .orderBy(({ fn }) => fn.coalesce('used_at', 'created_at'), 'desc')
          .orderBy('sessions.session_key')
          .limit(limit)
          .compile(),
      );
      return rows.map(
        (row): ListedSession => ({
          key: row.session_key as SessionKey,
          createdAt: new Date(row.created_at),
          expiresAt: new Date(row.expires_at),
          client: row.client,
          usedAt: row.used_at === null ? null : new Date(row.used_at),
        }),
      );
    },
    async noteUses(uses) {
      // Sorted to prevent deadlocks between instances.
      await workThrough(uses.toSorted(byKey), (batch) => noteAll(batch).execute(db));
    },
    async usersCalled(login) {
      const query = db
        .selectFrom('host_users')
        .select(['user_id', 'login'])
        .where(sql`lower(login)`, '=', login.toLowerCase())
        .orderBy('user_id');
      return (await read(query.compile())).map((row) => ({ id: row.user_id, login: row.login }));
    },
    async count(now) {
      const query = db
        .selectFrom('sessions')
        .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.count<number>('user_id').distinct().as('users')])
        .where('expires_at', '>', now.getTime());
      const [row] = await read(query.compile());
      return { sessions: Number(row?.sessions ?? 0), users: Number(row?.users ?? 0) };
    },
  };
}

const byKey = (a: SessionUse, b: SessionUse): number => (a.key < b.key ? -1 : 1);

const LEASE_TRIES = 3;

type LeaseMethods = Pick<SessionStore, 'leaseRefresh' | 'storeRefreshed' | 'pauseRefresh' | 'dropRefreshToken'>;

/**
 * A future lease with an ID is held, one without an ID is a pause, by the database's clock.
 *
 * Every write names key and version, so a deleted or refreshed session is never touched. A grant is stored even if its
 * lease was lost, because it is the only working pair.
 */
function createRefreshLeases(engine: Engine, cipher: TokenCipher): LeaseMethods {
  const { db, nowMs } = engine;

  const ifUnchanged = ({ key, tokenVersion }: RefreshLease) =>
    db.updateTable('sessions').where('session_key', '=', key).where('token_version', '=', tokenVersion);
  const msFromNow = (ms: number) => sql<number>`${nowMs} + ${sql.lit(ms)}`;
  const ifHeld = (lease: RefreshLease) => ifUnchanged(lease).where('refresh_lease_id', '=', lease.leaseId);

  return {
    async leaseRefresh(lease, leaseMs) {
      const take = ifUnchanged(lease)
        .set({ refresh_lease_id: lease.leaseId, refresh_lease_until: msFromNow(leaseMs) })
        .where('refresh_token_ciphertext', 'is not', null)
        .where(({ or, eb }) => or([eb('refresh_lease_until', 'is', null), eb('refresh_lease_until', '<=', nowMs)]));
      for (let attempt = 1; attempt <= LEASE_TRIES; attempt += 1) {
        const { numUpdatedRows } = await take.executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) return 'granted';
        const { answer, leftMs } = await whyNot(engine, lease);
        // The database's clock was set back: shorten the lease to its full time from now.
        if (leftMs > leaseMs) {
          await ifUnchanged(lease)
            .set({ refresh_lease_until: msFromNow(leaseMs) })
            .where('refresh_lease_until', '>', msFromNow(leaseMs))
            .execute();
        }
        if (answer !== 'free') return answer;
      }
      return 'held';
    },
    async storeRefreshed(lease, grant, expiresAt) {
      const { numUpdatedRows } = await ifUnchanged(lease)
        .set({
          ...encryptGrant(cipher, lease.key, grant),
          ...NO_LEASE,
          token_version: lease.tokenVersion + 1,
          expires_at: expiresAt.getTime(),
        })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },
    async pauseRefresh(lease, pauseMs) {
      await ifHeld(lease)
        .set({ refresh_lease_id: null, refresh_lease_until: msFromNow(pauseMs) })
        .execute();
    },
    async dropRefreshToken(lease) {
      await ifHeld(lease)
        .set({ ...NO_REFRESH_TOKEN, ...NO_LEASE })
        .execute();
    },
  };
}

async function whyNot(
  { db, nowMs, read }: Engine,
  lease: RefreshLease,
): Promise<{ readonly answer: 'free' | 'held' | 'paused' | 'changed'; readonly leftMs: number }> {
  const query = db
    .selectFrom('sessions')
    .select(['token_version', 'refresh_token_ciphertext', 'refresh_lease_id', 'refresh_lease_until', nowMs.as('now')])
    .where('session_key', '=', lease.key);
  const [row] = await read(query.compile());
  const isChanged =
    row === undefined || row.token_version !== lease.tokenVersion || row.refresh_token_ciphertext === null;
  if (isChanged) return { answer: 'changed', leftMs: 0 };
  const leftMs = (row.refresh_lease_until ?? 0) - row.now;
  if (leftMs <= 0) return { answer: 'free', leftMs: 0 };
  return { answer: row.refresh_lease_id === null ? 'paused' : 'held', leftMs };
}
