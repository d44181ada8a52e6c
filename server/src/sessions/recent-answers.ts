import type { Told } from '../ports/code-host/refusals.ts';
import type { Clock } from '../ports/system.ts';

export interface RecentAnswersDeps<Answer> {
  readonly clock: Clock;
  /** How long an answer counts. */
  readonly keptMs: number;
  /** What all of them together may weigh; the oldest are forgotten first. */
  readonly weightMax: number;
  /** Default: one for each answer. */
  readonly weigh?: (answer: Answer) => number;
}

/** Asks the code host, or answers what it said a short while ago to a question with the same name. */
export interface RecentAnswers<Answer> {
  (name: string, ask: () => Promise<Told<Answer>>): Promise<Told<Answer>>;
  /** What these questions were answered, or are about to be, may be out of date: whoever asks from now on asks anew. */
  outdate(names: (name: string) => boolean): void;
}

/**
 * Answers of the code host that count for a while, on this instance. Of those who ask at the same moment, one does. No
 * answer is not kept.
 */
export function createRecentAnswers<Answer>(deps: RecentAnswersDeps<Answer>): RecentAnswers<Answer> {
  const { clock, keptMs, weightMax, weigh = () => 1 } = deps;
  /** The last asked for last. */
  const asked = new Map<string, { readonly at: number; readonly answer: Promise<Told<Answer>>; weight: number }>();
  let weight = 0;

  // A clock that was put back must not keep anything for longer.
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
