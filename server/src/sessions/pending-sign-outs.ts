import { PENDING_SIGN_OUTS_MAX, SIGN_OUT_RETRY_MS } from '../domain/limits/sessions.ts';
import type { SessionKey } from '../domain/session.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Log } from '../ports/system.ts';

/** A session store that keeps sign-outs in mind until the database knows them. */
export interface SignOutStore extends SessionStore {
  /** Ends the attempts; what is still pending then stays signed in until it expires. */
  stop(): void;
}

/**
 * Makes a sign-out hold from the moment it is asked for, whatever the database does (decision S20): the session is not
 * found here any more, and a deletion that fails is tried again every second until it is through.
 *
 * Known limits: another instance that can read the database finds the session until then, and an instance that ends
 * before forgets it. Beyond very many pending ones no further is remembered, so that nobody's is pushed out by made-up ones.
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
      // The sign-outs that led here were logged; the next attempt goes on with the rest.
    }
    if (deleted > 0) log.info({ sessions: deleted }, 'sign-outs that had to wait for the database are carried out');
    timer = null;
    if (pending.size > 0) retryLater();
  };

  const unlessPending =
    <T>(find: (key: SessionKey, now: Date) => Promise<T | null>) =>
    async (key: SessionKey, now: Date): Promise<T | null> => {
      if (pending.has(key)) return null;
      const found = await find(key, now);
      // It may have been signed out while it was being read.
      return pending.has(key) ? null : found;
    };

  return {
    ...sessions,
    find: unlessPending(sessions.find),
    findWithInstallations: unlessPending(sessions.findWithInstallations),
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
