import type { LimitFunction } from 'p-limit';
import pLimit from 'p-limit';
import { ok, type Result, refuse } from './result.ts';

type ConcurrencyLimit<Caller> = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

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

/**
 * Refused if too much is waiting, or if `end` is aborted before the work could start. Work that `isAdmitted` is bounded
 * elsewhere: it waits for its turn, but is never refused.
 */
type FairQueue<Caller> = <T>(
  caller: Caller,
  end: AbortSignal,
  work: () => Promise<T>,
  isAdmitted?: boolean,
) => Promise<Result<T, 'full' | 'left'>>;

interface FairQueueLimits {
  /** Concurrent work of all callers. One caller's work runs one after the other. */
  readonly running: number;
  readonly waitingEach: number;
  readonly waitingAll: number;
}

interface Waiting<Caller> {
  readonly caller: Caller;
  readonly isAdmitted: boolean;
  readonly settle: (state: 'started' | 'full' | 'left') => void;
}

/**
 * Start-time fair queueing: one caller's second work waits behind the first of everybody, and before what callers who
 * came back in the meantime want next. When it is full, whoever has most waiting gives way to a caller with less.
 */
export function createFairQueue<Caller>({ running, waitingEach, waitingAll }: FairQueueLimits): FairQueue<Caller> {
  const waiting = new Set<Waiting<Caller>>();
  const active = new Set<Caller>();
  /** The round of each caller's next work, until nobody has any. */
  const rounds = new Map<Caller, number>();
  /** The highest round that has begun. */
  let now = 0;

  const roundOf = (caller: Caller): number => rounds.get(caller) ?? now;
  const waitingOf = (caller: Caller): readonly Waiting<Caller>[] =>
    [...waiting].filter((each) => each.caller === caller && !each.isAdmitted);

  function startNext(): void {
    while (active.size < running) {
      let next: Waiting<Caller> | null = null;
      for (const each of waiting)
        if (!active.has(each.caller) && (next === null || roundOf(each.caller) < roundOf(next.caller))) next = each;
      if (next === null) return;
      waiting.delete(next);
      begin(next.caller);
      next.settle('started');
    }
  }

  function arrive(caller: Caller): void {
    const hasWork = active.has(caller) || [...waiting].some((each) => each.caller === caller);
    if (!hasWork) rounds.set(caller, Math.max(now, roundOf(caller)));
  }

  function begin(caller: Caller): void {
    now = Math.max(now, roundOf(caller));
    rounds.set(caller, roundOf(caller) + 1);
    active.add(caller);
  }

  function finish(caller: Caller): void {
    active.delete(caller);
    startNext();
    if (active.size > 0) return;
    rounds.clear();
    now = 0;
  }

  /**
   * Returns true if the caller may wait. In a full queue, the caller with most waiting loses its newest work, if it has at
   * least two more waiting than this caller.
   */
  function makeRoom(caller: Caller): boolean {
    const own = waitingOf(caller).length;
    if (own >= waitingEach) return false;
    const refusable = [...waiting].filter(({ isAdmitted }) => !isAdmitted);
    if (refusable.length < waitingAll) return true;
    const [most = []] = [...Map.groupBy(refusable, (each) => each.caller).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    const newest = most.at(-1);
    if (newest === undefined || most.length < own + 2) return false;
    waiting.delete(newest);
    newest.settle('full');
    return true;
  }

  return async (caller, end, work, isAdmitted = false) => {
    if (end.aborted) return refuse('left');
    const canStart = active.size < running && !active.has(caller);
    if (!canStart && !isAdmitted && !makeRoom(caller)) return refuse('full');
    arrive(caller);
    if (canStart) begin(caller);
    else {
      const { promise, resolve: settle } = Promise.withResolvers<'started' | 'full' | 'left'>();
      const entry: Waiting<Caller> = { caller, isAdmitted, settle };
      const leave = () => {
        if (waiting.delete(entry)) settle('left');
      };
      waiting.add(entry);
      end.addEventListener('abort', leave, { once: true });
      const state = await promise;
      end.removeEventListener('abort', leave);
      if (state !== 'started') return refuse(state);
    }
    try {
      return ok(await work());
    } finally {
      finish(caller);
    }
  };
}
