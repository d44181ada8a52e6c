import { REPOSITORY_LIST_PAUSE_MS } from '../domain/limits.ts';
import { type Result, refuse } from '../domain/result.ts';
import type { HostRefusal } from '../ports/code-host.ts';
import type { Clock } from '../ports/system.ts';

/** Installations whose repository list could not be fetched a moment ago. */
export interface Pauses {
  /** What was refused then; null when that is over. */
  of(installationId: number): Result<never, HostRefusal> | null;
  /** Begins a pause with a refusal, ends it with anything else. */
  remember(installationId: number, look: Result<unknown, HostRefusal>): void;
}

/** A pause lasts half a minute, or as long as the code host says that a limit does. */
export function createPauses(clock: Clock): Pauses {
  const paused = new Map<
    number,
    { readonly refusal: HostRefusal; readonly begunAt: number; readonly untilAt: number }
  >();

  function forgetEnded(now: number): void {
    // A clock that was put back must not make a pause longer.
    for (const [id, { begunAt, untilAt }] of paused) if (now < begunAt || now >= untilAt) paused.delete(id);
  }

  return {
    of(installationId) {
      forgetEnded(clock.now().getTime());
      const pause = paused.get(installationId);
      return pause === undefined ? null : refuse(pause.refusal);
    },
    remember(installationId, look) {
      if (look.ok) {
        paused.delete(installationId);
        return;
      }
      const begunAt = clock.now().getTime();
      const limitEndsAt = look.refusal.kind === 'rate-limited' ? (look.refusal.retryAt?.getTime() ?? 0) : 0;
      const untilAt = Math.max(begunAt + REPOSITORY_LIST_PAUSE_MS, limitEndsAt);
      paused.set(installationId, { refusal: look.refusal, begunAt, untilAt });
    },
  };
}
