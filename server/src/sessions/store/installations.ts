import { sql, type Transaction } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { chunksOf, inLockOrder, lockForWrites, readInChunks, upsert, workThrough } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { Installation } from '../../domain/installation.ts';
import { GONE_CONFIRMED_AFTER_MS } from '../../lib/limits/installations.ts';
import {
  type InstallationStore,
  type Observation,
  OWN_COLUMNS,
  recordFrom,
  rowOf,
  sameRecord,
  updateRecord,
} from './installation-types.ts';
import { claimRecords, type ObservationSequence } from './observations.ts';
import { createRepositoryLists } from './repository-lists.ts';

/**
 * Orders records by account, then by time stored.
 *
 * Every write of a record claims its installation in the same transaction. So does an observation without changes,
 * except at sign-in or linking: no event depends on those.
 */
export function createInstallationStore(engine: Engine, observations: ObservationSequence): InstallationStore {
  const { db, read } = engine;
  const records = db
    .selectFrom('host_installations')
    .selectAll()
    .where('gone_at', 'is', null)
    .orderBy('account_id')
    .orderBy('updated_at')
    .orderBy('installation_id');

  const recordsWith = (column: 'account_id' | 'installation_id') => {
    const readRecords = engine.prepareRead(records.where(engine.isAmong(column)).compile());
    return async (values: readonly number[]) => (await readRecords([engine.numberList(values)])).map(recordFrom);
  };

  return {
    ...createRepositoryLists(engine, observations),
    ...createLostDeliveries(engine),
    observe: observations.take,
    observeMany: observations.takeMany,
    findByAccounts: recordsWith('account_id'),
    findByIds: recordsWith('installation_id'),
    async idsAfter(id, limit) {
      const query = db
        .selectFrom('host_installations')
        .select('installation_id')
        .where('installation_id', '>', id)
        .orderBy('installation_id')
        .limit(limit);
      return (await read(query.compile())).map(({ installation_id }) => installation_id);
    },
    async upsert(installations, observation, now) {
      // Batches let other work run.
      await workThrough(
        inLockOrder(installations, ({ id }) => id),
        (batch) => engine.transaction((transaction) => upsertInstallations(transaction, batch, observation, now)),
      );
    },
    async suspend(id, suspendedAt, observation, now) {
      await engine.transaction(async (transaction) => {
        // Not claiming an unknown record lets an earlier observation still create it.
        const [recordedId] = await recordedAmong(transaction, [id]);
        if (recordedId === undefined || !(await claim(transaction, id, observation))) return;
        await updateRecord(transaction, id, { suspended_at: suspendedAt.getTime(), updated_at: now.getTime() });
      });
    },
    async remove(id, observation) {
      await engine.transaction(async (transaction) => {
        if (await claim(transaction, id, observation)) await deleteRecord(transaction, engine, id);
      });
    },
    async miss(id, observation, now) {
      return engine.transaction(async (transaction) => {
        if (!(await claim(transaction, id, observation))) return false;
        const record = await transaction
          .selectFrom('host_installations')
          .select('gone_at')
          .where('installation_id', '=', id)
          .executeTakeFirst();
        if (record === undefined) return false;
        if (record.gone_at === null) {
          await updateRecord(transaction, id, { gone_at: now.getTime() });
          return true;
        }
        if (now.getTime() - record.gone_at >= GONE_CONFIRMED_AFTER_MS) await deleteRecord(transaction, engine, id);
        return false;
      });
    },
  };
}

const claim = async (db: Transaction<Tables>, id: number, observation: Observation): Promise<boolean> =>
  (await claimRecords(db, [id], observation)).has(id);

