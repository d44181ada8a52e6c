import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages and the programs needed of each. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  patroni: ['patroni', 'patronictl'],
  'etcd-server': ['etcd'],
  haproxy: ['haproxy'],
  iproute2: ['ip', 'bridge'],
  'util-linux': ['setpriv'],
};

/** Folder of the newest server's programs; null without one. */
export const postgresFolder = (): string | null =>
  globSync('/usr/lib/postgresql/*/bin')
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .find((folder) => isProgram(join(folder, 'postgres'))) ?? null;

/** Says what this computer lacks for the part; null if nothing. */
export function missing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux, for network namespaces';
  const packages = Object.entries(PROGRAMS)
    .filter(([, programs]) => !programs.every(isThere))
    .map(([name]) => name);
  if (!existsSync('/usr/lib/python3/dist-packages/etcd')) packages.push('python3-etcd');
  if (postgresFolder() === null) packages.push('postgresql');
  return packages.length === 0 ? null : `needs the Debian packages ${packages.join(', ')}`;
}

const isThere = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isProgram(join(folder, program)));

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
