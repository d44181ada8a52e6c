import { REPOSITORY_LIST_PAUSE_MS } from '../domain/limits/installations.ts';
import { refuse } from '../domain/result.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { Clock } from '../ports/system.ts';
import { rateLimitIn } from './looks.ts';

/** Remembers refused lists for 30 seconds, or until the reported rate limit ends. */
export function createListPauses(clock: Clock) {
  const paused = new Map<
    number,
    { readonly refusal: HostRefusal; readonly begunAt: number; readonly untilAt: number }
  >();

  return {
    /** Returns the refusal that caused the pause, or null. */
    of(id: number): Told<never> | null {
      const now = clock.now().getTime();
      // A clock set back must not prolong a pause.
      for (const [other, { begunAt, untilAt }] of paused) if (now < begunAt || now >= untilAt) paused.delete(other);
      const pause = paused.get(id);
      return pause === undefined ? null : refuse(pause.refusal);
    },
    remember(id: number, synced: Told<unknown>): void {
      paused.delete(id);
      if (synced.ok) return;
      const begunAt = clock.now().getTime();
      const limitEndsAt = rateLimitIn(synced)?.retryAt?.getTime() ?? 0;
      paused.set(id, {
        refusal: synced.refusal,
        begunAt,
        untilAt: Math.max(begunAt + REPOSITORY_LIST_PAUSE_MS, limitEndsAt),
      });
    },
  };
}
