import { LRUCache } from 'lru-cache';
import { lifetime } from '../../domain/bounds/lifetime.ts';
import { REPOSITORY_LIST_PAUSE_MS, REPOSITORY_LIST_PAUSES_MAX } from '../../domain/limits/installations.ts';
import { refuse } from '../../domain/result.ts';
import type { HostRefusal, HostResult } from '../../ports/code-host/refusals.ts';
import type { Clock } from '../../ports/system.ts';
import { rateLimitIn } from './installation-sync.ts';

/** Remembers refused lists for 30 seconds, or until the reported rate limit ends. */
export function createListPauses(clock: Clock) {
  const paused = new LRUCache<number, HostRefusal>({
    ...lifetime(clock, REPOSITORY_LIST_PAUSE_MS),
    max: REPOSITORY_LIST_PAUSES_MAX,
  });

  return {
    /** Returns the refusal that caused the pause, or null. */
    of(id: number): HostResult<never> | null {
      const refusal = paused.get(id);
      return refusal === undefined ? null : refuse(refusal);
    },
    remember(id: number, synced: HostResult<unknown>): void {
      paused.delete(id);
      if (synced.ok) return;
      const limitedMs = (rateLimitIn(synced)?.retryAt?.getTime() ?? 0) - clock.now().getTime();
      paused.set(id, synced.refusal, { ttl: Math.max(REPOSITORY_LIST_PAUSE_MS, limitedMs) - 1 });
    },
  };
}
