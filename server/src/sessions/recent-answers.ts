import { LRUCache } from 'lru-cache';
import { lifetime } from '../domain/bounds/lifetime.ts';
import type { Told } from '../ports/code-host/refusals.ts';
import type { Clock } from '../ports/system.ts';

export interface RecentAnswersDeps<Answer> {
  readonly clock: Clock;
  readonly keptMs: number;
  /** Beyond this total, the oldest answers are evicted. */
  readonly weightMax: number;
  /** Default: 1. */
  readonly weigh?: (answer: Answer) => number;
}

/** Returns the cached answer for a name, or calls the code host. */
export interface RecentAnswers<Answer> {
  (name: string, ask: () => Promise<Told<Answer>>): Promise<Told<Answer>>;
  /** Also discards answers in progress. */
  outdate(names: (name: string) => boolean): void;
}

/** Caches answers, but not refusals. Simultaneous requests share one call. */
export function createRecentAnswers<Answer>(deps: RecentAnswersDeps<Answer>): RecentAnswers<Answer> {
  const { clock, keptMs, weightMax, weigh = () => 1 } = deps;
  const kept = new LRUCache<string, { readonly answer: Promise<Told<Answer>> }>({
    ...lifetime(clock, keptMs),
    // Otherwise large answers would stay until others take their place.
    ttlAutopurge: true,
    maxSize: weightMax,
  });

  const answer = (name: string, ask: () => Promise<Told<Answer>>): Promise<Told<Answer>> => {
    const known = kept.get(name);
    if (known !== undefined) return known.answer;
    const asking = { answer: ask() };
    kept.set(name, asking, { size: 1 });
    const unlessReplaced = (change: () => void) => {
      if (kept.peek(name) === asking) change();
    };
    asking.answer.then(
      (told) =>
        unlessReplaced(() => {
          if (told.ok) kept.set(name, { ...asking }, { size: weigh(told.value), noUpdateTTL: true });
          else kept.delete(name);
        }),
      () => unlessReplaced(() => kept.delete(name)),
    );
    return asking.answer;
  };

  return Object.assign(answer, {
    outdate(names: (name: string) => boolean) {
      for (const name of [...kept.keys()]) if (names(name)) kept.delete(name);
    },
  });
}
