import { setTimeout as pause } from 'node:timers/promises';
import { markOutage } from '../../../../ports/storage/outages.ts';

/** How long a query waits, for its turn and for writers of other processes together, before it gives up. */
const BUSY_LIMIT_MS = 5_000;
const BUSY_PAUSE_MS = 5;
const REFUSAL_HOLDS_MS = 100;
const SQLITE_BUSY = 5;

/** When a query that arrives now gives up, as `performance.now()` will say. */
export const busyDeadline = (): number => performance.now() + BUSY_LIMIT_MS;

/** Whether SQLite refused only because another process is writing just now. */
export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === SQLITE_BUSY;

/** Extended codes say more in their higher bytes. */
const primaryCodeOf = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;

/** The file cannot be written (8), read (10) or opened (14), is damaged (11) or none (26), or its disk is full (13). */
const AWAY: ReadonlySet<number | null> = new Set([8, 10, 11, 13, 14, 26]);

/** An error of a statement, with what it says of the database noted on it. */
export function withOutage(error: unknown): unknown {
  if (isBusy(error)) return markOutage(error, 'busy');
  const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
  return isClosed || AWAY.has(primaryCodeOf(error)) ? markOutage(error, 'away') : error;
}

/** Tries again while another process holds the file, until `giveUpAt`, and lets other requests run in between. */
export type RetryWhileBusy = <T>(attempt: () => T, giveUpAt: number) => Promise<T>;

/**
 * A retry for one file. Only for what has no effect when it is refused: a lone statement or the start of a transaction.
 *
 * An attempt that is refused stops the process for some milliseconds. Who is late already therefore takes a refusal that
 * somebody else just had for its own. `noteWait` is told of each pause.
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
      // Uneven pauses keep two processes from colliding at every try.
      await pause(BUSY_PAUSE_MS * (1 + 2 * Math.random()));
    }
  };
}

/** Takes turns on the one connection of a process. */
export interface Turns {
  /** Waits for its turn; whoever gets it calls what it gets, once, to give it on. First come, first served. */
  take(): Promise<() => void>;
  /** Runs something short between two turns, ahead of those who wait for one. */
  between<T>(run: () => T): Promise<T>;
}

/** Turns that have no limit: who takes one has to be done by a time of its own. */
export function createTurns(): Turns {
  let taken = false;
  const waiting: (() => void)[] = [];
  const runs: (() => void)[] = [];

  const giveOn = (): void => {
    for (const run of runs.splice(0)) run();
    const next = waiting.shift();
    if (next === undefined) taken = false;
    else next();
  };

  return {
    async take() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
      return giveOn;
    },
    between: (run) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          try {
            resolve(run());
          } catch (error) {
            reject(error);
          }
        };
        if (taken) runs.push(settle);
        else settle();
      }),
  };
}
