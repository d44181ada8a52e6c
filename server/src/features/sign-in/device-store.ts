import { sql, type Transaction } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { dateOrNull, msOrNull } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { DeviceRequest } from '../../domain/session.ts';
import { DEVICE_REQUESTS_MAX, DEVICE_REQUESTS_OF_NETWORK_MAX, WRONG_USER_CODES_MS } from '../../lib/limits/sessions.ts';
import type { SessionKey } from '../../lib/secrets.ts';

export interface NewDeviceRequest
  extends Pick<DeviceRequest, 'key' | 'clientName' | 'address' | 'pollSeconds' | 'createdAt' | 'expiresAt'> {
  readonly userCodeHash: string;
  readonly network: string;
}

/** Requests of programs to be signed in (RFC 8628). Nothing in them opens a session. */
export interface DeviceRequestStore {
  /**
   * Concurrent calls can exceed the limits by their number. `taken`: another request has this user code.
   */
  add(request: NewDeviceRequest): Promise<'added' | 'taken' | 'too-many'>;
  /** Includes answered ones, but not expired ones. */
  findByUserCode(userCodeHash: string, now: Date): Promise<DeviceRequest | null>;
  /** Includes expired ones, until the cleanup. */
  find(key: SessionKey): Promise<DeviceRequest | null>;
  /** Returns false if it expired, was answered, or somebody else confirmed it. May be repeated. */
  confirm(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  deny(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  /** Returns false unless this person confirmed it and it has not expired. Of several calls, one returns true. */
  approve(key: SessionKey, userId: number, now: Date): Promise<boolean>;
  /** Undoes `approve` when no session could be stored. */
  reopen(key: SessionKey): Promise<void>;
  /** Returns false if another poll was noted after `polledAt`. */
  notePoll(request: DeviceRequest, poll: { readonly at: Date; readonly pollSeconds: number }): Promise<boolean>;
  /** Deletes an approved request. Of several calls, one returns true. */
  claim(key: SessionKey): Promise<boolean>;
  /**
   * Counts one more wrong code of a person, or of all if null. Returns how many there are in these ten minutes. Beyond
   * `max` it writes nothing.
   */
  countWrongCode(userId: number | null, max: number, now: Date): Promise<number>;
  discountCode(userId: number | null): Promise<void>;
}

export function createDeviceRequestStore(engine: Engine): DeviceRequestStore {
  const { db, read } = engine;

  const move = (
    key: SessionKey,
    now: Date,
    row: { readonly state: 'confirmed' | 'denied'; readonly user_id: number },
  ) =>
    changed(
      db
        .updateTable('device_requests')
        .set(row)
        .where('session_key', '=', key)
        .where('expires_at', '>', now.getTime())
        .where(({ eb, or, and }) =>
          or([eb('state', '=', 'open'), and([eb('state', '=', 'confirmed'), eb('user_id', '=', row.user_id)])]),
        )
        .executeTakeFirstOrThrow(),
    );

  return {
    ...createWrongUserCodes(engine),
    add: ({ key, userCodeHash, clientName, address, network, pollSeconds, createdAt, expiresAt }) =>
      engine.transaction(async (transaction) => {
        const now = createdAt.getTime();
        if ((await unansweredOf(transaction, network, now)) >= DEVICE_REQUESTS_OF_NETWORK_MAX) return 'too-many';
        if (!(await makeRoom(transaction, now))) return 'too-many';
        const inserted = await transaction
          .insertInto('device_requests')
          .values({
            session_key: key,
            user_code_hash: userCodeHash,
            client_name: clientName,
            address,
            network,
            state: 'open',
            user_id: null,
            poll_seconds: pollSeconds,
            polled_at: null,
            created_at: now,
            expires_at: expiresAt.getTime(),
          })
          .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
          .executeTakeFirstOrThrow();
        return inserted.numInsertedOrUpdatedRows === 1n ? 'added' : 'taken';
      }),
    async findByUserCode(userCodeHash, now) {
      const query = db.selectFrom('device_requests').selectAll().where('user_code_hash', '=', userCodeHash);
      const [row] = await read(query.where('expires_at', '>', now.getTime()).compile());
      return row === undefined ? null : requestFrom(row);
    },
    async find(key) {
      const [row] = await read(db.selectFrom('device_requests').selectAll().where('session_key', '=', key).compile());
      return row === undefined ? null : requestFrom(row);
    },
    confirm: (key, userId, now) => move(key, now, { state: 'confirmed', user_id: userId }),
    deny: (key, userId, now) => move(key, now, { state: 'denied', user_id: userId }),
    approve: (key, userId, now) =>
      changed(
        db
          .updateTable('device_requests')
          .set({ state: 'approved' })
          .where('session_key', '=', key)
          .where('state', '=', 'confirmed')
          .where('user_id', '=', userId)
          .where('expires_at', '>', now.getTime())
          .executeTakeFirstOrThrow(),
      ),
    async reopen(key) {
      const approved = db.updateTable('device_requests').where('session_key', '=', key).where('state', '=', 'approved');
      await approved.set({ state: 'confirmed' }).execute();
    },
    notePoll: ({ key, polledAt }, { at, pollSeconds }) =>
      changed(
        db
          .updateTable('device_requests')
          .set({ polled_at: at.getTime(), poll_seconds: pollSeconds })
          .where('session_key', '=', key)
          .where('polled_at', 'is not distinct from', msOrNull(polledAt))
          .executeTakeFirstOrThrow(),
      ),
    async claim(key) {
      const approved = db.deleteFrom('device_requests').where('session_key', '=', key).where('state', '=', 'approved');
      return (await approved.executeTakeFirstOrThrow()).numDeletedRows === 1n;
    },
  };
}

const changed = async (update: Promise<{ readonly numUpdatedRows: bigint }>): Promise<boolean> =>
  (await update).numUpdatedRows === 1n;

const requestFrom = (row: Tables['device_requests']): DeviceRequest => ({
  key: row.session_key as SessionKey,
  clientName: row.client_name,
  address: row.address,
  state: row.state,
  userId: row.user_id,
  pollSeconds: row.poll_seconds,
  polledAt: dateOrNull(row.polled_at),
  createdAt: new Date(row.created_at),
  expiresAt: new Date(row.expires_at),
});

async function unansweredOf(db: Transaction<Tables>, network: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('device_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('expires_at', '>', now)
    .where('state', 'in', ['open', 'confirmed'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns false if nothing can be removed, because persons confirmed every request. */
async function makeRoom(db: Transaction<Tables>, now: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('device_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < DEVICE_REQUESTS_MAX) return true;
  const removable = sql<boolean>`state in ('open', 'denied')`;
  const { rows } = await sql<{ readonly session_key: string }>`
    select session_key from device_requests
    join (select network, count(*) as requests from device_requests where ${removable} group by network) as crowd
      on crowd.network = device_requests.network
    where ${removable}
    order by case when expires_at <= ${now} then 0 else 1 end, requests desc, created_at, session_key
    limit 1`.execute(db);
  const [oldest] = rows;
  if (oldest === undefined) return false;
  await db.deleteFrom('device_requests').where('session_key', '=', oldest.session_key).execute();
  return true;
}

const ALL = 0;

type WrongUserCodes = Pick<DeviceRequestStore, 'countWrongCode' | 'discountCode'>;

function createWrongUserCodes({ db, read }: Pick<Engine, 'db' | 'read'>): WrongUserCodes {
  return {
    async countWrongCode(userId, max, at) {
      const now = at.getTime();
      const counted = db
        .selectFrom('wrong_user_codes')
        .select('count')
        .where('user_id', '=', userId ?? ALL);
      const [former] = await read(counted.where('until', '>', now).compile());
      if (former !== undefined && former.count > max) return former.count;
      const isOver = sql<boolean>`wrong_user_codes.until <= ${now}`;
      const { count } = await db
        .insertInto('wrong_user_codes')
        .values({ user_id: userId ?? ALL, count: 1, until: now + WRONG_USER_CODES_MS })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({
            count: sql<number>`case when ${isOver} then 1 else wrong_user_codes.count + 1 end`,
            until: sql<number>`case when ${isOver} then excluded.until else wrong_user_codes.until end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow();
      return count;
    },
    async discountCode(userId) {
      await db
        .updateTable('wrong_user_codes')
        .set({ count: sql<number>`count - 1` })
        .where('user_id', '=', userId ?? ALL)
        .where('count', '>', 0)
        .execute();
    },
  };
}
