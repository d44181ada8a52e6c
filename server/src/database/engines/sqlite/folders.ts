import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** No files can be created in kernel file systems, whatever the permissions. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
]);

export function whyNotCreatable(path: string): string | null {
  const folder = nearestFolder(dirname(resolve(path)));
  if (!statSync(folder).isDirectory()) return 'a parent directory is a file';
  if (KERNEL_FILE_SYSTEMS.has(statfsSync(folder).type)) return `cannot create files in ${folder}`;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return 'this user cannot write to its parent directory';
  }
}

/** Recursive `mkdir` of Node.js never ends if the system answers ENOENT, as /proc does. */
export function createFolderOf(path: string, mode: number): void {
  const missing: string[] = [];
  for (let folder = dirname(resolve(path)); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have created it.
      if (!existsSync(folder)) throw error;
    }
  }
}

function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
