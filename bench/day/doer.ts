import { setTimeout as pause } from 'node:timers/promises';
import { inHour, KINDS, type Kind, type KindName } from './assumptions.ts';
import type { RequestMakers } from './people.ts';

/** Makes requests and counts them by kind. */
export interface Doer {
  /** `atOnce` of them at a time. */
  many(kind: KindName, times: number, atOnce: number): Promise<void>;
  /** An hour of so many people's day, in this time: every kind in its share, mixed, at a steady rate. */
  hour(hour: number, people: number, ms: number): Promise<void>;
  readonly counts: ReadonlyMap<KindName, number>;
  readonly failed: () => number;
}

const TICK_MS = 5;

export function createDoer(makers: RequestMakers): Doer {
  const counts = new Map<KindName, number>();
  /** Carries the fraction of an hour's count into the next hour. */
  const left = new Map<KindName, number>();
  let failed = 0;

  const one = async (kind: KindName): Promise<void> => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const done = await makers[kind]().catch(() => false);
    if (!done) failed += 1;
  };
  const dueOf = (kind: Kind, hour: number, people: number): readonly KindName[] => {
    const due = inHour(kind, hour, people) + (left.get(kind.name) ?? 0);
    left.set(kind.name, due - Math.floor(due));
    return Array.from({ length: Math.floor(due) }, () => kind.name);
  };

  return {
    counts,
    failed: () => failed,
    async many(kind, times, atOnce) {
      let begun = 0;
      const worker = async () => {
        while (begun < times) {
          begun += 1;
          await one(kind);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
    async hour(hour, people, ms) {
      const due = spread(KINDS.map((kind) => dueOf(kind, hour, people)));
      const startedAt = performance.now();
      const underWay: Promise<void>[] = [];
      while (performance.now() - startedAt < ms || underWay.length < due.length) {
        const until = Math.min(due.length, Math.ceil(((performance.now() - startedAt) / ms) * due.length));
        for (const kind of due.slice(underWay.length, until)) underWay.push(one(kind));
        await pause(TICK_MS);
      }
      await Promise.all(underWay);
    },
  };
}

/** All of the lists in one, each spread evenly over it. */
const spread = <T>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists
    .flatMap((list) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
