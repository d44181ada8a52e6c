import { markOutage } from '../../../../ports/storage/outages.ts';

/** A line in front of what only so many may use at once. First come, first served. */
export interface Line {
  /**
   * Waits for a place; whoever gets one calls what it gets, once, to give it back, with false when nothing came of its use.
   * Rejects when no use came to anything for a while, which is an outage, or after the longest time, which is too much work.
   */
  take(): Promise<(cameToSomething: boolean) => void>;
  /** How many wait. */
  waiting(): number;
  /** Whether somebody who comes now has to wait. */
  isFull(): boolean;
}

/** How many places there are, and how long one is waited for. */
export interface LineLimits {
  readonly places: number;
  /** While no use comes to anything: what is behind the places does not answer. */
  readonly stillMs: number;
  /** In any case. */
  readonly longestMs: number;
}

/** Somebody who waits. */
interface Waiter {
  readonly askedAt: number;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** A line that waits as long as it moves: many who come at once are served one after the other, and an outage shows soon. */
export function createLine({ places, stillMs, longestMs }: LineLimits): Line {
  let free = places;
  let movedAt = Number.NEGATIVE_INFINITY;
  /** In the order in which they came, which is the one in which their time runs out: one timer is enough. */
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
    // If the process stood still, what came in meanwhile is read first.
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
