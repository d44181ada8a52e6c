import { PENDING_SIGN_OUTS_MAX, SIGN_OUT_RETRY_MS } from '../lib/limits/sessions.ts';
import type { SessionKey } from '../lib/secrets.ts';
import type { Log } from '../lib/system.ts';
import type { SessionStore } from './store/types.ts';

interface SignOutStore extends SessionStore {
  /** Pending sessions then last until they expire. */
  stop(): void;
}

/**
 * Makes sign-outs effective at once, even if the database fails (decision S20): the session is hidden and the deletion
 * retried.
 *
 * Known limits: other instances find the session until then, and a restart forgets it. The number is limited so that
 * invented sessions cannot displace real ones.
 */
export function withPendingSignOuts(sessions: SessionStore, log: Log): SignOutStore {
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
        await sessions.delete(key);
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

  const unlessPending =
    <Rest extends readonly unknown[], T>(find: (key: SessionKey, ...rest: Rest) => Promise<T | null>) =>
    async (key: SessionKey, ...rest: Rest): Promise<T | null> => {
      if (pending.has(key)) return null;
      const found = await find(key, ...rest);
      // It may have been signed out during the read.
      return pending.has(key) ? null : found;
    };

  return {
    ...sessions,
    find: unlessPending(sessions.find),
    findWithInstallations: unlessPending(sessions.findWithInstallations),
    stampsOf: unlessPending(sessions.stampsOf),
    async delete(key) {
      if (pending.size < PENDING_SIGN_OUTS_MAX) pending.add(key);
      try {
        const deleted = await sessions.delete(key);
        pending.delete(key);
        return deleted;
      } catch (error) {
        retryLater();
        throw error;
      }
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
