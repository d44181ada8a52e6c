import type { Session, SessionKey } from '../domain/session.ts';
import type { SessionStore } from '../ports/storage/sessions.ts';
import type { Clock } from '../ports/system.ts';

export interface StillAllowedDeps {
  readonly sessions: Pick<SessionStore, 'find'>;
  readonly clock: Clock;
}

export type MaySee = (session: Session) => Promise<boolean>;

/** Whether a session exists and its user still has a permission. */
export type StillAllowed = (key: SessionKey, maySee: MaySee) => Promise<boolean>;

export function createStillAllowed({ sessions, clock }: StillAllowedDeps): StillAllowed {
  return async (key, maySee) => {
    const found = await sessions.find(key, clock.now());
    return found !== null && (await maySee(found));
  };
}
