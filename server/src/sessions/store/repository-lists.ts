import { setImmediate as othersRun } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { ListValidators } from '../../code-host/types.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { idsInLockOrder, upsert, workThrough } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { CoveredRepository } from '../../domain/installation.ts';
import {
  type CoveredRecord,
  type InstallationRow,
  type InstallationStore,
  type Observation,
  recordFrom,
  updateRecord,
} from './installation-types.ts';
import type { ObservationSequence } from './observations.ts';

/* Storage format of a repository list, independent of API answers. */

const WRITTEN_AT_ONCE = 1_000;

/** Lets others run in between. JSON escapes NUL and lone surrogates, which databases reject. */
export async function repositoriesText(repositories: readonly CoveredRepository[]): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < repositories.length; from += WRITTEN_AT_ONCE) {
    if (from > 0) await othersRun();
    const part = repositories.slice(from, from + WRITTEN_AT_ONCE);
    const text = JSON.stringify(part.map(({ nameWithOwner, url, isPrivate }) => ({ nameWithOwner, url, isPrivate })));
    parts.push(text.slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

/** Throws if another program wrote the text. */
function parseRepositories(text: string, installationId: number): readonly CoveredRepository[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every(isRepository)) return list;
  throw new Error(`the stored repository list of installation ${installationId} cannot be read`);
}

const isRepository = (value: unknown): value is CoveredRepository => {
  const { nameWithOwner, url, isPrivate } = Object(value);
  return typeof nameWithOwner === 'string' && typeof url === 'string' && typeof isPrivate === 'boolean';
};

type RepositoryListMethods = Pick<
  InstallationStore,
  | 'findCovered'
  | 'findListed'
  | 'markRepositoriesStale'
  | 'knownList'
  | 'storeRepositories'
  | 'confirmRepositories'
  | 'listsToRefresh'
  | 'noteTurn'
>;

/**
 * Stores a list as one text beside its record, because it is always read and replaced as a whole.
 *
 * A list is stale if its installation was marked after the list's last observation. Storing order does not matter: a
 * list fetched before a mark does not undo it. Marks exist without a record too.
 *
 * A row of `host_repository_looks` counts while it names the stored list.
 */
export function createRepositoryLists(engine: Engine, observations: ObservationSequence): RepositoryListMethods {
  const { db, read } = engine;

  const withLists = db
    .selectFrom('host_installations')
    .leftJoin('host_installation_repositories as list', 'list.installation_id', 'host_installations.installation_id')
    .leftJoin('host_repository_looks as seen', (join) =>
      join.onRef('seen.installation_id', '=', 'list.installation_id').onRef('seen.list', '=', 'list.observation'),
    )
    .leftJoin('host_observations as look', 'look.installation_id', 'host_installations.installation_id');

  const covered = withLists
    .selectAll('host_installations')
    .select(['list.observation as list', STALE.as('is_stale')])
    .where('gone_at', 'is', null);

  const readCovered = engine.prepareRead(
    covered
      .where(engine.isAmong('host_installations.installation_id'))
      .orderBy('host_installations.installation_id')
      .compile(),
  );

  return {
    findCovered: async (ids) => (await readCovered([engine.numberList(ids)])).map(coveredFrom),
    async findListed(id) {
      const query = covered.select('list.repositories').where('host_installations.installation_id', '=', id);
      const [row] = await read(query.compile());
      if (row === undefined) return null;
      const repositories = row.repositories === null ? null : parseRepositories(row.repositories, id);
      return { ...coveredFrom(row), repositories };
    },
    async markRepositoriesStale(ids) {
      const observation = await observations.take();
      const rows = idsInLockOrder(ids).map((id) => ({
        installation_id: id,
        observation: 0,
        repositories_changed: observation,
      }));
      await workThrough(rows, (batch) =>
        upsert(db, 'host_observations', batch, {
          key: ['installation_id'],
          keep: ['observation'],
          where: sql`host_observations.repositories_changed < excluded.repositories_changed`,
        }),
      );
    },
    async knownList(id) {
      const query = withLists
        .select(['seen.list', 'seen.validators', STALE.as('is_stale')])
        .where('host_installations.installation_id', '=', id);
      const [row] = await read(query.compile());
      if (row === undefined || row.list === null || row.validators === null) return null;
      return {
        list: row.list as Observation,
        isStale: row.is_stale === 1,
        validators: JSON.parse(row.validators) as ListValidators,
      };
    },
    async storeRepositories(id, repositories, observation, now, validators = null) {
      const text = await repositoriesText(repositories);
      await engine.transaction(async (transaction) => {
        const count = await lockedCount(transaction, engine, id);
        if (count === undefined) return;
        const stored = await transaction
          .selectFrom('host_installation_repositories as list')
          .leftJoin('host_repository_looks as seen', (join) =>
            join.onRef('seen.installation_id', '=', 'list.installation_id').onRef('seen.list', '=', 'list.observation'),
          )
          .select(['list.observation', CHECKED.as('looked')])
          .select(sql<number>`case when ${sql.ref('list.repositories')} = ${text} then 1 else 0 end`.as('is_same'))
          .where('list.installation_id', '=', id)
          .executeTakeFirst();
        if (stored !== undefined && stored.looked >= observation) return;
        const isSame = stored?.is_same === 1;
        if (count !== repositories.length) {
          await updateRecord(transaction, id, { repository_count: repositories.length });
        }
        if (!isSame) {
          const list = { installation_id: id, observation, fetched_at: now.getTime(), repositories: text };
          await upsert(transaction, 'host_installation_repositories', [list], { key: ['installation_id'] });
        }
        const latestCheck = {
          installation_id: id,
          list: isSame ? stored.observation : observation,
          observation,
          looked_at: now.getTime(),
          validators: validators === null ? null : JSON.stringify(validators),
        };
        await upsert(transaction, 'host_repository_looks', [latestCheck], { key: ['installation_id'] });
      });
    },
    async confirmRepositories(id, { list }, observation, now) {
      await engine.transaction(async (transaction) => {
        if ((await lockedCount(transaction, engine, id)) === undefined) return;
        await transaction
          .updateTable('host_repository_looks')
          .set({ observation, looked_at: now.getTime() })
          .where('installation_id', '=', id)
          .where('list', '=', list)
          .where('observation', '<', observation)
          .execute();
      });
    },
    async listsToRefresh(limit) {
      const query = withLists
        .select(['host_installations.installation_id', CHECKED_AT.as('looked_at'), STALE.as('is_stale')])
        .where('suspended_at', 'is', null)
        .where('gone_at', 'is', null)
        .orderBy(sql`case when ${IS_STALE} then 0 when ${IS_BEHIND_TURN} then 1 else 2 end`)
        .orderBy(CHECKED_AT)
        .orderBy('host_installations.installation_id')
        .limit(limit);
      return (await read(query.compile())).map(({ installation_id, looked_at, is_stale }) => ({
        id: installation_id,
        isStale: is_stale === 1,
        lookedAt: new Date(looked_at),
      }));
    },
    async noteTurn({ id, lookedAt }) {
      const rows = [
        { name: TURN.id, value: id },
        { name: TURN.lookedAt, value: lookedAt.getTime() },
      ];
      await upsert(db, 'host_counters', rows, { key: ['name'] });
    },
  };
}

const coveredFrom = (
  row: InstallationRow & { readonly list: number | null; readonly is_stale: number },
): CoveredRecord => ({
  ...recordFrom(row),
  list: row.list as Observation | null,
  repositoriesStale: row.is_stale === 1,
});

const LISTED = sql.ref('list.observation');
const MARKED = sql.ref('look.repositories_changed');
const CHECKED = sql<number>`coalesce(${sql.ref('seen.observation')}, ${LISTED})`;
const IS_STALE = sql<boolean>`(${LISTED} is null or ${CHECKED} < coalesce(${MARKED}, 0))`;
const STALE = sql<number>`case when ${IS_STALE} then 1 else 0 end`;
const CHECKED_AT = sql<number>`coalesce(seen.looked_at, list.fetched_at, host_installations.created_at)`;

/** Where the refresh of lists stopped: age and ID of its last list. */
const TURN = { lookedAt: 'list-turn-looked-at', id: 'list-turn-installation' } as const;
const turn = (name: string) => sql`coalesce((select value from host_counters where name = ${sql.lit(name)}), 0)`;
const IS_BEHIND_TURN = sql<boolean>`(${CHECKED_AT} > ${turn(TURN.lookedAt)}
  or ${CHECKED_AT} = ${turn(TURN.lookedAt)} and host_installations.installation_id > ${turn(TURN.id)})`;

async function lockedCount(
  db: Transaction<Tables>,
  { changeRows }: Engine,
  id: number,
): Promise<number | null | undefined> {
  const record = await db
    .selectFrom('host_installations')
    .select('repository_count')
    .where('installation_id', '=', id)
    .modifyEnd(changeRows)
    .executeTakeFirst();
  return record?.repository_count;
}
