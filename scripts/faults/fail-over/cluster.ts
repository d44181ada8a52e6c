import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { QUICK_FOLDER } from '../../../server/test/support/databases/quick-folder.ts';
import { type Machine, openNetwork, send } from './network.ts';
import { etcdHosts, PASSWORD, PATRONI_FILE, startServer } from './server.ts';

const run = promisify(execFile);
const NAMES = ['one', 'two', 'three'];
const PROBE_LIMIT_MS = 1_000;
const HEALTHY_LIMIT_MS = 90_000;

/** Three machines, each with etcd, Patroni and PostgreSQL. */
export interface Cluster {
  readonly machines: readonly Machine[];
  /** Returns true if Patroni on that machine says that its server is the leader. */
  isLeader(machine: Machine): Promise<boolean>;
  /** Null if none says so. */
  leader(): Promise<Machine | null>;
  /** Ends all its processes at once. */
  kill(machine: Machine): void;
  /** Ends PostgreSQL only; Patroni goes on. */
  killPostgres(machine: Machine): void;
  start(machine: Machine): void;
  freeze(machine: Machine, value: boolean): void;
  cutOff(machine: Machine, value: boolean): Promise<void>;
  switchOver(from: Machine): Promise<void>;
  /** Waits until two servers follow one leader, one of them synchronously. */
  untilHealthy(): Promise<void>;
  /** Runs a query as superuser on the leader. */
  query<R extends pg.QueryResultRow>(text: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'orgdesk-fail-over-'));
  chmodSync(folder, 0o755);
  const network = await openNetwork(NAMES);
  const { machines } = network;
  process.once('exit', network.close);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
  const start = (machine: Machine) => void startServer(machines, machine, join(folder, machine.name));
  const cluster: Cluster = {
    machines,
    isLeader,
    leader: async () => {
      const answers = await Promise.all(machines.map(isLeader));
      return machines[answers.indexOf(true)] ?? null;
    },
    kill: (machine) => network.signal(machine, 'SIGKILL'),
    killPostgres(machine) {
      const servers = network.processesOf(machine).filter((pid) => nameOf(pid) === 'postgres');
      for (const pid of servers) send(pid, 'SIGKILL');
    },
    start,
    freeze: (machine, value) => network.signal(machine, value ? 'SIGSTOP' : 'SIGCONT'),
    cutOff: network.cutOff,
    async switchOver(from) {
      const env = { ...process.env, PATRONI_ETCD_HOSTS: etcdHosts(machines), LC_ALL: 'C.UTF-8' };
      const parameters = ['switchover', 'orgdesk', '--leader', from.name, '--force'];
      await run('patronictl', ['-c', PATRONI_FILE, ...parameters], { env });
    },
    async untilHealthy() {
      const giveUpAt = performance.now() + HEALTHY_LIMIT_MS;
      while (!(await isHealthy(cluster).catch(() => false))) {
        if (performance.now() > giveUpAt) throw new Error('the cluster did not get healthy');
        await pause(200);
      }
    },
    async query<R extends pg.QueryResultRow>(text: string, parameters: readonly unknown[] = []) {
      const leader = await cluster.leader();
      if (leader === null) throw new Error('the cluster has no leader');
      const client = new pg.Client({ connectionString: databaseUrl(`${leader.address}:5432`) });
      await client.connect();
      try {
        return (await client.query<R>(text, [...parameters])).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      network.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
    );
    for (const machine of machines) {
      const own = join(folder, machine.name);
      mkdirSync(own, { mode: 0o700 });
      chownSync(own, uid ?? 0, gid ?? 0);
      start(machine);
    }
    await cluster.untilHealthy();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

export const databaseUrl = (host: string): string =>
  `postgresql://postgres:${encodeURIComponent(PASSWORD)}@${host}/postgres`;

/** Empty for a process that ended. */
function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

const isLeader = ({ address }: Machine): Promise<boolean> =>
  fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    })
    // Also if the limit is over while the body is read.
    .catch(() => false);

const STREAMING = `
  select count(*) filter (where state = 'streaming')::int as all, count(*) filter (where sync_state = 'sync')::int as sync
  from pg_stat_replication`;

/** The leader is asked, because a machine that was away knows only what was. */
async function isHealthy(cluster: Cluster): Promise<boolean> {
  const leader = await cluster.leader();
  if (leader === null) return false;
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
  const answer = await fetch(`http://${leader.address}:8008/cluster`, { signal });
  const { members } = (await answer.json()) as { readonly members: readonly { readonly role: string }[] };
  if (!members.some(({ role }) => role === 'sync_standby')) return false;
  const [streaming] = await cluster.query<{ all: number; sync: number }>(STREAMING);
  return streaming?.all === NAMES.length - 1 && streaming.sync > 0;
}
