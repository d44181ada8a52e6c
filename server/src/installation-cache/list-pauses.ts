import { REPOSITORY_LIST_PAUSE_MS } from '../domain/limits/installations.ts';
import { refuse } from '../domain/result.ts';
import type { HostRefusal, Told } from '../ports/code-host/refusals.ts';
import type { Clock } from '../ports/system.ts';
import { rateLimitIn } from './looks.ts';

/** Installations whose list could not be fetched a moment ago: for half a minute, or as long as a limit is said to last. */
export function createListPauses(clock: Clock) {
  const paused = new Map<
    number,
    { readonly refusal: HostRefusal; readonly begunAt: number; readonly untilAt: number }
  >();

  return {
    /** What was refused then; null when that is over. */
    of(id: number): Told<never> | null {
      const now = clock.now().getTime();
      // A clock that was put back must not make a pause longer.
      for (const [other, { begunAt, untilAt }] of paused) if (now < begunAt || now >= untilAt) paused.delete(other);
      const pause = paused.get(id);
      return pause === undefined ? null : refuse(pause.refusal);
    },
    /** Begins a pause with a refusal, ends it with anything else. */
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
