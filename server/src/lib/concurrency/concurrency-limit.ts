import pLimit, { type LimitFunction } from 'p-limit';

export type ConcurrencyLimit<Caller> = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

/**
 * Queues work per `Caller`, so that one caller delays no other. `each` limits the concurrency of one caller, `all` the
 * total.
 */
export function createConcurrencyLimit<Caller>({
  each,
  all = Number.POSITIVE_INFINITY,
}: {
  readonly each: number;
  readonly all?: number;
}): ConcurrencyLimit<Caller> {
  const together = pLimit(all);
  const own = new Map<Caller, LimitFunction>();

  return (caller, work) => {
    const limit = own.get(caller) ?? pLimit(each);
    own.set(caller, limit);
    return limit(() => together(work)).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) own.delete(caller);
    });
  };
}
