import pLimit, { type LimitFunction } from 'p-limit';

export type ConcurrencyLimit<Asker> = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Queues work per `Asker`, so that much or slow work of one delays nobody else. `each` limits the concurrency of one
 * `Asker`, `all` the total.
 */
export function createConcurrencyLimit<Asker>({
  each,
  all = Number.POSITIVE_INFINITY,
}: {
  readonly each: number;
  readonly all?: number;
}): ConcurrencyLimit<Asker> {
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
