import { type SqlBool, sql } from 'kysely';
import { appendEvent, lockHead } from '../../audit/store/append.ts';
import type { Engine, Queries } from '../../database/engines/engine.ts';
import { chunksOf, lockForWrites, storableText } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import { type NewWork, type OpenWork, type WorkCount, type WorkId, workName } from '../../domain/job.ts';
import { WORK_ERROR_MAX_CHARACTERS } from '../../lib/limits/jobs.ts';
import { type Claim, type ClaimedWork, claim, isDueAt, isWork } from './claim.ts';

export interface DeadWork extends WorkId {
  readonly attempts: number;
  readonly error: string | null;
  readonly diedAt: Date;
  readonly createdAt: Date;
  readonly requestId: string | null;
}

interface WorkFailure {
  readonly attempts: number;
  readonly error: string;
  /** Null adds the item to the dead list. */
  readonly retryAt: Date | null;
}

/**
 * Due times use the service's clock, leases the database's. An item whose due time was set by a clock that was put back
 * since is due.
 */
export interface DueWorkStore {
  /** For existing items, the earlier due time wins; one being worked on is due again afterwards. */
  add(items: readonly NewWork[], now: Date): Promise<void>;
  /** Adds an item unless it exists. */
  ensure(item: NewWork, now: Date): Promise<void>;
  /** Makes waiting items of a kind due now, but those being worked on. */
  makeDue(kind: string, now: Date): Promise<void>;
  /** Adds the items of a kind that are missing, due now. Dead items not among them are removed. */
  adopt(kind: string, items: readonly OpenWork[], now: Date): Promise<void>;
  /**
   * Takes the first item of each person and organization before second ones, at random, and of each kind in turn. Nobody
   * gets more than their share, on all instances together. Items whose last step was slow have room of their own.
   */
  claim(claim: Claim, now: Date): Promise<readonly ClaimedWork[]>;
  /** Extends leases. Returns the keys, by `workName`, of items that are still held. */
  extend(items: readonly ClaimedWork[], leaseMs: number): Promise<ReadonlySet<string>>;
  noteSlow(item: ClaimedWork): Promise<void>;
  /** Removes an item, unless it was added again. */
  finish(item: ClaimedWork): Promise<void>;
  reschedule(item: ClaimedWork, dueAt: Date, now: Date): Promise<void>;
  fail(item: ClaimedWork, failure: WorkFailure, now: Date): Promise<void>;
  release(item: ClaimedWork): Promise<void>;
  /** Shortens leases that a clock set back has made longer than this. */
  shortenLeases(leaseMs: number): Promise<void>;
  /** `isLater` skips what is due now. */
  nextDueAt(kinds: readonly string[], now: Date, isLater?: boolean): Promise<Date | null>;
  /** Newest first; null reads all organizations. */
  dead(organizationId: number | null, limit: number): Promise<readonly DeadWork[]>;
  find(id: WorkId): Promise<boolean>;
  /** Makes a dead item due and records the entry. Returns false if it is not dead. */
  retry(id: WorkId, now: Date, entry: AuditEvent | null): Promise<boolean>;
  counts(now: Date): Promise<readonly WorkCount[]>;
}

