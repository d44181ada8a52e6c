import pg from 'pg';
import { createTestPostgres, type TestPostgres } from '../../server/test/support/databases/postgres.ts';

/** A PostgreSQL of the bench's own, started when the first database is wanted. */
export interface BenchPostgres {
  /** An empty database. */
  freshDatabaseUrl(): Promise<string>;
  remove(): Promise<void>;
}

export function createBenchPostgres(): BenchPostgres {
  let server: Promise<TestPostgres> | null = null;
  let databases = 0;
  return {
    freshDatabaseUrl: async () => {
      server ??= createTestPostgres();
      const { url } = await server;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      databases += 1;
      const name = `bench_${databases}`;
      await client.query(`create database ${name}`);
      await client.end();
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    remove: async () => (await server)?.remove(),
  };
}
