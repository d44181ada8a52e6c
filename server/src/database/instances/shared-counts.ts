import { sql } from 'kysely';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';
import { chunksOf, executeInBatches, readInChunks } from '../rows/batches.ts';

export interface OwnCount {
  /** Opaque and evenly distributed. */
  readonly name: string;
  readonly count: number;
  readonly leftMs: number;
}

/** Shares counts between instances. Each writes only its own rows. */
export interface SharedCountStore {
  /** Replaces the instance's previous counts for these names. */
  publish(instance: string, counts: readonly OwnCount[]): Promise<void>;
  /** Valid counts of all other instances; `leftMs` is the longest. */
  ofOthers(instance: string, names: readonly string[]): Promise<readonly OwnCount[]>;
  /** Removes expired counts, also of stopped instances. */
  clear(stop?: AbortSignal): Promise<number>;
}

/** Each instance writes its own rows, named by a hash first to spread writes. Expiry uses the database's clock. */
export function createSharedCountStore({ db, read, nowMs, lockFreeRows }: Engine): SharedCountStore {
  return {
    async publish(instance, counts) {
      // Same lock order as the cleanup, the only other writer.
      const sorted = counts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const rows = sorted.map(({ name, count, leftMs }) => ({
        name,
        instance,
        count,
        until: sql<number>`${nowMs} + ${sql.lit(Math.max(0, Math.round(leftMs)))}`,
      }));
      for (const chunk of chunksOf(rows)) {
        await db
          .insertInto('instance_counts')
          .values([...chunk])
          .onConflict((conflict) =>
            conflict
              .columns(['name', 'instance'])
              .doUpdateSet(({ ref }) => ({ count: ref('excluded.count'), until: ref('excluded.until') })),
          )
          .execute();
      }
    },
    ofOthers: (instance, names) =>
      readInChunks(names, async (chunk) => {
        const query = db
          .selectFrom('instance_counts')
          .select(({ fn }) => [
            'name',
            fn.sum<number>('count').as('count'),
            sql<number>`max(until) - ${nowMs}`.as('leftMs'),
          ])
          .where('name', 'in', [...chunk])
          .where('instance', '<>', instance)
          .where('until', '>', nowMs)
          .groupBy('name');
        const rows = await read(query.compile());
        return rows.map((row) => ({ name: row.name, count: Number(row.count), leftMs: Number(row.leftMs) }));
      }),
    clear: (stop) =>
      executeInBatches(
        db,
        sql`delete from instance_counts where (name, instance) in (
          select name, instance from instance_counts where until <= ${nowMs}
          order by name limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}
        )`,
        stop,
      ),
  };
}