export function createDueWorkStore(engine: Engine): DueWorkStore {
  const { db, read, nowMs } = engine;
  const leaseFromNow = (leaseMs: number) => sql<number>`${nowMs} + ${sql.lit(leaseMs)}`;
  const held = (item: ClaimedWork) =>
    db
      .updateTable('due_work')
      .where(isWork([item]))
      .where('holder', '=', item.holder)
      .set(FREE);

  const add: DueWorkStore['add'] = async (items, now) => {
    for (const chunk of chunksOf(inKeyOrder(items))) {
      await db
        .insertInto('due_work')
        .values(chunk.map((item) => columnsOf(item, now)))
        .onConflict((conflict) =>
          conflict
            .columns(KEY)
            .doUpdateSet({
              due_at: sql<number>`case when excluded.due_at < due_work.due_at then excluded.due_at else due_work.due_at end`,
              set_at: now.getTime(),
              version: sql<number>`due_work.version + 1`,
              request_id: sql<string | null>`excluded.request_id`,
              person_id: sql<number>`excluded.person_id`,
            })
            .where('due_work.state', '=', 'due'),
        )
        .execute();
    }
  };

  const addMissing = async (items: readonly NewWork[], now: Date): Promise<void> => {
    for (const chunk of chunksOf(inKeyOrder(items))) {
      await db
        .insertInto('due_work')
        .values(chunk.map((item) => columnsOf(item, now)))
        .onConflict((conflict) => conflict.columns(KEY).doNothing())
        .execute();
    }
  };

  const find: DueWorkStore['find'] = async (id) =>
    (
      await read(
        db
          .selectFrom('due_work')
          .select('key')
          .where(isWork([id]))
          .compile(),
      )
    ).length > 0;

  return {
    add,
    find,
    async ensure(item, now) {
      if (!(await find(item))) await addMissing([item], now);
    },
    async makeDue(kind, now) {
      await db
        .updateTable('due_work')
        .set({ due_at: now.getTime(), set_at: now.getTime() })
        .where('kind', '=', kind)
        .where('state', '=', 'due')
        .where('holder', 'is', null)
        .where('due_at', '>', now.getTime())
        .execute();
    },
    async adopt(kind, items, now) {
      const rows = await read(
        db
          .selectFrom('due_work')
          .select(['organization_id as organizationId', 'kind', 'key', 'state'])
          .where('kind', '=', kind)
          .compile(),
      );
      const open = new Map(items.map((item) => [workName({ ...item, kind }), { ...item, kind, dueAt: now }]));
      const over = rows.filter((row) => row.state === 'dead' && !open.has(workName(row)));
      for (const chunk of chunksOf(over))
        await db.deleteFrom('due_work').where(isWork(chunk)).where('state', '=', 'dead').execute();
      for (const row of rows) open.delete(workName(row));
      await addMissing([...open.values()], now);
    },
    claim: (request, now) => claim(engine, request, now),
    async extend(items, leaseMs) {
      const [first] = items;
      if (first === undefined) return new Set();
      const rows = await db
        .updateTable('due_work')
        .set({ lease_until: leaseFromNow(leaseMs) })
        .where(isWork(items))
        .where('holder', '=', first.holder)
        .returning(['organization_id as organizationId', 'kind', 'key'])
        .execute();
      return new Set(rows.map(workName));
    },
    async noteSlow(item) {
      await db
        .updateTable('due_work')
        .where(isWork([item]))
        .where('holder', '=', item.holder)
        .set({ is_slow: 1 })
        .execute();
    },
    async finish(item) {
      const { numDeletedRows } = await db
        .deleteFrom('due_work')
        .where(isWork([item]))
        .where('holder', '=', item.holder)
        .where('version', '=', item.version)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n)
        await held(item)
          .set({ attempts: 0, last_error: null, is_slow: asNumber(item.isSlow) })
          .execute();
    },
    async reschedule(item, dueAt, now) {
      const unlessAdded = unlessAddedSince(item);
      await held(item)
        .set({
          due_at: unlessAdded('due_at', dueAt.getTime()),
          set_at: unlessAdded('set_at', now.getTime()),
          attempts: 0,
          last_error: null,
          is_slow: asNumber(item.isSlow),
        })
        .execute();
    },
    async fail(item, { attempts, error, retryAt }, now) {
      const unlessAdded = unlessAddedSince(item);
      await held(item)
        .set({
          ...(retryAt === null
            ? { state: unlessAdded<'due' | 'dead'>('state', 'dead') }
            : { due_at: unlessAdded('due_at', retryAt.getTime()) }),
          set_at: unlessAdded('set_at', now.getTime()),
          attempts: unlessAdded('attempts', attempts),
          is_slow: asNumber(item.isSlow),
          last_error: storableText(error).slice(0, WORK_ERROR_MAX_CHARACTERS).toWellFormed(),
        })
        .execute();
    },
    async release(item) {
      await held(item).execute();
    },
    async shortenLeases(leaseMs) {
      const isTooLong = sql<SqlBool>`lease_until > ${leaseFromNow(leaseMs)}`;
      const tooLong = db.selectFrom('due_work').select('key').where('state', '=', 'due').where(isTooLong).limit(1);
      if ((await read(tooLong.compile())).length === 0) return;
      await db
        .updateTable('due_work')
        .set({ lease_until: leaseFromNow(leaseMs) })
        .where(isTooLong)
        .execute();
    },
    async nextDueAt(kinds, now, isLater = false) {
      if (kinds.length === 0) return null;
      const [row] = await read(
        db
          .selectFrom('due_work')
          .select(sql<number | null>`min(case when ${isDueAt(now)} then ${now.getTime()} else due_at end)`.as('due_at'))
          .where('state', '=', 'due')
          .where('kind', 'in', kinds)
          .where(({ or, eb }) => or([eb('holder', 'is', null), sql<SqlBool>`lease_until <= ${nowMs}`]))
          .$if(isLater, (query) => query.where(({ not }) => not(isDueAt(now))))
          .compile(),
      );
      return row === undefined || row.due_at === null ? null : new Date(Number(row.due_at));
    },
    async dead(organizationId, limit) {
      const query = db
        .selectFrom('due_work')
        .selectAll()
        .where('state', '=', 'dead')
        .orderBy('set_at', 'desc')
        .orderBy('key')
        .limit(limit);
      const rows = await read(
        (organizationId === null ? query : query.where('organization_id', '=', organizationId)).compile(),
      );
      return rows.map((row) => ({
        organizationId: row.organization_id,
        kind: row.kind,
        key: row.key,
        attempts: row.attempts,
        error: row.last_error,
        diedAt: new Date(row.set_at),
        createdAt: new Date(row.created_at),
        requestId: row.request_id,
      }));
    },
    retry: (id, now, entry) =>
      engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['due_work', 'audit_heads', 'audit_rows']);
        if (entry !== null) await lockHead(transaction, entry.organization.id);
        const { numUpdatedRows } = await transaction
          .updateTable('due_work')
          .set({ state: 'due', attempts: 0, due_at: now.getTime(), set_at: now.getTime() })
          .where(isWork([id]))
          .where('state', '=', 'dead')
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        if (entry !== null) await appendEvent(transaction, 'event', entry, now);
        return true;
      }),
    async counts(now) {
      const rows = await read(
        db
          .selectFrom('due_work')
          .select([
            'kind',
            sql<number>`sum(case when state = 'due' and due_at <= ${now.getTime()} then 1 else 0 end)`.as('due'),
            sql<number>`sum(case when state = 'dead' then 1 else 0 end)`.as('dead'),
            sql<
              number | null
            >`min(case when state = 'due' and (holder is null or lease_until <= ${nowMs}) then due_at end)`.as(
              'oldest',
            ),
          ])
          .groupBy('kind')
          .orderBy('kind')
          .compile(),
      );
      return rows.map(({ kind, due, dead, oldest }) => ({
        kind,
        due: Number(due),
        dead: Number(dead),
        overdueMs: oldest === null ? 0 : Math.max(0, now.getTime() - Number(oldest)),
      }));
    },
  };
}

