import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { atMost, lifetime } from '../lib/bounds.ts';
import {
  KNOWN_SESSION_MS,
  KNOWN_SESSIONS_MAX,
  SESSION_PROOFS_AT_ONCE,
  SESSION_PROOFS_WAITING_MAX,
  SESSION_USE_EVERY_MS,
  SESSION_USES_MAX,
  SESSION_USES_WAIT_MS,
} from '../lib/limits/sessions.ts';
import type { SessionKey } from '../lib/secrets.ts';
import type { Clock, Log } from '../lib/system.ts';
import type { SessionStore } from './store/types.ts';

/** Used to count requests, never to authorize. */
export interface KnownSessions {
  note(key: SessionKey, person: number): void;
  forget(key: SessionKey): void;
  /** Null if not seen recently, since the session may have ended. */
  personOf(key: SessionKey): number | null;
  /** Reads unknown sessions. Null also if too many reads are queued. */
  prove(key: SessionKey): Promise<number | null>;
}

/** Limits concurrent reads, so that invented IDs cost little. */
export function createKnownSessions(store: SessionStore, clock: Clock): KnownSessions {
  const people = new LRUCache<SessionKey, number>({
    ...lifetime(clock, KNOWN_SESSION_MS),
    ...atMost(KNOWN_SESSIONS_MAX),
  });
  const reads = pLimit(SESSION_PROOFS_AT_ONCE);

  const note = (key: SessionKey, person: number): void => {
    people.set(key, person);
  };

  return {
    note,
    forget: (key) => void people.delete(key),
    personOf: (key) => people.get(key) ?? null,
    async prove(key) {
      if (reads.pendingCount >= SESSION_PROOFS_WAITING_MAX) return null;
      return reads(async () => {
        const found = await store.find(key, clock.now());
        if (found !== null) note(key, found.user.id);
        return found?.user.id ?? null;
      });
    },
  };
}

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
