import pLimit, { type LimitFunction } from 'p-limit';
import { AUDIT_SEARCHES_WAITING_MAX } from '../lib/limits/audit-trail.ts';

export type SearchQueue = ReturnType<typeof createSearchQueue>;

/** Runs one task per person at a time. */
export function createSearchQueue() {
  const people = new Map<number, { readonly limit: LimitFunction; uses: number; waiting: number }>();

  async function of<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const person = people.get(userId) ?? { limit: pLimit(1), uses: 0, waiting: 0 };
    people.set(userId, person);
    person.uses += 1;
    try {
      return await person.limit(work);
    } finally {
      person.uses -= 1;
      if (person.uses === 0) people.delete(userId);
    }
  }

  return {
    of,
    /** Returns null if too many tasks are waiting. */
    async waiting<T>(userId: number, work: () => Promise<T>): Promise<T | null> {
      const waiting = people.get(userId)?.waiting ?? 0;
      if (waiting > AUDIT_SEARCHES_WAITING_MAX) return null;
      const result = of(userId, work);
      const person = people.get(userId);
      if (person !== undefined) person.waiting += 1;
      try {
        return await result;
      } finally {
        if (person !== undefined) person.waiting -= 1;
      }
    },
  };
}
