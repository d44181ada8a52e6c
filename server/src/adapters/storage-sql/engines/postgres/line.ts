import { markOutage } from '../../../../ports/storage/outages.ts';

export interface Line {
  /**
   * Call the returned function once to free the place, with false if its use failed. Rejects as away if no use
   * succeeded for a while, or as busy after the longest wait.
   */
  take(): Promise<(cameToSomething: boolean) => void>;
  waiting(): number;
  isFull(): boolean;
}

export interface LineLimits {
  readonly places: number;
  /** Limits a wait while no use succeeds. */
  readonly stillMs: number;
  /** Limits every wait. */
  readonly longestMs: number;
}

interface Waiter {
  readonly askedAt: number;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** Waits as long as the queue moves, so bursts are served and an outage shows soon. */
export function createLine({ places, stillMs, longestMs }: LineLimits): Line {
  let free = places;
  let movedAt = Number.NEGATIVE_INFINITY;
  /** In order of arrival, and so of deadlines: one timer is enough. */
  const waiting = new Set<Waiter>();
  let willLook = false;

  const giveBack = (cameToSomething: boolean): void => {
    if (cameToSomething) movedAt = performance.now();
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.enter();
  };

  const inTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.add({ askedAt: performance.now(), enter: resolve, giveUp: reject });
      lookLater();
    });
  const leftMs = ({ askedAt }: Waiter): number =>
    Math.min(Math.max(askedAt, movedAt) + stillMs, askedAt + longestMs) - performance.now();
  const lookLater = (): void => {
    const [first] = waiting;
    if (first === undefined || willLook) return;
    willLook = true;
    // After a pause of the process, pending input is read first.
    setTimeout(() => setImmediate(look), Math.max(0, leftMs(first))).unref();
  };
  const look = (): void => {
    willLook = false;
    for (const waiter of waiting) {
      if (leftMs(waiter) > 0) break;
      waiting.delete(waiter);
      const isMoving = performance.now() - movedAt < stillMs;
      const reason = new Error('no connection to the database became free in time');
      waiter.giveUp(markOutage(reason, isMoving ? 'busy' : 'away'));
    }
    lookLater();
  };

  return {
    isFull: () => free === 0,
    async take() {
      if (free > 0) free -= 1;
      else await inTurn();
      return giveBack;
    },
    waiting: () => waiting.size,
  };
}
