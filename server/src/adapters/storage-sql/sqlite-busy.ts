import { setTimeout as pause } from 'node:timers/promises';

/** How long a query waits for writers of other processes before it gives up. */
const BUSY_LIMIT_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const SQLITE_BUSY = 5;

/** Whether SQLite refused only because another process is writing just now. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/**
 * Tries again while another process holds the file, for at most five seconds, and lets other requests run in
 * between. Only for what has no effect when it is refused: a lone statement or the start of a transaction.
 */
export async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  const giveUpAt = performance.now() + BUSY_LIMIT_MS;
  for (;;) {
    // Uneven pauses keep two processes from colliding at every try.
    await pause(BUSY_PAUSE_MS * (1 + 2 * Math.random()));
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
  }
}
