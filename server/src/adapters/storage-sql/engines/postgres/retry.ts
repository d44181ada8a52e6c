import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** What the server says of a transaction that it rolled back because of another one: deadlock detected. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40P01']);
const ATTEMPTS = 4;
const PAUSE_MS = 20;

/**
 * Runs a transaction again when the server rolled it back because of another one, a few times. Only for work whose
 * effects all end with the transaction.
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await pause(unevenMs(PAUSE_MS * attempt));
    }
  }
}

/** Uneven pauses keep two transactions from colliding at every attempt. */
export const unevenMs = (ms: number): number => ms * (0.5 + Math.random());

export const isConflict = (error: unknown): boolean => error instanceof pg.DatabaseError && CONFLICTS.has(error.code);
