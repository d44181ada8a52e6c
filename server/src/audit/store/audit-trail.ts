import { setImmediate as othersRun } from 'node:timers/promises';
import { type AliasedRawBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { type Batch, createSharedTransactions, idsInLockOrder, inBatches, readInChunks } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import { AUDIT_JOINED_ROWS, AUDIT_SPAN_ROWS } from '../../lib/limits/audit.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import {
  append,
  asciiLower,
  createRecentEntries,
  eventRow,
  type Head,
  lockHead,
  type NewTrailRow,
  partsOf,
  settleOf,
} from './append.ts';
import { readTrail, searchTrail } from './search-trail.ts';
import { addTree, EMPTY_TREE, newestRecords, treeOf, withLostRows, withRows } from './tree-records.ts';
import type { AuditTrailStore } from './types.ts';
import { verifyTrails } from './verify-trail.ts';

export function createAuditTrailStore(engine: Engine): AuditTrailStore {
  const { db, read, throughIndex } = engine;
  const inSharedTransaction = createSharedTransactions<boolean>(engine);
  return {
    intend: (events, now) =>
      eachOrganization(engine, events, organizationIdOf, async (transaction, organizationId, own) => {
        const head = await lockHead(transaction, organizationId);
        const rows = own.map((event) => eventRow('intent', event, now));
        const numbers = await append(transaction, head, rows);
        return numbers.map((number) => ({ organizationId, number }));
      }),
    async settle(settlements, now) {
      const organizationOf = ({ intent }: (typeof settlements)[number]) => intent.organizationId;
      await eachOrganization(engine, settlements, organizationOf, async (transaction, organizationId, own) => {
        await settleOf(transaction, organizationId, own, now);
        return own;
      });
    },
    async record(events, now, bodyHash) {
      await eachOrganization(engine, events, organizationIdOf, async (transaction, organizationId, own) => {
        const head = await lockHead(transaction, organizationId);
        const rows: NewTrailRow[] = [];
        for (const event of own) {
          if (await isRecorded(transaction, throughIndex, event, bodyHash ?? null)) continue;
          rows.push(eventRow('event', event, now, bodyHash));
        }
        await append(transaction, head, rows);
        return own;
      });
    },
    ...createRecentEntries(engine),
    recordFirst: (event, now, { hash, isShared }) =>
      inSharedTransaction(async (transaction) => {
        const head = await lockHead(transaction, event.organization.id);
        if (await isRecorded(transaction, throughIndex, event, isShared ? hash : null)) return true;
        if (await hasBodyHash(transaction, throughIndex, event, hash)) return false;
        await append(transaction, head, [eventRow('event', event, now, hash)]);
        return true;
      }),
    search: (selection, now, scanMax) => searchTrail(engine, selection, now, scanMax),
    read: (selection, now) => readTrail(engine, selection, now),
    async newest(organizationId) {
      const query = db.selectFrom('audit_heads').select('newest_number').where('organization_id', '=', organizationId);
      return (await read(query.compile()))[0]?.newest_number ?? 0;
    },
    invitedSince: (organizationIds, since) =>
      readInChunks(organizationIds, async (chunk) => {
        const newest = sql<number>`(
          select at from audit_rows ${throughIndex?.('audit_rows_by_subject') ?? sql``}
          where audit_rows.organization_id = audit_heads.organization_id and subject = 'invitation'
          order by number desc limit 1
        )`;
        const query = db
          .selectFrom('audit_heads')
          .select('organization_id')
          .where('organization_id', 'in', chunk)
          .where(newest, '>=', since.getTime());
        return (await read(query.compile())).map(({ organization_id: id }) => id);
      }),
    joined: (organizationId) => readJoined(engine, organizationId),
    async named(login) {
      const query = db
        .selectFrom('audit_rows')
        .select('organization_id as id')
        .distinct()
        .where(sql`lower(organization_login)`, '=', asciiLower(login))
        .orderBy('id');
      return (await read(query.compile())).map(({ id }) => id);
    },
    verify: (organizationId) => verifyTrails(engine, organizationId),
    removeBefore: (instant, stop) => removeBefore(engine, instant, stop),
  };
}

