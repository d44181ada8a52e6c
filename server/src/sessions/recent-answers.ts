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
  const asked = new Map<string, { readonly at: number; readonly answer: Promise<Told<Answer>>; weight: number }>();
  let weight = 0;

  // A clock set back must not extend the lifetime.
  const isRecent = (at: number, now: number): boolean => now >= at && now - at < keptMs;

  function forget(name: string): void {
    weight -= asked.get(name)?.weight ?? 0;
    asked.delete(name);
  }

  function forgetOldest(now: number): void {
    for (const [name, { at }] of asked) {
      if (isRecent(at, now) && weight <= weightMax) return;
      forget(name);
    }
  }

  const answer = (name: string, ask: () => Promise<Told<Answer>>): Promise<Told<Answer>> => {
    const now = clock.now().getTime();
    const known = asked.get(name);
    if (known !== undefined && isRecent(known.at, now)) return known.answer;
    const asking = ask();
    const entry = { at: now, answer: asking, weight: 1 };
    forget(name);
    asked.set(name, entry);
    weight += entry.weight;
    forgetOldest(now);
    const unlessReplaced = (change: () => void) => {
      if (asked.get(name) === entry) change();
    };
    asking.then(
      (told) =>
        unlessReplaced(() => {
          if (!told.ok) return forget(name);
          weight += weigh(told.value) - entry.weight;
          entry.weight = weigh(told.value);
          forgetOldest(clock.now().getTime());
        }),
      () => unlessReplaced(() => forget(name)),
    );
    return asking;
  };

  return Object.assign(answer, {
    outdate(names: (name: string) => boolean) {
      for (const name of [...asked.keys()]) if (names(name)) forget(name);
    },
  });
}
