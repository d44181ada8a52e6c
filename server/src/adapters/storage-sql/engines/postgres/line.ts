/** A line in front of what only so many may use at once. First come, first served. */
export interface Line {
  /**
   * Waits for a place; whoever gets one calls what it gets, once, to give it back, with false when nothing came of its use.
   * Rejects when no use came to anything for a while, or after the longest time.
   */
  take(): Promise<(cameToSomething: boolean) => void>;
}

/** How many places there are, and how long one is waited for. */
export interface LineLimits {
  readonly places: number;
  /** While no use comes to anything: what is behind the places does not answer. */
  readonly stillMs: number;
  /** In any case. */
  readonly longestMs: number;
}

/** A line that waits as long as it moves: many who come at once are served one after the other, and an outage shows soon. */
export function createLine({ places, stillMs, longestMs }: LineLimits): Line {
  let free = places;
  let movedAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  const giveBack = (cameToSomething: boolean): void => {
    if (cameToSomething) movedAt = performance.now();
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  const inTurn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const askedAt = performance.now();
      let timer: NodeJS.Timeout;
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
      };
      const enter = (): void => {
        leave();
        resolve();
      };
      const leftMs = (): number =>
        Math.min(Math.max(askedAt, movedAt) + stillMs, askedAt + longestMs) - performance.now();
      const lookLater = (): void => {
        // If the process stood still, what came in meanwhile is read first.
        timer = setTimeout(() => setImmediate(look), Math.max(0, leftMs()));
      };
      const look = (): void => {
        if (!waiting.has(enter)) return;
        if (leftMs() > 0) {
          lookLater();
          return;
        }
        leave();
        reject(new Error('no connection to the database became free in time'));
      };
      waiting.add(enter);
      lookLater();
    });

  return {
    async take() {
      if (free > 0) free -= 1;
      else await inTurn();
      return giveBack;
    },
  };
}
