import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createTestPostgres, type TestPostgres } from '../../server/test/support/databases/postgres.ts';

/** A PostgreSQL server for the bench, which starts with its first database. */
export interface BenchPostgres {
  /** Creates an empty database. */
  freshDatabaseUrl(): Promise<string>;
  /** Processor time of all its processes, including ended ones; zero except on Linux. */
  cpuMicros(): Promise<number>;
  remove(): Promise<void>;
}

const MICROS_OF_TICK = 10_000;
/** Fields of `/proc/PID/stat` after the name: the parent, and user and system time, own and of ended children. */
const PARENT_AT = 1;
const TIMES_AT = [11, 12];
const CHILDREN_TIMES_AT = [13, 14];

export function createBenchPostgres(): BenchPostgres {
  let server: Promise<TestPostgres> | null = null;
  let databases = 0;
  let postmaster: Promise<string> | null = null;
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
    cpuMicros: async () => {
      if (server === null || process.platform !== 'linux') return 0;
      postmaster ??= postmasterOf(await server);
      return cpuMicrosOf(await postmaster);
    },
    remove: async () => (await server)?.remove(),
  };
}

async function postmasterOf({ url }: TestPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly folder: string }>(
    "select setting as folder from pg_settings where name = 'data_directory'",
  );
  await client.end();
  const [pid = ''] = readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n');
  return pid.trim();
}

function cpuMicrosOf(postmaster: string): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    const times = [...TIMES_AT, ...(pid === postmaster ? CHILDREN_TIMES_AT : [])];
    if (pid !== postmaster && fields[PARENT_AT] !== postmaster) continue;
    for (const at of times) ticks += Number(fields[at]);
  }
  return ticks * MICROS_OF_TICK;
}

/** Returns nothing for an ended process. */
function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
