import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3;

/** Folder of SQLite files: in memory if there is room, because tests need no disk. */
export const QUICK_FOLDER = hasRoom() ? IN_MEMORY : tmpdir();

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}
