import { PENDING_SIGN_OUTS_MAX, SIGN_OUT_RETRY_MS } from '../../lib/limits/sessions.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import type { Log } from '../../lib/system.ts';

/**
 * Makes sign-outs effective at once, even if the database fails (decision S20): the session is hidden and the deletion
 * retried.
 *
 * Known limits: other instances find the session until then, and a restart forgets it. The number is limited so that
 * invented sessions cannot displace real ones.
 */
export function createPendingSignOuts(deleteSession: (key: SessionKey) => Promise<boolean>, log: Log) {
  const pending = new Set<SessionKey>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const retryLater = (): void => {
    if (timer === null && !stopped) timer = setTimeout(retry, SIGN_OUT_RETRY_MS).unref();
  };
  const retry = async (): Promise<void> => {
    let deleted = 0;
    try {
      for (const key of pending) {
        await deleteSession(key);
        pending.delete(key);
        deleted += 1;
      }
    } catch {
      // The failed sign-outs are already logged.
    }
    if (deleted > 0) log.info({ sessions: deleted }, 'pending sign-outs were completed');
    timer = null;
    if (pending.size > 0) retryLater();
  };

  return {
    /** Hides what a function finds of a session that signed out, also if it did so during the read. */
    unlessPending:
      <Rest extends readonly unknown[], T>(find: (key: SessionKey, ...rest: Rest) => Promise<T | null>) =>
      async (key: SessionKey, ...rest: Rest): Promise<T | null> => {
        if (pending.has(key)) return null;
        const found = await find(key, ...rest);
        return pending.has(key) ? null : found;
      },
    async signOut(key: SessionKey): Promise<boolean> {
      if (pending.size < PENDING_SIGN_OUTS_MAX) pending.add(key);
      try {
        const deleted = await deleteSession(key);
        pending.delete(key);
        return deleted;
      } catch (error) {
        retryLater();
        throw error;
      }
    },
    /** Pending sessions then last until they expire. */
    stop(): void {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
