import { LRUCache } from 'lru-cache';
import { atMost } from '../lib/bounds/entries.ts';
import type { SessionKey } from '../lib/crypto/credentials.ts';
import { SESSION_USE_EVERY_MS, SESSION_USES_MAX, SESSION_USES_WAIT_MS } from '../lib/limits/sessions.ts';
import type { Log } from '../lib/system.ts';
import type { SessionStore } from './store/types.ts';

/** Batches writes, so that they do not slow requests. */
export interface SessionUses {
  /** Ignores uses within five minutes of the last one. */
  note(key: SessionKey, now: Date): void;
  /** Drops pending uses if the database fails. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createSessionUses(sessions: SessionStore, log: Log): SessionUses {
  const notedAt = new LRUCache<SessionKey, number>(atMost(SESSION_USES_MAX));
  const unwritten = new Map<SessionKey, Date>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  async function write(): Promise<void> {
    if (unwritten.size === 0) return;
    const uses = [...unwritten].map(([key, at]) => ({ key, at }));
    unwritten.clear();
    try {
      await sessions.noteUses(uses);
    } catch (error) {
      log.warn({ err: error, sessions: uses.length }, 'could not record session use; last-used times may be outdated');
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  return {
    note(key, now) {
      const at = now.getTime();
      const previousAt = notedAt.get(key);
      // A clock set back must not suppress new uses.
      if (previousAt !== undefined && at >= previousAt && at - previousAt < SESSION_USE_EVERY_MS) return;
      if (stopped) return;
      notedAt.set(key, at);
      unwritten.set(key, now);
      timer ??= setTimeout(flush, SESSION_USES_WAIT_MS).unref();
    },
    flush,
    async stop() {
      stopped = true;
      await flush();
    },
  };
}