/** Sessions are locked first, in the common order. */
async function deleteRecord(db: Transaction<Tables>, { lockRows }: Engine, id: number): Promise<void> {
  await db
    .selectFrom('sessions')
    .select('session_key')
    .where('session_key', 'in', ({ selectFrom }) =>
      selectFrom('session_installations').select('session_key').where('installation_id', '=', id),
    )
    .orderBy('session_key')
    .modifyEnd(lockRows)
    .execute();
  await db.deleteFrom('host_installations').where('installation_id', '=', id).execute();
}

/**
 * Unchanged records are neither claimed nor written, because an organization's members share them.
 *
 * An older observation that arrives later can revert such a record until the event of the last change arrives. Returns
 * the IDs with a record, ascending; they may be removed at any time.
 */
export async function storeObserved(
  db: Transaction<Tables>,
  installations: readonly Installation[],
  observation: Observation,
  now: Date,
): Promise<readonly number[]> {
  const sorted = inLockOrder(installations, ({ id }) => id);
  const rows = await readInChunks(idsOf(sorted), (chunk) =>
    db.selectFrom('host_installations').selectAll().where('installation_id', 'in', chunk).execute(),
  );
  const storedRows = new Map(rows.map((row) => [row.installation_id, row]));
  const [same, changed] = [sorted.filter(isStored), sorted.filter((installation) => !isStored(installation))];
  const recorded = await upsertInstallations(db, changed, observation, now);
  return [...idsOf(same), ...recorded].sort((a, b) => a - b);

  function isStored(installation: Installation): boolean {
    const row = storedRows.get(installation.id);
    return row !== undefined && sameRecord(rowOf(installation, now), row);
  }
}

/**
 * Keeps repository counts and later observations. Returns the IDs with a record now, ascending; none is removed before
 * the transaction ends.
 */
async function upsertInstallations(
  db: Transaction<Tables>,
  installations: readonly Installation[],
  observation: Observation,
  now: Date,
): Promise<readonly number[]> {
  const sorted = inLockOrder(installations, ({ id }) => id);
  const ids = idsOf(sorted);
  const claimed = await claimRecords(db, ids, observation);
  const rows = sorted.filter(({ id }) => claimed.has(id)).map((installation) => rowOf(installation, now));
  await upsert(db, 'host_installations', rows, { key: ['installation_id'], keep: OWN_COLUMNS });
  const others = ids.filter((id) => !claimed.has(id));
  return [...claimed, ...(await recordedAmong(db, others))].sort((a, b) => a - b);
}

const idsOf = (installations: readonly Installation[]): readonly number[] => installations.map(({ id }) => id);

async function recordedAmong(db: Transaction<Tables>, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await readInChunks(ids, (chunk) =>
    db.selectFrom('host_installations').select('installation_id').where('installation_id', 'in', chunk).execute(),
  );
  return rows.map(({ installation_id }) => installation_id);
}

function createLostDeliveries(engine: Engine): Pick<InstallationStore, 'noteLostDeliveries' | 'missingSince'> {
  const { db, read } = engine;
  return {
    async noteLostDeliveries(lost) {
      const stored = await read(db.selectFrom('lost_deliveries').selectAll().compile());
      const isSame =
        stored.length === lost.size &&
        stored.every(({ installation_id, since }) => lost.get(installation_id)?.getTime() === since);
      if (isSame) return;
      const rows = [...lost].map(([id, since]) => ({ installation_id: id, since: since.getTime() }));
      await engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['lost_deliveries']);
        await transaction.deleteFrom('lost_deliveries').execute();
        for (const chunk of chunksOf(rows)) {
          await transaction
            .insertInto('lost_deliveries')
            .values([...chunk])
            .execute();
        }
      });
    },
    async missingSince(organizationId) {
      const query = db
        .selectFrom('lost_deliveries')
        .innerJoin('host_installations as record', 'record.installation_id', 'lost_deliveries.installation_id')
        .select(sql<number | null>`min(since)`.as('since'))
        .where('record.account_id', '=', organizationId);
      const since = (await read(query.compile()))[0]?.since ?? null;
      return since === null ? null : new Date(Number(since));
    },
  };
}
