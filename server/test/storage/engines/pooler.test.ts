import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareRead } from '../../../src/adapters/storage-sql/engines/postgres/statements.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { upTo } from '../records.ts';

/** One connection that is handed on, as a transaction-mode pooler would. */
async function openPool(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await freshDatabaseUrl('PostgreSQL'), max: 1 });
  // An ended pool does not wait for its connections; the server may end them first.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  onTestFinished(() => pool.end());
  return pool;
}

const namesOn = async (pool: pg.Pool): Promise<readonly string[]> =>
  (await pool.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(({ name }) => name);

describe('repeated query behind a pooler', () => {
  it('is planned once on a connection that keeps it', async () => {
    const pool = await openPool();
    const double = prepareRead<{ twice: number }>(pool, 'select $1::int * 2 as twice');
    for (const number of upTo(5)) expect(await double([number])).toEqual([{ twice: number * 2 }]);
    expect(await namesOn(pool)).toHaveLength(1);
  });

  it('is answered all the same when the connection forgot it', async () => {
    const pool = await openPool();
    const double = prepareRead<{ twice: number }>(pool, 'select $1::int * 2 as twice');
    await double([1]);
    await pool.query('deallocate all');
    expect(await Promise.all(upTo(5).map((number) => double([number])))).toEqual(
      upTo(5).map((number) => [{ twice: number * 2 }]),
    );

    await pool.query('deallocate all');
    expect(await double([21])).toEqual([{ twice: 42 }]);
    expect(await namesOn(pool)).toEqual([]);
  });

  it('is answered all the same when another client gave the connection the same name', async () => {
    const [first, second] = [await openPool(), await openPool()];
    await prepareRead(first, 'select $1::int * 2 as twice')([1]);
    const [name] = await namesOn(first);
    await second.query(`prepare ${name} as select 'somebody else' as twice`);

    const double = prepareRead<{ twice: number }>(second, 'select $1::int * 2 as twice');
    expect(await double([21])).toEqual([{ twice: 42 }]);
  });

  it('fails like any other query when the query itself is at fault', async () => {
    const divide = prepareRead(await openPool(), 'select 1 / $1::int');
    await expect(divide([0])).rejects.toThrow(/division by zero/);
    expect(await divide([1])).toHaveLength(1);
  });
});
