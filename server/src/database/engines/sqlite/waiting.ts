import { setTimeout as pause } from 'node:timers/promises';
import { SQLITE_BUSY_LIMIT_MS } from '../../../lib/limits/storage.ts';
import { markOutage } from '../engine.ts';

const BUSY_PAUSE_MS = 5;
const REFUSAL_HOLDS_MS = 100;
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

export const busyDeadline = (): number => performance.now() + SQLITE_BUSY_LIMIT_MS;

export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === SQLITE_BUSY;

export const isDiskFull = (error: unknown): boolean => primaryCodeOf(error) === SQLITE_FULL;

/** Extended codes use the higher bytes. */
const primaryCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;

/**
 * The file cannot be written (8), read (10) or opened (14), is damaged (11) or no database (26), or the disk is full
 * (13).
 */
const AWAY: ReadonlySet<number | null> = new Set([8, 10, 11, SQLITE_FULL, 14, 26]);

export function withOutage(error: unknown): unknown {
  if (isBusy(error)) return markOutage(error, 'busy');
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
  return isClosed || AWAY.has(primaryCodeOf(error)) ? markOutage(error, 'away') : error;
}

export type RetryWhileBusy = <T>(attempt: () => T, giveUpAt: number) => Promise<T>;

/**
 * Only for work without effect when refused. A refused attempt blocks the process for milliseconds, so a late caller
 * reuses another's recent refusal.
 */
export function createBusyRetry(noteWait: () => void): RetryWhileBusy {
  let refused: { readonly error: unknown; readonly at: number } | null = null;
  return async (attempt, giveUpAt) => {
    for (;;) {
      const late = performance.now() > giveUpAt;
      if (late && refused !== null && performance.now() - refused.at < REFUSAL_HOLDS_MS)
        throw withOutage(refused.error);
      try {
        const outcome = attempt();
        refused = null;
        return outcome;
      } catch (error) {
        if (!isBusy(error)) throw withOutage(error);
        refused = { error, at: performance.now() };
        if (late) throw withOutage(error);
      }
      noteWait();
      // Random pauses keep two processes from colliding at every attempt.
      await pause(BUSY_PAUSE_MS * (1 + 2 * Math.random()));
    }
  };
}

export interface TransactionQueue {
  /** Waits in order of arrival. The returned function releases the connection. */
  take(): Promise<() => void>;
  runBetween<T>(run: () => T): Promise<T>;
}

/** Has no time limit: callers use their own deadline. */
export function createTransactionQueue(): TransactionQueue {
  let isTaken = false;
  const waiting: (() => void)[] = [];
  const runs: (() => void)[] = [];

  const release = (): void => {
    for (const run of runs.splice(0)) run();
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  };

  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
      return release;
    },
    runBetween: (run) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          try {
            resolve(run());
          } catch (error) {
            reject(error);
          }
        };
        if (isTaken) runs.push(settle);
        else settle();
      }),
  };
}
