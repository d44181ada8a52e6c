import type { Engine } from '../../../database/engines/engine.ts';
import { dateOrNull } from '../../../database/rows/columns.ts';

const LATEST = 'latest';

export async function noteBackup({ db }: Pick<Engine, 'db'>, finishedAt: Date): Promise<void> {
  const finished_at = finishedAt.getTime();
  await db
    .insertInto('backups')
    .values({ name: LATEST, finished_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ finished_at }))
    .execute();
}

export async function lastBackup({ db, read }: Pick<Engine, 'db' | 'read'>): Promise<Date | null> {
  const [latest] = await read(db.selectFrom('backups').select('finished_at').where('name', '=', LATEST).compile());
  return dateOrNull(latest?.finished_at ?? null);
}
