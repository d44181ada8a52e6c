import type { Session, SessionKey } from '../domain/session.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Clock } from '../ports/system.ts';

export interface StillAllowedDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly clock: Clock;
}

/** Whether a person may see something, in the session as it is now. */
export type MaySee = (session: Session) => Promise<boolean>;

/** Whether a session still exists and its person may still see something. */
export type StillAllowed = (key: SessionKey, maySee: MaySee) => Promise<boolean>;

export function createStillAllowed({ sessions, clock }: StillAllowedDeps): StillAllowed {
  return async (key, maySee) => {
    const found = await sessions.find(key, clock.now());
    return found !== null && (await maySee(found));
  };
}
