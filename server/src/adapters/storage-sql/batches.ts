import { setTimeout as pause } from 'node:timers/promises';
import { chunksOf } from './columns.ts';

/** Long enough for the requests that came in meanwhile to get their turn on the connection too. */
const PAUSE_MS = 10;

/** Between two batches of a long work. Without a real pause, the next batch would be asked for ahead of everybody else. */
export const letOthersRun = (): Promise<void> => pause(PAUSE_MS);

/** Works through a list in batches that fit into one statement each, letting others run in between. */
export async function inBatches<T>(list: readonly T[], work: (batch: readonly T[]) => Promise<unknown>): Promise<void> {
  for (const [index, batch] of chunksOf(list).entries()) {
    if (index > 0) await letOthersRun();
    await work(batch);
  }
}
