import { sql } from 'kysely';
import type { InstallationStore } from '../../../ports/storage/installations.ts';
import type { Engine } from '../engines/engine.ts';
import { chunksOf } from '../rows/batches.ts';
import { lockForWrites } from '../rows/lock-for-writes.ts';

export function createLostDeliveries(engine: Engine): Pick<InstallationStore, 'noteLostDeliveries' | 'missingSince'> {
  const { db, read } = engine;
  return {
    async noteLostDeliveries(lost) {
      const stored = await read(db.selectFrom('lost_deliveries').selectAll().compile());
      const isSame =
        stored.length === lost.size &&
        stored.every(({ installation_id, since }) => lost.get(installation_id)?.getTime() === since);
      if (isSame) return;
      const rows = [...lost].map(([id, since]) => ({ installation_id: id, since: since.getTime() }));
      await engine.transaction(async (transaction) => {
        await lockForWrites(transaction, engine, ['lost_deliveries']);
        await transaction.deleteFrom('lost_deliveries').execute();
        for (const chunk of chunksOf(rows)) {
          await transaction
            .insertInto('lost_deliveries')
            .values([...chunk])
            .execute();
        }
      });
    },
    async missingSince(organizationId) {
      const query = db
        .selectFrom('lost_deliveries')
        .innerJoin('host_installations as record', 'record.installation_id', 'lost_deliveries.installation_id')
        .select(sql<number | null>`min(since)`.as('since'))
        .where('record.account_id', '=', organizationId);
      const since = (await read(query.compile()))[0]?.since ?? null;
      return since === null ? null : new Date(Number(since));
    },
  };
}
