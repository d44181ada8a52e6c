import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../../../server/test/support/service/ports.ts';
import { type Cluster, databaseUrl } from './cluster.ts';

const FILE = fileURLToPath(new URL('../../../packaging/fail-over/haproxy.cfg', import.meta.url));

export interface Proxy {
  /** Host and port. */
  readonly host: string;
  stop(): Promise<void>;
}

/** Until HAProxy has checked all servers, it takes each of them for the leader. */
const LED_IN_A_ROW = 6;
const LED_LIMIT_MS = 30_000;

/** Starts HAProxy, which leads to the leader of the cluster, and waits until it does. */
export async function startProxy({ machines }: Cluster): Promise<Proxy> {
  const host = `127.0.0.1:${await freePort()}`;
  const addresses = machines.map(({ address }, index) => [`DATABASE_${index + 1}`, address]);
  const child = spawn('haproxy', ['-db', '-f', FILE], {
    env: { PATH: process.env.PATH ?? '', LISTEN: host, ...Object.fromEntries(addresses) },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const giveUpAt = performance.now() + LED_LIMIT_MS;
  for (let led = 0; led < LED_IN_A_ROW; ) {
    led = (await leads(host)) ? led + 1 : 0;
    if (performance.now() > giveUpAt) {
      await stop();
      throw new Error('HAProxy did not lead to the leader');
    }
    await pause(50);
  }
  return { host, stop };
}

async function leads(host: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl(host), connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
