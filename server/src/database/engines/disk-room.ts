import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { DISK_PROBE_BYTES } from '../../lib/limits/storage.ts';
import type { Queries } from './engine.ts';

export interface DiskRoom {
  /** A write was refused because the disk is full. */
  noteRefusal(): void;
  /** Rejects with what the database says while a write of `DISK_PROBE_BYTES` does not succeed. */
  require(): Promise<void>;
}

/**
 * A full disk shows only when something is written. Writes are tried after one was refused, until one succeeds, or while
 * `isLow` holds, one at a time.
 */
export function createDiskRoom(write: () => Promise<void>, isLow: () => Promise<boolean>): DiskRoom {
  let wasRefused = false;
  let writing: Promise<void> | null = null;
  const probe = async (): Promise<void> => {
    try {
      await write();
      wasRefused = false;
    } finally {
      writing = null;
    }
  };
  return {
    noteRefusal() {
      wasRefused = true;
    },
    async require() {
      if (!wasRefused && !(await isLow())) return;
      writing ??= probe();
      await writing;
    },
  };
}

/** Replaces the only row of its table, with text that does not compress well. */
export function diskProbe(db: Queries): CompiledQuery {
  const content = randomBytes(DISK_PROBE_BYTES / 2).toString('hex');
  return db
    .insertInto('disk_probes')
    .values({ id: 1, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .compile();
}
