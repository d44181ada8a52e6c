import pLimit from 'p-limit';
import type { Deadline, StopReason } from './deadline.ts';

export interface ListWork<Item, Outcome> {
  readonly concurrency: number;
  readonly limited: (work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly deadline: Deadline;
  readonly work: (item: Item) => Promise<Outcome>;
  readonly skip: (item: Item) => Outcome | null;
  readonly notStarted: (item: Item, reason: StopReason) => Outcome;
}

/**
 * Returns the outcomes in list order. At the deadline, started items are waited for and queued ones are not. Rejects if
 * work throws; by then nothing is in progress.
 */
export async function workOnList<Item, Outcome>(
  items: readonly Item[],
  { concurrency, limited, deadline, work, skip, notStarted }: ListWork<Item, Outcome>,
): Promise<readonly Outcome[]> {
  const outcomeOf = async (item: Item): Promise<Outcome> => {
    let hasStarted = false;
    const working = limited(async () => {
      const reason = deadline.stopReason();
      const skipped = skip(item) ?? (reason === null ? null : notStarted(item, reason));
      if (skipped !== null) return skipped;
      hasStarted = true;
      return work(item);
    });
    const reason = await Promise.race([working.then(() => null), deadline.passed]);
    return reason === null || hasStarted ? working : notStarted(item, reason);
  };
  const errors: unknown[] = [];
  const outcomes: Outcome[] = [];
  await pLimit(concurrency).map(items, async (item, index) => {
    if (errors.length > 0) return;
    try {
      outcomes[index] = await outcomeOf(item);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
  return outcomes;
}
