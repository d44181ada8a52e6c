import { type CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../src/database/engines/engine.ts';
import { conflictPauseMs } from '../../../src/database/engines/postgres/retry.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { pausedDatabase, waitingForLocks } from '../../support/databases/paused-database.ts';
import { PATIENT } from '../../support/patience.ts';
import { onEngine } from '../migrations/stored-copies.ts';

const setUntil = ({ db }: Engine, name: string): CompiledQuery =>
  db.updateTable('leases').set({ until: 2 }).where('name', '=', name).compile();

const NAMES = ['first', 'between', 'second'];

/** Each writes the leases in the order of their names. */
const WRITERS: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  'a transaction': (engine) =>
    engine.transaction(async (transaction) => {
      for (const name of NAMES) await transaction.executeQuery(setUntil(engine, name));
    }),
  'statements written together': (engine) => engine.writeTogether(NAMES.map((name) => setUntil(engine, name))),
  'a statement alone': ({ db }) => db.updateTable('leases').set({ until: 2 }).execute(),
};

it.each(Object.entries(WRITERS))('%s that PostgreSQL cancels in a deadlock is run again', async (_, write) => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async (engine) => {
    await migrate(engine);
    for (const name of NAMES) {
      await sql`insert into leases (name, holder, until) values (${name}, 'nobody', 1)`.execute(engine.db);
    }
    const other = await patientClient(url);
    await other.query(`begin; select 1 from leases where name = 'second' for update`);
    const between = await pausedDatabase(url, `select 1 from leases where name = 'between' for update`);
    const written = write(engine);
    await expect.poll(() => waitingForLocks(url)).toBe(1);
    // PostgreSQL looks for a deadlock once in each wait, so the writer's last wait has to be the one that completes it.
    // The lock of a table, unlike that of a row, is passed on in the moment in which the writer is cancelled: the
    // writer cannot take it a second time first. Giving up changes no row, which would be a conflict of another kind.
    const locked = other.query('lock table leases in exclusive mode');
    await expect.poll(() => waitingForLocks(url)).toBe(2);
    await between.resume();
    await locked;
    await other.query('rollback');
    await written;
    const { rows } = await other.query('select name, until from leases order by name');
    expect(rows).toEqual(NAMES.toSorted().map((name) => ({ name, until: '2' })));
    expect(engine.readings().conflictRetries).toBe(1);
  });
});

/** Each adds one to the lease `first`, from what it has read. */
const ADDERS: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  'a transaction': (engine) =>
    engine.transaction(async (transaction) => {
      const lease = transaction.selectFrom('leases').select('until').where('name', '=', 'first');
      const { until } = await lease.executeTakeFirstOrThrow();
      await transaction
        .updateTable('leases')
        .set({ until: until + 1 })
        .where('name', '=', 'first')
        .execute();
    }),
  'statements written together': (engine) => engine.writeTogether([addOne(engine)]),
  'a statement alone': async (engine) => engine.db.executeQuery(addOne(engine)),
};

const addOne = ({ db }: Engine): CompiledQuery =>
  db
    .updateTable('leases')
    .set(({ eb }) => ({ until: eb('until', '+', 1) }))
    .where('name', '=', 'first')
    .compile();

it.each(Object.entries(ADDERS))('%s refused under serializable isolation takes effect once', async (_, add) => {
  const url = await freshDatabaseUrl('PostgreSQL', { settings: ['default_transaction_isolation = serializable'] });
  await onEngine(url, async (engine) => {
    await migrate(engine);
    await engine.db.insertInto('leases').values({ name: 'first', holder: 'nobody', until: 0 }).execute();
    await Promise.all(Array.from({ length: 8 }, () => add(engine)));
    const lease = engine.db.selectFrom('leases').select('until').where('name', '=', 'first');
    expect(await engine.read(lease.compile())).toEqual([{ until: 8 }]);
  });
});

it('a read that PostgreSQL refuses is run again, on the same connection', async () => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async (engine) => {
    await sql`create sequence calls`.execute(engine.db);
    await sql`create function refused_once() returns int language plpgsql as $$ begin
      if nextval('calls') = 1 then raise exception 'again' using errcode = '40001'; end if;
      return pg_backend_pid();
    end $$`.execute(engine.db);
    const backend = sql<{ id: number }>`select pg_backend_pid() as id`.compile(engine.db);
    const before = await engine.read(backend);
    expect(await engine.read(sql<{ id: number }>`select refused_once() as id`.compile(engine.db))).toEqual(before);
    expect(engine.readings().conflictRetries).toBe(1);
  });
});

it.each(['40001', '40P01'])('work that fails with %s is run again until it succeeds', async (code) => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async (engine) => {
    let attempts = 0;
    await engine.transaction(async (transaction) => {
      attempts += 1;
      if (attempts < 5) {
        await sql`do $$ begin raise exception 'again' using errcode = ${sql.lit(code)}; end $$`.execute(transaction);
      }
    });
    expect([attempts, engine.readings().conflictRetries]).toEqual([5, 4]);
  });
});

it('work is not run again when its time is over', async () => {
  const url = await freshDatabaseUrl('PostgreSQL');
  let attempts = 0;
  const work = (engine: Engine) =>
    engine.transaction(async (transaction) => {
      attempts += 1;
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction);
    });
  const late = onEngine(url, work, { limits: { ...PATIENT.limits, conflictMs: 0 } });
  await expect(late).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBe(1);
});

it('other failures are not run again', async () => {
  const url = await freshDatabaseUrl('PostgreSQL');
  await onEngine(url, async (engine) => {
    let attempts = 0;
    const failing = engine.transaction(async (transaction) => {
      attempts += 1;
      await sql`select 1 / 0`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect([attempts, engine.readings().conflictRetries]).toEqual([1, 0]);
  });
});

it('pauses grow, differ by chance, and stay within a limit', () => {
  const [shortest, longest] = [0, 1].map((random) =>
    Array.from({ length: 12 }, (_, index) => conflictPauseMs(index + 1, random)),
  );
  expect(shortest?.slice(0, 6)).toEqual([5, 10, 20, 40, 80, 150]);
  expect(longest).toEqual(shortest?.map((ms) => ms * 3));
  expect(Math.max(...(longest ?? []))).toBe(450);
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