const organizationIdOf = ({ organization }: AuditEvent): number => organization.id;

/** Runs in lock order; results keep the order of `items`. */
async function eachOrganization<T, R>(
  engine: Engine,
  items: readonly T[],
  organizationOf: (item: T) => number,
  work: (transaction: Transaction<Tables>, organizationId: number, own: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (items.length === 0) return [];
  return await engine.transaction(async (transaction) => {
    const resultByItem = new Map<T, R>();
    for (const id of idsInLockOrder(items.map(organizationOf))) {
      const own = items.filter((item) => organizationOf(item) === id);
      const results = await work(transaction, id, own);
      for (const [index, item] of own.entries()) resultByItem.set(item, results[index] as R);
    }
    return items.map((item) => resultByItem.get(item) as R);
  });
}

async function isRecorded(
  transaction: Transaction<Tables>,
  throughIndex: Engine['throughIndex'],
  { organization, action, target, deliveryId }: AuditEvent,
  bodyHash: string | null,
): Promise<boolean> {
  const rowsBy = (index: string) =>
    transaction.selectFrom(rowsThrough(throughIndex, index)).where('organization_id', '=', organization.id);
  if (deliveryId !== null) {
    const existing = await rowsBy('audit_rows_by_delivery')
      .select('number')
      .where('delivery_id', '=', deliveryId)
      .limit(1)
      .executeTakeFirst();
    if (existing !== undefined) return true;
  }
  if (bodyHash === null) return false;
  const last = await rowsAbout(transaction, throughIndex, { organization, action, target })
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.body_hash === bodyHash;
}

/** An entry without this body counts for the same subject. */
async function hasBodyHash(
  transaction: Transaction<Tables>,
  throughIndex: Engine['throughIndex'],
  event: AuditEvent,
  bodyHash: string,
): Promise<boolean> {
  const existing = await rowsOfTarget(transaction, throughIndex, event)
    .where('body_hash', '=', bodyHash)
    .limit(1)
    .executeTakeFirst();
  return existing !== undefined;
}

const rowsAbout = (
  transaction: Transaction<Tables>,
  throughIndex: Engine['throughIndex'],
  event: Pick<AuditEvent, 'organization' | 'action' | 'target'>,
) => rowsOfTarget(transaction, throughIndex, event).where('subject', '=', partsOf(event.action).subject);

const rowsOfTarget = (
  transaction: Transaction<Tables>,
  throughIndex: Engine['throughIndex'],
  { organization, action, target }: Pick<AuditEvent, 'organization' | 'action' | 'target'>,
) =>
  transaction
    .selectFrom(rowsThrough(throughIndex, target === null ? 'audit_rows_by_subject' : 'audit_rows_by_target'))
    .select('body_hash')
    .where('organization_id', '=', organization.id)
    .$if(target === null, (query) => query.where('subject', '=', partsOf(action).subject))
    .where('way', '=', 'webhook')
    .$if(target !== null, (query) => query.where(sql`lower(target_name)`, '=', asciiLower(target?.name ?? '')));

type AuditRows = Tables['audit_rows'];

const rowsThrough = (throughIndex: Engine['throughIndex'], index: string): AliasedRawBuilder<AuditRows, 'told'> =>
  sql<AuditRows>`audit_rows`.as<'told'>(
    throughIndex === null ? sql`${sql.ref('told')}` : sql`${sql.ref('told')} ${throughIndex(index)}`,
  );

async function readJoined(
  { db, read, throughIndex }: Engine,
  organizationId: number,
): Promise<ReadonlyMap<number, Date>> {
  const through = throughIndex?.('audit_rows_by_subject') ?? sql``;
  const query = db
    .selectFrom(sql<Tables['audit_rows']>`audit_rows`.as<'entry'>(sql`entry ${through}`))
    .select(['target_id', 'deed', 'at'])
    .where('organization_id', '=', organizationId)
    .where('subject', '=', 'member')
    .where('kind', '=', 'event')
    .where('deed', 'in', ['added', 'removed'])
    .orderBy('number', 'desc')
    .limit(AUDIT_JOINED_ROWS);
  const last = new Map<number, Date | null>();
  for (const { target_id: id, deed, at } of await read(query.compile())) {
    if (id !== null && !last.has(id)) last.set(id, deed === 'added' ? new Date(at) : null);
  }
  return new Map([...last].flatMap(([id, at]) => (at === null ? [] : [[id, at]])));
}

/** The head keeps the hash of the last removed row. */
async function removeBefore(engine: Engine, instant: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0;
  let after = Number.MIN_SAFE_INTEGER;
  while (!isStopped(stop)) {
    const ids = await trailsWithOldRows(engine, instant, after);
    for (const id of ids) {
      if (isStopped(stop)) break;
      removed += await inBatches(() => removeBatch(engine, id, instant), stop);
      await othersRun();
      after = id;
    }
    if (ids.length < BATCH_ROWS) break;
  }
  return removed;
}

const isStopped = (stop?: AbortSignal): boolean => stop?.aborted === true;

async function trailsWithOldRows({ db, read }: Engine, instant: Date, after: number): Promise<readonly number[]> {
  const query = db
    .selectFrom('audit_heads as head')
    .innerJoin('audit_rows as oldest', (join) =>
      join
        .onRef('oldest.organization_id', '=', 'head.organization_id')
        .onRef('oldest.number', '=', 'head.first_number'),
    )
    .select('head.organization_id')
    .where('head.organization_id', '>', after)
    .where('oldest.at', '<', instant.getTime())
    .orderBy('head.organization_id')
    .limit(BATCH_ROWS);
  return (await read(query.compile())).map(({ organization_id: id }) => id);
}

const removeBatch = (engine: Engine, organizationId: number, instant: Date): Promise<Batch> =>
  engine.transaction(async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const oldest = await transaction
      .selectFrom('audit_rows')
      .select(['number', 'at', 'hash'])
      .where('organization_id', '=', organizationId)
      .orderBy('number')
      .limit(AUDIT_SPAN_ROWS)
      .execute();
    // Stops at a gap, so that verification still finds it.
    const young = oldest.findIndex(
      ({ number, at }, index) => at >= instant.getTime() || number !== head.first_number + index,
    );
    const old = young === -1 ? oldest : oldest.slice(0, young);
    const covered = await coveredUpTo(transaction, head, old);
    const removed = old.filter(({ number }) => number <= covered);
    const last = removed.at(-1);
    if (last === undefined) return { deleted: 0, more: false };
    await transaction
      .deleteFrom('audit_rows')
      .where('organization_id', '=', organizationId)
      .where('number', '<=', last.number)
      .execute();
    await transaction
      .deleteFrom('audit_open_intents')
      .where('organization_id', '=', organizationId)
      .where('number', '<=', last.number)
      .execute();
    await transaction
      .updateTable('audit_heads')
      .set({ first_number: last.number + 1, anchor: last.hash })
      .where('organization_id', '=', organizationId)
      .execute();
    return { deleted: removed.length, more: oldest.length === AUDIT_SPAN_ROWS };
  });

/** Makes a record of the tree for rows that none covers. */
async function coveredUpTo(
  transaction: Transaction<Tables>,
  head: Head,
  old: readonly { readonly number: number; readonly hash: string }[],
): Promise<number> {
  const last = old.at(-1)?.number ?? 0;
  const records = newestRecords(transaction, head.organization_id);
  const newest = await records.limit(1).executeTakeFirst();
  if (newest !== undefined && newest.size >= last)
    return (await records.where('size', '<=', last).limit(1).executeTakeFirst())?.size ?? 0;
  const before = newest === undefined ? EMPTY_TREE : treeOf(newest);
  // Whoever broke the record finds the rows kept.
  if (before === null) return 0;
  const covering = withLostRows(before, head.first_number);
  const hashes = old.filter(({ number }) => number > covering.size).map(({ hash }) => hash);
  const isAdded =
    (covering === before || (await addTree(transaction, head.organization_id, covering))) &&
    (await addTree(transaction, head.organization_id, withRows(covering, hashes)));
  return isAdded ? last : 0;
}
