import type { Transaction } from 'kysely';
import type { Installation } from '../../../domain/app/installation.ts';
import { GONE_CONFIRMED_AFTER_MS } from '../../../domain/limits/installations.ts';
import type { InstallationStore, Observation } from '../../../ports/storage/installations.ts';
import { inLockOrder, readInChunks, workThrough } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';
import { upsert } from '../upsert.ts';
import { OWN_COLUMNS, recordFrom, rowOf, sameRecord, updateRecord } from './installation-record.ts';
import { claimRecords, type Places } from './observations.ts';
import { createRepositoryLists } from './repository-lists.ts';

/**
 * The installation cache over SQL. Records come by ascending account; if an account has several, the one stored
 * last comes last.
 *
 * Every write of a record claims its installation first (`claimRecords`), in the same transaction. So does a look that
 * found the record as it is, unless it is a sign-in's or a link's: no event depends on those.
 */
export function createInstallationStore(engine: Engine, places: Places): InstallationStore {
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
    ...createRepositoryLists(engine, places),
    observe: places.take,
    observeMany: places.takeMany,
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
      // Each record stands for itself, so many of them need not be stored in one go, which would stop everybody else.
      await workThrough(
        inLockOrder(installations, ({ id }) => id),
        (batch) => db.transaction().execute((transaction) => upsertInstallations(transaction, batch, observation, now)),
      );
    },
    async suspend(id, suspendedAt, observation, now) {
      await db.transaction().execute(async (transaction) => {
        // What is not known cannot be changed, so nothing is claimed: an earlier look may still create the record.
        const [known] = await recordedAmong(transaction, [id]);
        if (known === undefined || !(await claim(transaction, id, observation))) return;
        await updateRecord(transaction, id, { suspended_at: suspendedAt.getTime(), updated_at: now.getTime() });
      });
    },
    async remove(id, observation) {
      await db.transaction().execute(async (transaction) => {
        if (await claim(transaction, id, observation)) await deleteRecord(transaction, engine, id);
      });
    },
    async miss(id, observation, now) {
      return db.transaction().execute(async (transaction) => {
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

/** Deletes a claimed record. Its links go with it; sessions are locked first, in the order in which others delete them. */
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
 * Stores what a person's own list showed, inside the transaction it is given: like any look, but what is recorded just
 * so is neither claimed nor written, because everybody in an organization shares its record.
 *
 * A look from before that arrives later can turn such a record back, until the event of the last change comes: its look
 * claims. Returns which installations have a record, by ascending ID; they may be removed at any moment.
 */
export async function storeSeen(
  db: Transaction<Tables>,
  installations: readonly Installation[],
  observation: Observation,
  now: Date,
): Promise<readonly number[]> {
  const seen = inLockOrder(installations, ({ id }) => id);
  const rows = await readInChunks(idsOf(seen), (chunk) =>
    db.selectFrom('host_installations').selectAll().where('installation_id', 'in', chunk).execute(),
  );
  const known = new Map(rows.map((row) => [row.installation_id, row]));
  const [same, changed] = [seen.filter(isKnown), seen.filter((installation) => !isKnown(installation))];
  const recorded = await upsertInstallations(db, changed, observation, now);
  return [...idsOf(same), ...recorded].sort((a, b) => a - b);

  function isKnown(installation: Installation): boolean {
    const row = known.get(installation.id);
    return row !== undefined && sameRecord(rowOf(installation, now), row);
  }
}

/**
 * Creates or updates records inside the transaction it is given, keeping known repository counts. What was seen
 * later by others stays.
 *
 * Returns which of the installations have a record now, by ascending ID: not those that a later look found gone.
 * None of them is removed before the transaction ends.
 */
async function upsertInstallations(
  db: Transaction<Tables>,
  installations: readonly Installation[],
  observation: Observation,
  now: Date,
): Promise<readonly number[]> {
  const seen = inLockOrder(installations, ({ id }) => id);
  const ids = idsOf(seen);
  const claimed = await claimRecords(db, ids, observation);
  const rows = seen.filter(({ id }) => claimed.has(id)).map((installation) => rowOf(installation, now));
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
