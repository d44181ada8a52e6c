import { setTimeout as pause } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { BATCH_ROWS, CLEARING_PAUSE_MAX_MS, CLEARING_PAUSE_MS, STATEMENT_ROWS_MAX } from '../../lib/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';

export function chunksOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < list.length; start += STATEMENT_ROWS_MAX)
    chunks.push(list.slice(start, start + STATEMENT_ROWS_MAX));
  return chunks;
}

export async function readInChunks<T, R>(
  list: readonly T[],
  read: (chunk: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const rows: R[] = [];
  for (const chunk of chunksOf(list)) rows.push(...(await read(chunk)));
  return rows;
}

/** Every writer locks in this order, which prevents deadlocks. The last item of each ID is kept. */
export const inLockOrder = <T>(list: readonly T[], idOf: (item: T) => number): readonly T[] =>
  [...new Map(list.map((item) => [idOf(item), item])).values()].sort((a, b) => idOf(a) - idOf(b));

export const idsInLockOrder = (ids: readonly number[]): readonly number[] => inLockOrder(ids, (id) => id);

export interface Batch {
  readonly deleted: number;
  readonly more: boolean;
}

export async function inBatches(batch: () => Promise<Batch>, stop?: AbortSignal): Promise<number> {
  let total = 0;
  while (stop?.aborted !== true) {
    const beganAt = performance.now();
    const { deleted, more } = await batch();
    total += deleted;
    if (!more) break;
    await letOthersRun(performance.now() - beganAt);
  }
  return total;
}

export const executeInBatches = (
  db: Engine['db'],
  statement: RawBuilder<unknown>,
  stop?: AbortSignal,
): Promise<number> =>
  inBatches(async () => {
    const deleted = Number((await statement.execute(db)).numAffectedRows);
    return { deleted, more: deleted === BATCH_ROWS };
  }, stop);

export async function workThrough<T>(
  list: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (const [index, batch] of chunksOf(list).entries()) {
    if (index > 0) await letOthersRun(0);
    await work(batch);
  }
}

/**
 * Without a real pause, the next batch would run ahead of other requests. Three times as long as the batch took, up to a
 * second, so that clearing takes about a quarter of a processor and of the disk.
 */
const letOthersRun = (tookMs: number): Promise<void> =>
  pause(Math.min(CLEARING_PAUSE_MAX_MS, Math.max(CLEARING_PAUSE_MS, 3 * tookMs)));
