import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The kernel's own file systems, of `statfs`: whatever the rights say, nothing can be made in them. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
]);

/** Why a file cannot be created at a path whose folders may have to be created too; null when it can. */
export function whyNotCreatable(path: string): string | null {
  const folder = nearestFolder(dirname(resolve(path)));
  if (!statSync(folder).isDirectory()) return 'a folder on the way to it is a file';
  if (KERNEL_FILE_SYSTEMS.has(statfsSync(folder).type)) return `${folder} takes no files`;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return 'this user of the machine may not write in the folder where it would be';
  }
}

/**
 * Creates the folder of a file with those above it, one at a time: Node.js repeats a recursive `mkdir` for ever where the
 * system answers ENOENT for a folder whose parent is there, as /proc does.
 */
export function createFolderOf(path: string, mode: number): void {
  const missing: string[] = [];
  for (let folder = dirname(resolve(path)); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process that starts on the same path was faster.
      if (!existsSync(folder)) throw error;
    }
  }
}

function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}
