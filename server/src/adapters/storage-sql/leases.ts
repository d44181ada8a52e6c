import { type Kysely, sql } from 'kysely';
import type { LeaseStore } from '../../ports/storage/leases.ts';
import { chunksOf } from './batches.ts';
import type { Engine } from './engines/engine.ts';
import type { Tables } from './schema.ts';

/** Leases as rows, measured by the database's own clock. Each call is one statement that finds out for itself. */
export function createLeaseStore({ db, read, nowMs }: Engine): LeaseStore {
  async function acquireEach(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlySet<string>> {
    const until = sql<number>`${nowMs} + ${sql.lit(leaseMs)}`;
    const taken = new Set<string>();
    for (const chunk of chunksOf(inNameOrder(names))) {
      const rows = await db
        .insertInto('leases')
        .values(chunk.map((name) => ({ name, holder, until })))
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(({ ref }) => ({ holder: ref('excluded.holder'), until }))
            .where(({ or, eb, ref }) =>
              or([eb('leases.holder', '=', ref('excluded.holder')), eb('leases.until', '<=', nowMs)]),
            ),
        )
        .returning('name')
        .execute();
      for (const { name } of rows) taken.add(name);
    }
    return taken;
  }

  return {
    acquire: async (name, holder, leaseMs) => (await acquireEach([name], holder, leaseMs)).has(name),
    acquireEach,
    async leftMs(name) {
      const query = db
        .selectFrom('leases')
        .select(sql<number>`${sql.ref('until')} - ${nowMs}`.as('left_ms'))
        .where('name', '=', name);
      const [lease] = await read(query.compile());
      return lease === undefined ? null : Math.max(0, lease.left_ms);
    },
    async release(name, holder) {
      await releaseOne(db, name, holder);
    },
    async releaseEach(names, holder) {
      if (names.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        for (const name of inNameOrder(names)) await releaseOne(transaction, name, holder);
      });
    },
  };
}

const releaseOne = (db: Kysely<Tables>, name: string, holder: string) =>
  db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();

/** Whoever locks several rows does it in this order, so that no two wait for each other in a ring. */
const inNameOrder = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
