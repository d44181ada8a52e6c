import pLimit, { type LimitFunction } from 'p-limit';

/** Does work in its turn, for whoever asks. */
export type Lanes<Asker> = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Work of everybody in lanes of their own: `each` at once for one asker, `all` for all of them together. Whoever asks
 * for much, or for what hangs, waits behind themselves and not before the others.
 */
export function createLanes<Asker>({ each, all }: { readonly each: number; readonly all: number }): Lanes<Asker> {
  const together = pLimit(all);
  const own = new Map<Asker, LimitFunction>();

  return (asker, work) => {
    const lane = own.get(asker) ?? pLimit(each);
    own.set(asker, lane);
    return lane(() => together(work)).finally(() => {
      if (lane.activeCount + lane.pendingCount === 0) own.delete(asker);
    });
  };
}
