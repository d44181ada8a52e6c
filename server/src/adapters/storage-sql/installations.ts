import type { Kysely, Selectable } from 'kysely';
import type { Installation, InstallationRecord } from '../../domain/installation.ts';
import type { InstallationStore } from '../../ports/storage.ts';
import { notOlder } from './accounts.ts';
import { chunksOf, dateOrNull, inLockOrder, msOrNull, storableText } from './columns.ts';
import type { Engine } from './engine.ts';
import type { HostInstallationsTable, Tables } from './schema.ts';

/** The installation cache over SQL. Records come by ascending account, then installation. */
export function createInstallationStore(engine: Engine): InstallationStore {
  return {
    async findByAccounts(accountIds) {
      const found: InstallationRecord[] = [];
      for (const chunk of chunksOf(inLockOrder(accountIds, (id) => id))) {
        const query = engine.db
          .selectFrom('host_installations')
          .selectAll()
          .where('account_id', 'in', chunk)
          .orderBy('account_id')
          .orderBy('installation_id');
        found.push(...(await engine.read(query.compile())).map(recordFrom));
      }
      return found;
    },
    async upsert(installations, now) {
      if (installations.length === 0) return;
      await engine.db.transaction().execute((db) => upsertInstallations(db, installations, now));
    },
  };
}

/**
 * Creates or updates records inside the transaction it is given, keeping known repository counts.
 * What was stored later than `now` stays.
 */
export async function upsertInstallations(
  db: Kysely<Tables>,
  installations: readonly Installation[],
  now: Date,
): Promise<void> {
  for (const chunk of chunksOf(inLockOrder(installations, ({ id }) => id))) {
    await db
      .insertInto('host_installations')
      .values(chunk.map((installation) => rowOf(installation, now)))
      .onConflict((conflict) =>
        conflict
          .column('installation_id')
          .doUpdateSet(({ ref }) => ({
            account_id: ref('excluded.account_id'),
            account_login: ref('excluded.account_login'),
            account_type: ref('excluded.account_type'),
            repository_selection: ref('excluded.repository_selection'),
            suspended_at: ref('excluded.suspended_at'),
            updated_at: ref('excluded.updated_at'),
          }))
          .where(notOlder('host_installations')),
      )
      .execute();
  }
}

const rowOf = (installation: Installation, now: Date): HostInstallationsTable => ({
  installation_id: installation.id,
  account_id: installation.accountId,
  account_login: storableText(installation.accountLogin),
  account_type: installation.accountType,
  repository_selection: installation.repositorySelection,
  repository_count: null,
  suspended_at: msOrNull(installation.suspendedAt),
  created_at: now.getTime(),
  updated_at: now.getTime(),
});

const recordFrom = (row: Selectable<HostInstallationsTable>): InstallationRecord => ({
  id: row.installation_id,
  accountId: row.account_id,
  accountLogin: row.account_login,
  accountType: row.account_type,
  repositorySelection: row.repository_selection,
  repositoryCount: row.repository_count,
  suspendedAt: dateOrNull(row.suspended_at),
  updatedAt: new Date(row.updated_at),
});
