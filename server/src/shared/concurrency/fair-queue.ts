import { ok, type Result, refuse } from '../../domain/result.ts';

/** Refused if too much is waiting, or if `end` is aborted before the work could start. */
export type FairQueue<Caller> = <T>(
  caller: Caller,
  end: AbortSignal,
  work: () => Promise<T>,
) => Promise<Result<T, 'full' | 'left'>>;

export interface FairQueueLimits {
  /** Concurrent work of all callers. One caller's work runs one after the other. */
  readonly running: number;
  readonly waitingEach: number;
  readonly waitingAll: number;
}

interface Waiting<Caller> {
  readonly caller: Caller;
  readonly start: () => void;
}

/**
 * Runs the work of the caller who was served least recently first, so that one caller's second work waits behind the
 * first of everybody.
 */
export function createFairQueue<Caller>({ running, waitingEach, waitingAll }: FairQueueLimits): FairQueue<Caller> {
  const waiting = new Set<Waiting<Caller>>();
  const active = new Set<Caller>();
  /** When callers who have work were served last, as a count. */
  const served = new Map<Caller, number>();
  let turn = 0;

  const waitingOf = (caller: Caller): number => [...waiting].filter((each) => each.caller === caller).length;

  function startNext(): void {
    while (active.size < running) {
      let next: Waiting<Caller> | null = null;
      for (const each of waiting)
        if (!active.has(each.caller) && (next === null || lastTurn(each) < lastTurn(next))) next = each;
      if (next === null) return;
      waiting.delete(next);
      next.start();
    }
  }

  function lastTurn({ caller }: Waiting<Caller>): number {
    return served.get(caller) ?? 0;
  }

  function begin(caller: Caller): void {
    turn += 1;
    served.set(caller, turn);
    active.add(caller);
  }

  function finish(caller: Caller): void {
    active.delete(caller);
    if (waitingOf(caller) === 0) served.delete(caller);
    startNext();
  }

  return async (caller, end, work) => {
    if (end.aborted) return refuse('left');
    if (active.size < running && !active.has(caller)) begin(caller);
    else {
      if (waiting.size >= waitingAll || waitingOf(caller) >= waitingEach) return refuse('full');
      const { promise: started, resolve } = Promise.withResolvers<boolean>();
      const place: Waiting<Caller> = {
        caller,
        start: () => {
          begin(caller);
          resolve(true);
        },
      };
      const leave = () => {
        if (waiting.delete(place)) resolve(false);
      };
      waiting.add(place);
      end.addEventListener('abort', leave, { once: true });
      const isStarted = await started;
      end.removeEventListener('abort', leave);
      if (!isStarted) return refuse('left');
    }
    try {
      return ok(await work());
    } finally {
      finish(caller);
    }
  };
}
