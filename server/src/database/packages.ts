import { PACKAGES_KEPT } from '../lib/limits/storage.ts';
import type { Engine } from './engines/engine.ts';
import { upsert } from './rows.ts';

interface KeptPackage {
  readonly name: string;
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/** Copies of packages that were once served, so that addresses in lock files stay valid. */
export interface PackageStore {
  /** Also removes all but the latest `PACKAGES_KEPT` of the same kind. */
  keep(kept: KeptPackage, now: Date): Promise<void>;
  find(name: string): Promise<Uint8Array | null>;
}

export function createPackageStore(engine: Engine): PackageStore {
  const { db } = engine;
  return {
    keep: ({ name, kind, bytes }, now) =>
      engine.transaction(async (transaction) => {
        const row = { name, kind, bytes, served_at: now.getTime() };
        await upsert(transaction, 'packages', [row], { key: ['name'], keep: ['kind', 'bytes'] });
        const older = await transaction
          .selectFrom('packages')
          .select('name')
          .where('kind', '=', kind)
          .orderBy('served_at', 'desc')
          .orderBy('name')
          .offset(PACKAGES_KEPT)
          // SQLite has no offset without a limit.
          .limit(PACKAGES_KEPT)
          .execute();
        if (older.length === 0) return;
        const names = older.map((each) => each.name);
        await transaction.deleteFrom('packages').where('name', 'in', names).execute();
      }),
    async find(name) {
      const [row] = await engine.read(db.selectFrom('packages').select('bytes').where('name', '=', name).compile());
      return row === undefined ? null : row.bytes;
    },
  };
}
