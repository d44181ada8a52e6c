import {
  KNOWN_SESSION_MS,
  KNOWN_SESSIONS_MAX,
  SESSION_PROOFS_AT_ONCE,
  SESSION_PROOFS_WAITING_MAX,
} from '../domain/limits/sessions.ts';
import type { Session, SessionKey } from '../domain/session.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Clock } from '../ports/system.ts';

export interface KnownSessionsDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly clock: Clock;
}

/** Used to count requests, never to authorize. */
export interface KnownSessions {
  note(session: Pick<Session, 'key' | 'user'>): void;
  forget(key: SessionKey): void;
  /** Null if not seen recently, since the session may have ended. */
  personOf(key: SessionKey): number | null;
  /** Reads unknown sessions. Null also if too many reads are queued. */
  prove(key: SessionKey): Promise<number | null>;
}

/** Limits concurrent reads, so that invented IDs cost little. */
export function createKnownSessions({ sessions, clock }: KnownSessionsDeps): KnownSessions {
  const people = new Map<SessionKey, { readonly userId: number; readonly seenAt: number }>();
  const waiting: (() => void)[] = [];
  let underWay = 0;

  const note = ({ key, user }: Pick<Session, 'key' | 'user'>): void => {
    people.delete(key);
    const [oldest] = people.keys();
    if (people.size >= KNOWN_SESSIONS_MAX && oldest !== undefined) people.delete(oldest);
    people.set(key, { userId: user.id, seenAt: clock.now().getTime() });
  };

  return {
    note,
    forget: (key) => void people.delete(key),
    personOf(key) {
      const known = people.get(key);
      if (known === undefined) return null;
      // If the clock was set back, read the session again.
      return Math.abs(clock.now().getTime() - known.seenAt) < KNOWN_SESSION_MS ? known.userId : null;
    },
    async prove(key) {
      if (underWay >= SESSION_PROOFS_AT_ONCE) {
        if (waiting.length >= SESSION_PROOFS_WAITING_MAX) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else underWay += 1;
      try {
        const found = await sessions.find(key, clock.now());
        if (found !== null) note(found);
        return found?.user.id ?? null;
      } finally {
        // The next read in the queue continues.
        const next = waiting.shift();
        if (next === undefined) underWay -= 1;
        else next();
      }
    },
  };
}
