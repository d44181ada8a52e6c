import pLimit from 'p-limit';
import type { Deadline, StopReason } from './deadline.ts';

export interface ListWork<Item, Outcome> {
  readonly concurrency: number;
  readonly limited: (work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly deadline: Deadline;
  readonly work: (item: Item) => Promise<Outcome>;
  /** Returns the outcome of an item that needs no work, or null. */
  readonly skip: (item: Item) => Outcome | null;
  /** The outcome of an item not started before the cut-off. */
  readonly notStarted: (item: Item, cut: StopReason) => Outcome;
}

/**
 * Returns the outcomes in list order. At a cut-off, started items are waited for and queued ones are not. Rejects if
 * work throws; by then nothing is in progress.
 */
export async function workOnList<Item, Outcome>(
  items: readonly Item[],
  {
    concurrency: atOnce,
    limited: inLane,
    deadline: cutOff,
    work,
    skip: without,
    notStarted: cutBefore,
  }: ListWork<Item, Outcome>,
): Promise<readonly Outcome[]> {
  const take = async (item: Item): Promise<Outcome> => {
    let hasBegun = false;
    const working = inLane(async () => {
      const cut = cutOff.stopReason();
      const spared = without(item) ?? (cut === null ? null : cutBefore(item, cut));
      if (spared !== null) return spared;
      hasBegun = true;
      return work(item);
    });
    const cut = await Promise.race([working.then(() => null), cutOff.passed]);
    return cut === null || hasBegun ? working : cutBefore(item, cut);
  };
  const surprises: unknown[] = [];
  const outcomes: Outcome[] = [];
  await pLimit(atOnce).map(items, async (item, place) => {
    if (surprises.length > 0) return;
    try {
      outcomes[place] = await take(item);
    } catch (error) {
      surprises.push(error);
    }
  });
  if (surprises.length > 0) throw surprises[0];
  return outcomes;
}
