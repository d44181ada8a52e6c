import { sql } from 'kysely';
import { BATCH_ROWS } from '../lib/limits/storage.ts';
import type { KeyPrints } from '../lib/secrets.ts';
import type { Engine, Queries } from './engines/engine.ts';
import { chunksOf, executeInBatches, readInChunks } from './rows.ts';

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

interface OwnCount {
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

export interface ForeignKeys {
  /** An instance signs state tokens with another key. */
  readonly signing: boolean;
  /** An instance encrypts tokens with a key that this one does not have. */
  readonly tokens: boolean;
}

export interface InstanceKeyStore {
  /** Publishes fingerprints until they expire. */
  note(instance: string, prints: KeyPrints, forMs: number): Promise<void>;
  forget(instance: string, prints: KeyPrints): Promise<void>;
  /** Compares fingerprints with those of all running instances. */
  foreign(prints: KeyPrints): Promise<ForeignKeys>;
}

/** Stores fingerprints in the names of leases, which expire if their instance crashes. */
export function createInstanceKeyStore(engine: Engine, leases: LeaseStore): InstanceKeyStore {
  return {
    async note(instance, prints, forMs) {
      await leases.acquireEach(namesOf(instance, prints), instance, forMs);
    },
    forget: (instance, prints) => leases.releaseEach(namesOf(instance, prints), instance),
    foreign: (prints) => foreignKeys(engine, prints),
  };
}

const namesOf = (instance: string, { signing, tokens: [encryption] }: KeyPrints): readonly string[] => [
  ...(signing === null ? [] : [`key signing ${signing} ${instance}`]),
  ...(encryption === undefined ? [] : [`key sealing ${encryption} ${instance}`]),
];

export async function foreignKeys(
  { db, read, nowMs }: Pick<Engine, 'db' | 'read' | 'nowMs'>,
  { signing, tokens }: KeyPrints,
): Promise<ForeignKeys> {
  const noted = db.selectFrom('leases').select('name').where('name', 'like', 'key %').where(sql`until`, '>', nowMs);
  const keys = (await read(noted.compile())).map(({ name }) => name.split(' '));
  return {
    signing: signing !== null && keys.some(([, use, print = '']) => use === 'signing' && print !== signing),
    tokens: tokens.length > 0 && keys.some(([, use, print = '']) => use === 'sealing' && !tokens.includes(print)),
  };
}
