import { sql } from 'kysely';
import type { Engine, Queries } from '../engines/engine.ts';
import { chunksOf } from '../rows/batches.ts';

/** Leases held by one instance at a time, in database time. */
export interface LeaseStore {
  /** Takes or extends a lease. Returns false if another holder has it. */
  acquire(name: string, holder: string, leaseMs: number): Promise<boolean>;
  acquireEach(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlySet<string>>;
  /** 0 if expired, null if never taken or released. */
  leftMs(name: string): Promise<number | null>;
  release(name: string, holder: string): Promise<void>;
  releaseEach(names: readonly string[], holder: string): Promise<void>;
}

/**
 * Leases as rows, by the database's clock, one statement per call.
 *
 * If the clock was set back, a refused caller shortens the lease to its full time from now.
 */
export function createLeaseStore(engine: Engine): LeaseStore {
  const { db, read, nowMs } = engine;
  async function acquireEach(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlySet<string>> {
    const until = sql<number>`${nowMs} + ${sql.lit(leaseMs)}`;
    const isFree = sql<boolean>`(leases.holder = excluded.holder or leases.until <= ${nowMs})`;
    const taken = new Set<string>();
    for (const chunk of chunksOf(inNameOrder(names))) {
      const rows = await db
        .insertInto('leases')
        .values(chunk.map((name) => ({ name, holder, until })))
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({
              holder: sql<string>`case when ${isFree} then excluded.holder else leases.holder end`,
              until,
            })
            .where(({ or, eb }) => or([isFree, eb('leases.until', '>', until)])),
        )
        .returning(['name', 'holder'])
        .execute();
      for (const row of rows) if (row.holder === holder) taken.add(row.name);
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
      await engine.transaction(async (transaction) => {
        for (const name of inNameOrder(names)) await releaseOne(transaction, name, holder);
      });
    },
  };
}

const releaseOne = (db: Queries, name: string, holder: string) =>
  db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();

/** Locking in this order prevents deadlocks. */
const inNameOrder = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
