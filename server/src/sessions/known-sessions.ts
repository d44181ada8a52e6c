import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { atMost } from '../lib/bounds/entries.ts';
import { lifetime } from '../lib/bounds/lifetime.ts';
import type { SessionKey } from '../lib/crypto/credentials.ts';
import {
  KNOWN_SESSION_MS,
  KNOWN_SESSIONS_MAX,
  SESSION_PROOFS_AT_ONCE,
  SESSION_PROOFS_WAITING_MAX,
} from '../lib/limits/sessions.ts';
import type { Clock } from '../lib/system.ts';
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
