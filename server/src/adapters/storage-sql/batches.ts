import { setTimeout as pause } from 'node:timers/promises';
import { CLEARING_PAUSE_MS } from '../../domain/limits/storage.ts';

/** Most rows, or values of one list, in a statement: databases bound the parameters of one. */
const CHUNK_ROWS = 500;

/** The list in pieces that fit into one statement each. */
export function chunksOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += CHUNK_ROWS) chunks.push(list.slice(start, start + CHUNK_ROWS));
  return chunks;
}

/** What all pieces of a list are answered with, in its order. */
export async function readInChunks<T, R>(
  list: readonly T[],
  read: (chunk: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const rows: R[] = [];
  for (const chunk of chunksOf(list)) rows.push(...(await read(chunk)));
  return rows;
}

/**
 * The list by ascending ID, each ID once, the last mention counting.
 *
 * Every writer locks rows in this order, so two of them never wait for each other in a ring.
 */
export const inLockOrder = <T>(list: readonly T[], idOf: (item: T) => number): readonly T[] =>
  [...new Map(list.map((item) => [idOf(item), item])).values()].sort((a, b) => idOf(a) - idOf(b));

/** The same for IDs themselves. */
export const idsInLockOrder = (ids: readonly number[]): readonly number[] => inLockOrder(ids, (id) => id);

/** Rows deleted, or looked at, at once: few enough that nobody waits noticeably for them. */
export const BATCH_ROWS = 100;

/** What one batch of a clearing did. */
export interface Batch {
  readonly deleted: number;
  /** Whether there may be more to do. */
  readonly more: boolean;
}

/** Does batch after batch, with pauses, until there is no more to do or it is told to stop; how many rows were deleted. */
export async function inBatches(batch: () => Promise<Batch>, stop?: AbortSignal): Promise<number> {
  let total = 0;
  while (stop?.aborted !== true) {
    const { deleted, more } = await batch();
    total += deleted;
    if (!more) break;
    await letOthersRun();
  }
  return total;
}

/** Works through a list in batches that fit into one statement each, letting others run in between. */
export async function workThrough<T>(
  list: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (const [index, batch] of chunksOf(list).entries()) {
    if (index > 0) await letOthersRun();
    await work(batch);
  }
}

/** Without a real pause, the next batch would be asked for ahead of everybody else. */
const letOthersRun = (): Promise<void> => pause(CLEARING_PAUSE_MS);
