import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Engine } from '../engine.ts';

/** What databases that speak PostgreSQL's protocol do not have in common. */
export interface PostgresProfile extends Pick<Engine, 'changeRows' | 'keepRows' | 'limitsConnections'> {
  readonly begin: string;
  /** If false, each schema statement commits by itself and no table can be locked. */
  readonly schemaInTransactions: boolean;
  readonly token: RawBuilder<unknown>;
  readonly newRow: (column: string) => RawBuilder<unknown>;
  readonly oldRow: (column: string) => RawBuilder<unknown>;
}

export const POSTGRESQL: PostgresProfile = {
  begin: 'begin',
  schemaInTransactions: true,
  changeRows: sql`for no key update`,
  keepRows: sql`for key share`,
  limitsConnections: true,
  token: sql`text collate "C"`,
  newRow: (column) => sql`new.${sql.raw(column)}`,
  oldRow: (column) => sql`old.${sql.raw(column)}`,
};

/** Uses only what PostgreSQL has too. Serializable isolation replaces the weaker locks. */
export const COCKROACHDB: PostgresProfile = {
  begin: 'begin isolation level serializable',
  schemaInTransactions: false,
  changeRows: sql`for update`,
  keepRows: sql``,
  limitsConnections: false,
  token: sql`text`,
  newRow: (column) => sql`(new).${sql.raw(column)}`,
  oldRow: (column) => sql`(old).${sql.raw(column)}`,
};

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
