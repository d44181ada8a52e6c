import type { Transaction } from 'kysely';
import { SHARED_TRANSACTION_MAX } from '../../lib/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';
import { outageIn } from '../outages.ts';
import type { Tables } from '../schema.ts';

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
