import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Deadlock detected. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40P01']);
const ATTEMPTS = 4;
const PAUSE_MS = 20;

/** Only for work whose effects all roll back. */
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

/** Random pauses keep two transactions from colliding at every attempt. */
export const unevenMs = (ms: number): number => ms * (0.5 + Math.random());

export const isConflict = (error: unknown): boolean => error instanceof pg.DatabaseError && CONFLICTS.has(error.code);
