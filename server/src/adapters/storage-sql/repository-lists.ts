import { sql } from 'kysely';
import type { CoveredRepository } from '../../domain/installation.ts';
import type { CoveredRecord, InstallationStore } from '../../ports/storage.ts';
import { workThrough } from './batches.ts';
import { chunksOf, inLockOrder } from './columns.ts';
import type { Engine } from './engine.ts';
import { recordFrom } from './installation-record.ts';
import { observe } from './observations.ts';

type RepositoryLists = Pick<
  InstallationStore,
  'findCovered' | 'markRepositoriesStale' | 'storeRepositories' | 'listsToRefresh'
>;

/**
 * Repository lists, each one text in a row of its own beside the record.
 *
 * Nothing says in so many words that a list is stale. A list has the observation of the look it came from, an
 * installation that of the last mark, and a list is stale while the mark is the later one: whatever the order in
 * which the two are stored, a list fetched before a mark does not undo it. Marks are kept without a record too:
 * one that is about to be stored by somebody else must not lose them.
 */
export function createRepositoryLists(engine: Engine): RepositoryLists {
  const { db, read, keepRows } = engine;

  const withLists = db
    .selectFrom('host_installations')
    .leftJoin('host_installation_repositories as list', 'list.installation_id', 'host_installations.installation_id')
    .leftJoin('host_observations as look', 'look.installation_id', 'host_installations.installation_id');

  return {
    async findCovered(ids) {
      const found: CoveredRecord[] = [];
      for (const chunk of chunksOf(inLockOrder(ids, (id) => id))) {
        const query = withLists
          .selectAll('host_installations')
          .select(['list.repositories', sql<number>`case when ${IS_STALE} then 1 else 0 end`.as('is_stale')])
          .where('host_installations.installation_id', 'in', chunk)
          .orderBy('host_installations.installation_id');
        for (const row of await read(query.compile())) {
          found.push({
            ...recordFrom(row),
            repositoriesJson: row.repositories,
            repositoriesStale: row.is_stale === 1,
          });
        }
      }
      return found;
    },
    async markRepositoriesStale(ids) {
      const observation = await observe(engine);
      await workThrough(
        inLockOrder(ids, (id) => id),
        (batch) =>
          db
            .insertInto('host_observations')
            .values(batch.map((id) => ({ installation_id: id, observation: 0, repositories_changed: observation })))
            .onConflict((conflict) =>
              conflict
                .column('installation_id')
                .doUpdateSet(({ ref }) => ({ repositories_changed: ref('excluded.repositories_changed') }))
                .whereRef('host_observations.repositories_changed', '<', 'excluded.repositories_changed'),
            )
            .execute(),
      );
    },
    async storeRepositories(id, repositories, observation, now) {
      const row = {
        installation_id: id,
        observation,
        fetched_at: now.getTime(),
        repositories: jsonOf(repositories),
      };
      await db.transaction().execute(async (transaction) => {
        const record = await transaction
          .selectFrom('host_installations')
          .select('installation_id')
          .where('installation_id', '=', id)
          .modifyEnd(keepRows)
          .executeTakeFirst();
        if (record === undefined) return;
        const stored = await transaction
          .insertInto('host_installation_repositories')
          .values(row)
          .onConflict((conflict) =>
            conflict
              .column('installation_id')
              .doUpdateSet(({ ref }) => ({
                observation: ref('excluded.observation'),
                fetched_at: ref('excluded.fetched_at'),
                repositories: ref('excluded.repositories'),
              }))
              .whereRef('host_installation_repositories.observation', '<', 'excluded.observation'),
          )
          .executeTakeFirstOrThrow();
        if (stored.numInsertedOrUpdatedRows !== 1n) return;
        await transaction
          .updateTable('host_installations')
          .set({ repository_count: repositories.length })
          .where('installation_id', '=', id)
          .execute();
      });
    },
    async listsToRefresh(limit) {
      const query = withLists
        .select('host_installations.installation_id')
        .where('suspended_at', 'is', null)
        .orderBy(sql`case when ${IS_STALE} then 0 else 1 end`)
        .orderBy(({ fn }) => fn.coalesce('list.fetched_at', 'host_installations.created_at'))
        .orderBy('host_installations.installation_id')
        .limit(limit);
      return (await read(query.compile())).map(({ installation_id }) => installation_id);
    },
  };
}

const LISTED = sql.ref('list.observation');
const MARKED = sql.ref('look.repositories_changed');
/** No list is stored, or one from a look before the last mark. */
const IS_STALE = sql<boolean>`(${LISTED} is null or ${LISTED} < coalesce(${MARKED}, 0))`;

/** As it goes over the wire. JSON escapes what databases refuse in a text: NUL and half characters. */
const jsonOf = (repositories: readonly CoveredRepository[]): string =>
  JSON.stringify(repositories.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })));
