import { matches, type ObservedRequest, type RequestMatch } from './request-match.ts';

/** Stops requests, so that tests can create races without timers. */
export interface Hold {
  readonly id: number;
  count(): number;
  /** Rejects if released before `n` arrivals. */
  arrived(n: number): Promise<void>;
  release(): void;
  releaseSome(n: number): void;
}

export type HoldPhase = 'before' | 'after';

export type Holds = ReturnType<typeof createHolds>;
export function createHolds() {
  const holds = new Map<number, HeldRequests>();
  let lastId = 0;
  return {
    hold(match: RequestMatch, phase: HoldPhase = 'before'): Hold {
      lastId += 1;
      const hold = createHeldRequests(lastId, match, phase);
      holds.set(lastId, hold);
      return hold;
    },
    find: (id: number): Hold | null => holds.get(id) ?? null,
    async pass(request: ObservedRequest, phase: HoldPhase): Promise<void> {
      for (const hold of holds.values()) {
        if (hold.phase === phase && matches(hold.match, request)) await hold.enter();
      }
    },
    releaseAll(): void {
      for (const hold of holds.values()) hold.release();
      holds.clear();
    },
  };
}

interface HeldRequests extends Hold {
  readonly match: RequestMatch;
  readonly phase: HoldPhase;
  enter(): Promise<void>;
}

function createHeldRequests(id: number, match: RequestMatch, phase: HoldPhase): HeldRequests {
  let reached = 0;
  let open = false;
  let waiting: (() => void)[] = [];
  let watchers: { readonly n: number; readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const tooFew = (n: number) => new Error(`the hold was released after ${reached} of ${n} requests`);
  return {
    id,
    match,
    phase,
    count: () => reached,
    async enter() {
      if (open) return;
      reached += 1;
      for (const watcher of watchers) if (watcher.n <= reached) watcher.resolve();
      watchers = watchers.filter((watcher) => watcher.n > reached);
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    arrived(n) {
      if (reached >= n) return Promise.resolve();
      if (open) return Promise.reject(tooFew(n));
      return new Promise((resolve, reject) => watchers.push({ n, resolve, reject }));
    },
    release() {
      open = true;
      for (const resume of waiting) resume();
      for (const watcher of watchers) watcher.reject(tooFew(watcher.n));
      waiting = [];
      watchers = [];
    },
    releaseSome(n) {
      for (const resume of waiting.slice(0, n)) resume();
      waiting = waiting.slice(n);
    },
  };
}
