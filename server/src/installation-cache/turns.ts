import pLimit from 'p-limit';
import type { Cut, CutOff } from './cut-off.ts';

/** How a list of things is worked on. */
export interface Turns<Item, Outcome> {
  /** How many at once. */
  readonly atOnce: number;
  /** Waits for a lane that is shared with others. */
  readonly inLane: (work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly cutOff: CutOff;
  readonly work: (item: Item) => Promise<Outcome>;
  /** What becomes of a thing whose turn comes, without work on it; null while there is work to do. */
  readonly without: (item: Item) => Outcome | null;
  /** What becomes of a thing whose turn had not come when the whole was cut off. */
  readonly cutBefore: (item: Item, cut: Cut) => Outcome;
}

/**
 * Works on a list, and answers the outcomes in its order. When it is cut off, what has begun is waited for, and what waits
 * for a lane behind others is not. Rejects when work does: then nothing is under way, and nothing more begins.
 */
export async function inTurns<Item, Outcome>(
  items: readonly Item[],
  { atOnce, inLane, cutOff, work, without, cutBefore }: Turns<Item, Outcome>,
): Promise<readonly Outcome[]> {
  const take = async (item: Item): Promise<Outcome> => {
    let hasBegun = false;
    const working = inLane(async () => {
      const cut = cutOff.cut();
      const spared = without(item) ?? (cut === null ? null : cutBefore(item, cut));
      if (spared !== null) return spared;
      hasBegun = true;
      return work(item);
    });
    const cut = await Promise.race([working.then(() => null), cutOff.happened]);
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
  // Whoever tries again when they learn of it must have nothing of this beside them.
  if (surprises.length > 0) throw surprises[0];
  return outcomes;
}
