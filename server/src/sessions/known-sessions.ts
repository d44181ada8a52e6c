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

/** Sessions that this instance has seen, and whose they are: only to count requests by, never to let anybody in. */
export interface KnownSessions {
  note(session: Pick<Session, 'key' | 'user'>): void;
  forget(key: SessionKey): void;
  /** ID of the person; null when the session has not been seen for a while: it may have ended, here or elsewhere. */
  personOf(key: SessionKey): number | null;
  /** The same, and looks it up; also null when too many look-ups are waiting already. */
  prove(key: SessionKey): Promise<number | null>;
}

/** Remembers the sessions used last. Few are looked up at once, so that IDs that somebody made up cost little. */
export function createKnownSessions({ sessions, clock }: KnownSessionsDeps): KnownSessions {
  /** The longest unused first. */
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
      // A clock that was put back has it looked up anew.
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
        // Whoever waits takes the place over.
        const next = waiting.shift();
        if (next === undefined) underWay -= 1;
        else next();
      }
    },
  };
}
