import { LRUCache } from 'lru-cache';
import type { HostResult } from '../domain/host-refusal.ts';
import { lifetime } from '../lib/bounds.ts';
import type { Clock } from '../lib/system.ts';

interface RecentResultsDeps<Answer> {
  readonly clock: Clock;
  readonly keptMs: number;
  /** Beyond this total, the oldest answers are evicted. */
  readonly weightMax: number;
  /** Default: 1. */
  readonly weigh?: (answer: Answer) => number;
}

interface RecentResults<Answer> {
  (name: string, ask: () => Promise<HostResult<Answer>>): Promise<HostResult<Answer>>;
  /** Also discards answers in progress. */
  invalidate(names: (name: string) => boolean): void;
}

/** Caches answers, but not refusals. Simultaneous requests share one call. */
export function createRecentResults<Answer>(deps: RecentResultsDeps<Answer>): RecentResults<Answer> {
  const { clock, keptMs, weightMax, weigh = () => 1 } = deps;
  const kept = new LRUCache<string, { readonly answer: Promise<HostResult<Answer>> }>({
    ...lifetime(clock, keptMs),
    // Otherwise large answers would stay until others take their place.
    ttlAutopurge: true,
    maxSize: weightMax,
  });

  const answer = (name: string, ask: () => Promise<HostResult<Answer>>): Promise<HostResult<Answer>> => {
    const cached = kept.get(name);
    if (cached !== undefined) return cached.answer;
    const asking = { answer: ask() };
    kept.set(name, asking, { size: 1 });
    const unlessReplaced = (change: () => void) => {
      if (kept.peek(name) === asking) change();
    };
    asking.answer.then(
      (result) =>
        unlessReplaced(() => {
          if (result.ok) kept.set(name, { ...asking }, { size: weigh(result.value), noUpdateTTL: true });
          else kept.delete(name);
        }),
      () => unlessReplaced(() => kept.delete(name)),
    );
    return asking.answer;
  };

  return Object.assign(answer, {
    invalidate(names: (name: string) => boolean) {
      for (const name of [...kept.keys()]) if (names(name)) kept.delete(name);
    },
  });
}