/** Makes an item due now for a person's request, whether it is missing, later, or dead. */
export async function startAnew(db: Queries, item: Omit<NewWork, 'dueAt'>, now: Date): Promise<void> {
  const row = columnsOf({ ...item, dueAt: now }, now);
  const { state, due_at, set_at, attempts, last_error, request_id, person_id } = row;
  await db
    .insertInto('due_work')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(KEY).doUpdateSet({
        state,
        due_at,
        set_at,
        attempts,
        last_error,
        request_id,
        person_id,
        version: sql<number>`due_work.version + 1`,
      }),
    )
    .execute();
}

const KEY = ['organization_id', 'kind', 'key'] as const;

/** A step says nothing about what was added, or started anew, while it ran. */
const unlessAddedSince =
  ({ version }: ClaimedWork) =>
  <Value extends string | number>(column: 'state' | 'due_at' | 'set_at' | 'attempts', value: Value) =>
    sql<Value>`case when version = ${version} then ${value} else ${sql.ref(column)} end`;

const FREE = { holder: null, lease_until: null };

const columnsOf = (item: NewWork, now: Date): Tables['due_work'] => ({
  organization_id: item.organizationId,
  kind: item.kind,
  key: item.key,
  state: 'due',
  due_at: item.dueAt.getTime(),
  set_at: now.getTime(),
  version: 1,
  attempts: 0,
  last_error: null,
  ...FREE,
  created_at: now.getTime(),
  request_id: item.requestId,
  person_id: item.personId ?? 0,
  is_slow: 0,
});

const asNumber = (isTrue: boolean): number => (isTrue ? 1 : 0);

/** Locking in this order prevents deadlocks. A statement cannot change a row twice. */
function inKeyOrder(items: readonly NewWork[]): readonly NewWork[] {
  const earliest = new Map<string, NewWork>();
  for (const item of items) {
    const other = earliest.get(workName(item));
    if (other === undefined || item.dueAt < other.dueAt) earliest.set(workName(item), item);
  }
  return [...earliest.values()].sort(
    (a, b) => a.organizationId - b.organizationId || compare(a.kind, b.kind) || compare(a.key, b.key),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
