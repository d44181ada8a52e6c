import type { Selectable, Transaction } from 'kysely';
import type { Installation, InstallationRecord } from '../../../domain/installation.ts';
import { GONE_CONFIRMED_AFTER_MS } from '../../../domain/limits.ts';
import type { InstallationStore, Observation } from '../../../ports/storage.ts';
import { chunksOf, inLockOrder, workThrough } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';
import type { HostInstallationsTable, Tables } from '../schema.ts';
import { recordFrom, rowOf, sameRecord } from './installation-record.ts';
import { claimRecords, observe } from './observations.ts';
import { createRepositoryLists } from './repository-lists.ts';

/**
 * The installation cache over SQL. Records come by ascending account; if an account has several, the one stored
 * last comes last.
 *
 * Every write of a record claims its installation first (`claimRecords`), in the same transaction. So does a look that
 * found the record as it is, unless it is a sign-in's or a link's: no event depends on those.
 */
export function createInstallationStore(engine: Engine): InstallationStore {
  const { db, read } = engine;
  const records = db
    .selectFrom('host_installations')
    .selectAll()
    .where('gone_at', 'is', null)
    .orderBy('account_id')
    .orderBy('updated_at')
    .orderBy('installation_id');

  return {
    ...createRepositoryLists(engine),
    observe: () => observe(engine),
    async findByAccounts(accountIds) {
      const found: InstallationRecord[] = [];
      for (const chunk of chunksOf(inLockOrder(accountIds, (id) => id))) {
        found.push(...(await read(records.where('account_id', 'in', chunk).compile())).map(recordFrom));
      }
      return found;
    },
    async findByIds(ids) {
      const found: InstallationRecord[] = [];
      for (const chunk of chunksOf(inLockOrder(ids, (id) => id))) {
        found.push(...(await read(records.where('installation_id', 'in', chunk).compile())).map(recordFrom));
      }
      return found;
    },
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
        if (known === undefined) return;
        const claimed = await claimRecords(transaction, [id], observation);
        if (!claimed.has(id)) return;
        await transaction
          .updateTable('host_installations')
          .set({ suspended_at: suspendedAt.getTime(), updated_at: now.getTime() })
          .where('installation_id', '=', id)
          .execute();
      });
    },
    async remove(id, observation) {
      await db.transaction().execute(async (transaction) => {
        const claimed = await claimRecords(transaction, [id], observation);
        if (claimed.has(id)) await deleteRecord(transaction, engine, id);
      });
    },
    async miss(id, observation, now) {
      return db.transaction().execute(async (transaction) => {
        const claimed = await claimRecords(transaction, [id], observation);
        if (!claimed.has(id)) return false;
        const record = await transaction
          .selectFrom('host_installations')
          .select('gone_at')
          .where('installation_id', '=', id)
          .executeTakeFirst();
        if (record === undefined) return false;
        if (record.gone_at === null) {
          await transaction
            .updateTable('host_installations')
            .set({ gone_at: now.getTime() })
            .where('installation_id', '=', id)
            .execute();
          return true;
        }
        if (now.getTime() - record.gone_at >= GONE_CONFIRMED_AFTER_MS) await deleteRecord(transaction, engine, id);
        return false;
      });
    },
  };
}

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
  const known = new Map<number, Selectable<HostInstallationsTable>>();
  for (const chunk of chunksOf(seen.map(({ id }) => id))) {
    const rows = await db.selectFrom('host_installations').selectAll().where('installation_id', 'in', chunk).execute();
    for (const row of rows) known.set(row.installation_id, row);
  }
  const [same, changed] = [seen.filter(isKnown), seen.filter((installation) => !isKnown(installation))];
  const recorded = await upsertInstallations(db, changed, observation, now);
  return [...same.map(({ id }) => id), ...recorded].sort((a, b) => a - b);

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
  const ids = seen.map(({ id }) => id);
  const claimed = await claimRecords(db, ids, observation);
  for (const chunk of chunksOf(seen.filter(({ id }) => claimed.has(id)))) {
    await db
      .insertInto('host_installations')
      .values(chunk.map((installation) => rowOf(installation, now)))
      .onConflict((conflict) =>
        conflict.column('installation_id').doUpdateSet(({ ref }) => ({
          account_id: ref('excluded.account_id'),
          account_login: ref('excluded.account_login'),
          account_type: ref('excluded.account_type'),
          repository_selection: ref('excluded.repository_selection'),
          suspended_at: ref('excluded.suspended_at'),
          updated_at: ref('excluded.updated_at'),
          gone_at: ref('excluded.gone_at'),
        })),
      )
      .execute();
  }
  const others = await recordedAmong(
    db,
    ids.filter((id) => !claimed.has(id)),
  );
  return [...claimed, ...others].sort((a, b) => a - b);
}

async function recordedAmong(db: Transaction<Tables>, ids: readonly number[]): Promise<readonly number[]> {
  const recorded: number[] = [];
  for (const chunk of chunksOf(ids)) {
    const rows = await db
      .selectFrom('host_installations')
      .select('installation_id')
      .where('installation_id', 'in', chunk)
      .execute();
    recorded.push(...rows.map(({ installation_id }) => installation_id));
  }
  return recorded;
}
