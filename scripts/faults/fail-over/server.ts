import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from './network.ts';
import { postgresFolder } from './requirements.ts';

export const PASSWORD = 'a password of the fault runs';
export const PATRONI_FILE = fileURLToPath(new URL('../../../packaging/fail-over/patroni.yml', import.meta.url));

const AS_POSTGRES = 'exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"';

/** Starts a program of a machine as the user `postgres`, who owns `folder`, with sockets that only the machine sees. */
function startOn({ namespace }: Machine, folder: string, command: readonly string[], env: NodeJS.ProcessEnv): void {
  const [program = ''] = command;
  const log = openSync(join(folder, `${program.split('/').at(-1)}.log`), 'a');
  const script = `mount --bind "$PWD" /run/postgresql && ${AS_POSTGRES}`;
  const child = spawn('ip', ['netns', 'exec', namespace, 'sh', '-c', script, 'sh', ...command], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    stdio: ['ignore', log, log],
  });
  child.on('error', () => {});
  closeSync(log);
}

/** Starts etcd and Patroni, which starts PostgreSQL, on one of the machines. */
export function startServer(machines: readonly Machine[], machine: Machine, folder: string): void {
  const { name, address } = machine;
  const etcd = [
    ['--name', name],
    ['--data-dir', join(folder, 'etcd')],
    ['--listen-peer-urls', `http://${address}:2380`],
    ['--initial-advertise-peer-urls', `http://${address}:2380`],
    ['--listen-client-urls', `http://${address}:2379`],
    ['--advertise-client-urls', `http://${address}:2379`],
    ['--initial-cluster', machines.map((each) => `${each.name}=http://${each.address}:2380`).join(',')],
    ['--enable-v2'],
    ['--pre-vote'],
    ['--heartbeat-interval', '150'],
    ['--election-timeout', '1500'],
  ].flat();
  startOn(machine, folder, ['etcd', ...etcd], {});
  startOn(machine, folder, ['patroni', PATRONI_FILE], {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: etcdHosts(machines),
    PATRONI_RESTAPI_LISTEN: `${address}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresFolder() ?? '',
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
  });
}

export const etcdHosts = (machines: readonly Machine[]): string =>
  machines.map(({ address }) => `${address}:2379`).join(',');
