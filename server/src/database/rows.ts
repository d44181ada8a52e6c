import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  BATCH_ROWS,
  CLEARING_PAUSE_MAX_MS,
  CLEARING_PAUSE_MS,
  SHARED_TRANSACTION_MAX,
  STATEMENT_ROWS_MAX,
} from '../lib/limits/storage.ts';
import { type Engine, outageIn, type Queries } from './engines/engine.ts';
import { inLockOrder as tablesInLockOrder } from './migrations/table-locks.ts';
import type { Tables } from './schema.ts';

/** Removes NUL, which PostgreSQL rejects, and replaces lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const storableTextOrNull = (text: string | null): string | null => (text === null ? null : storableText(text));

export const msOrNull = (time: Date | null): number | null => (time === null ? null : time.getTime());

export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

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

/** `time` needs an index. */
export function deleteUntil(
  { db, lockFreeRows }: Engine,
  names: { readonly table: string; readonly key: string | readonly string[]; readonly time: string },
  untilMs: number,
  stop?: AbortSignal,
): Promise<number> {
  const [table, time] = [sql.table(names.table), sql.ref(names.time)];
  const key = sql.join([names.key].flat().map((column) => sql.ref(column)));
  const rows = sql`select ${key} from ${table} where ${time} <= ${untilMs}
    order by ${time} limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return executeInBatches(db, sql`delete from ${table} where (${key}) in (${rows})`, stop);
}

/** Locks tables that a transaction writes only after others. */
export async function lockForWrites(
  transaction: Queries,
  { locksTables }: Pick<Engine, 'locksTables'>,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  if (!locksTables) return;
  const names = tablesInLockOrder(tables).map((table) => sql.table(table));
  await sql`lock table ${sql.join(names)} in row exclusive mode`.execute(transaction);
}

interface Conflict<Row> {
  readonly key: readonly (keyof Row)[];
  readonly keep?: readonly (keyof Row)[];
  /** `excluded` is the new row. */
  readonly where?: RawBuilder<boolean>;
}

export async function upsert<Name extends keyof Tables>(
  db: Queries,
  table: Name,
  rows: readonly Tables[Name][],
  { key, keep = [], where }: Conflict<Tables[Name]>,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (string & keyof Tables[Name])[];
  const named = (names: readonly PropertyKey[]) => sql.join(names.map((name) => sql.ref(String(name))));
  const changes = columns
    .filter((column) => !key.includes(column) && !keep.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  for (const chunk of chunksOf(rows)) {
    const values = chunk.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`
      insert into ${sql.table(table)} (${named(columns)}) values ${sql.join(values)}
      on conflict (${named(key)}) do update set ${sql.join(changes)}
      ${where === undefined ? sql`` : sql`where ${where}`}`.execute(db);
  }
}

type Work<T> = (transaction: Transaction<Tables>) => Promise<T>;

interface Waiting<T> {
  readonly work: Work<T>;
  readonly resolve: (result: T) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Runs small pieces of work in transactions. Where writers queue anyway, what arrives during one transaction shares the
 * next: most of what a small one costs is its commit, which waits for the disk. If a shared one fails, each piece is run
 * alone, so that none fails for another's sake; an outage is everybody's.
 */
export function createSharedTransactions<T>(engine: Engine): (work: Work<T>) => Promise<T> {
  if (!engine.ddl.writersQueue) return (work) => engine.transaction(work);
  let waiting: Waiting<T>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const together = waiting.slice(0, SHARED_TRANSACTION_MAX);
      waiting = waiting.slice(SHARED_TRANSACTION_MAX);
      await runTogether(together);
    }
    isRunning = false;
  }

  async function runTogether(together: readonly Waiting<T>[]): Promise<void> {
    try {
      const results = await engine.transaction(async (transaction) => {
        const done: T[] = [];
        for (const { work } of together) done.push(await work(transaction));
        return done;
      });
      for (const [index, { resolve }] of together.entries()) resolve(results[index] as T);
    } catch (error) {
      const isShared = together.length > 1 && outageIn(error) === null;
      for (const each of together) {
        if (isShared) await runTogether([each]);
        else each.reject(error);
      }
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (!isRunning) void run();
    });
}
