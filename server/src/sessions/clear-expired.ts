import type { SessionStore } from '../ports/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface ClearExpiredDeps {
  readonly sessions: Pick<SessionStore, 'deleteExpired'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Deletes ended sessions and used states that nobody will read again. A failure is logged; the next clearing tries again. */
export function createClearExpired({ sessions, clock, log }: ClearExpiredDeps) {
  return async (): Promise<void> => {
    try {
      const deleted = await sessions.deleteExpired(clock.now());
      if (deleted > 0) log.info({ sessions: deleted }, 'ended sessions were cleared');
    } catch (error) {
      log.warn({ err: error }, 'ended sessions could not be cleared');
    }
  };
}
