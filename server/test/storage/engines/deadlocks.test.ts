import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../src/adapters/storage-sql/engines/engine.ts';
import { migrate } from '../../../src/adapters/storage-sql/migrations/migrate.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { waitingForLocks } from '../../support/databases/paused-database.ts';
import { onEngine } from '../migrations/stored-copies.ts';

const setUntil = ({ db }: Engine, name: string): CompiledQuery =>
  db.updateTable('leases').set({ until: 2 }).where('name', '=', name).compile();

/** Each writes the lease `first`, then `second`. */
const WRITERS: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  'a transaction': (engine) =>
    engine.db.transaction().execute(async (transaction) => {
      await transaction.executeQuery(setUntil(engine, 'first'));
      await transaction.executeQuery(setUntil(engine, 'second'));
    }),
  'a transaction with an isolation level of its own': (engine) =>
    engine.db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await transaction.executeQuery(setUntil(engine, 'first'));
        await transaction.executeQuery(setUntil(engine, 'second'));
      }),
  'statements written together': (engine) =>
    engine.writeTogether([setUntil(engine, 'first'), setUntil(engine, 'second')]),
  'a statement alone': ({ db }) => db.updateTable('leases').set({ until: 2 }).execute(),
};

it.each(Object.entries(WRITERS))('%s that PostgreSQL cancels in a deadlock is run again', async (_, write) => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async (engine) => {
    await migrate(engine);
    for (const name of ['first', 'second']) {
      await sql`insert into leases (name, holder, until) values (${name}, 'nobody', 1)`.execute(engine.db);
    }
    const other = await patientClient(url);
    await other.query(`begin; update leases set holder = 'other' where name = 'second'`);
    const written = write(engine);
    await expect.poll(() => waitingForLocks(url), { timeout: 30_000 }).toBe(1);
    await other.query(`update leases set holder = 'other' where name = 'first'`);
    await other.query('commit');
    await written;
    const { rows } = await other.query('select name, holder, until from leases order by name');
    expect(rows).toEqual([
      { name: 'first', holder: 'other', until: '2' },
      { name: 'second', holder: 'other', until: '2' },
    ]);
  });
});

it('work that ends in a deadlock each time gives up', async () => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async ({ db }) => {
    let attempts = 0;
    const hopeless = db.transaction().execute(async (transaction) => {
      attempts += 1;
      await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(transaction);
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40P01' });
    expect(attempts).toBe(4);
  });
});

/** A client that is never the one PostgreSQL cancels. */
async function patientClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set deadlock_timeout = '60s'`);
  return client;
}
