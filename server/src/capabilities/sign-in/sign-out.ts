import type { SessionKey } from '../../domain/session.ts';
import type { SessionStore } from '../../ports/storage/sessions.ts';
import type { Log } from '../../ports/system.ts';

export interface SignOutDeps {
  readonly sessions: Pick<SessionStore, 'delete'>;
  readonly log: Log;
}

/** Always succeeds: a failed deletion is logged and retried. */
export function createSignOut({ sessions, log }: SignOutDeps) {
  return async (key: SessionKey): Promise<void> => {
    try {
      await sessions.delete(key);
    } catch (error) {
      log.error(
        { err: error },
        'could not delete a session at sign-out; it is rejected here, and deleted when the database is available',
      );
    }
  };
}
