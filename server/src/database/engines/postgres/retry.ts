import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Serialization failure and deadlock: the server has rolled back, and the same work may succeed. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

const FIRST_PAUSE_MS = 10;

const LONGEST_PAUSE_MS = 300;

export interface ConflictRetries {
  /**
   * No attempt begins later. Attempts are not counted: with serializable isolation, of many transactions that change
   * the same rows only one succeeds at a time.
   */
  readonly conflictMs: number;
  readonly noteConflictRetry: () => void;
}

/** Only for work whose effects all roll back. */
export async function retryConflicts<T>(
  { conflictMs, noteConflictRetry }: ConflictRetries,
  work: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + conflictMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = conflictPauseMs(attempt, Math.random());
      const isLast = performance.now() + pauseMs > giveUpAt;
      if (isLast || !isConflict(error)) throw error;
      noteConflictRetry();
      await pause(pauseMs);
    }
  }
}

export const conflictPauseMs = (attempt: number, random: number): number =>
  unevenMs(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), random);

/** Random pauses keep two transactions from colliding at every attempt. */
export const unevenMs = (ms: number, random = Math.random()): number => ms * (0.5 + random);

export const isConflict = (error: unknown): boolean => error instanceof pg.DatabaseError && CONFLICTS.has(error.code);
