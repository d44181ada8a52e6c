import { sql } from 'kysely';
import type { LeaseStore } from '../../ports/storage/leases.ts';
import type { Engine } from './engines/engine.ts';

/** Leases as rows, measured by the database's own clock. Each call is one statement that finds out for itself. */
export function createLeaseStore({ db, read, nowMs }: Engine): LeaseStore {
  return {
    async acquire(name, holder, leaseMs) {
      const until = sql<number>`${nowMs} + ${sql.lit(leaseMs)}`;
      const taken = await db
        .insertInto('leases')
        .values({ name, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(({ ref }) => ({ holder: ref('excluded.holder'), until }))
            .where(({ or, eb, ref }) =>
              or([eb('leases.holder', '=', ref('excluded.holder')), eb('leases.until', '<=', nowMs)]),
            ),
        )
        .executeTakeFirstOrThrow();
      return taken.numInsertedOrUpdatedRows === 1n;
    },
    async leftMs(name) {
      const query = db
        .selectFrom('leases')
        .select(sql<number>`${sql.ref('until')} - ${nowMs}`.as('left_ms'))
        .where('name', '=', name);
      const [lease] = await read(query.compile());
      return lease === undefined ? null : Math.max(0, lease.left_ms);
    },
    async release(name, holder) {
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}
