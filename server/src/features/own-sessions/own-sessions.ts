import type { Session } from '../../domain/session.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import { hashOf } from '../../lib/crypto/secrets.ts';
import { OWN_SESSIONS_MAX } from '../../lib/limits/sessions.ts';
import type { Clock } from '../../lib/system.ts';
import type { SessionUses } from '../../sessions/session-uses.ts';
import type { ListedSession, SessionStore } from '../../sessions/store/types.ts';

export interface OwnSessionsDeps {
  readonly sessions: Pick<SessionStore, 'ofUser' | 'keysOfUser' | 'delete'>;
  readonly sessionUses: Pick<SessionUses, 'flush'>;
  readonly clock: Clock;
}

/** The public name of a session: 32 hex characters, no credential. */
export const sessionNameOf = (key: SessionKey): string => hashOf(`name of a session ${key}`).slice(0, 32);

export function createOwnSessions({ sessions, sessionUses, clock }: OwnSessionsDeps) {
  /** Returns how many existed. */
  async function end(keys: readonly SessionKey[]): Promise<number> {
    let ended = 0;
    for (const key of keys) if (await sessions.delete(key)) ended += 1;
    return ended;
  }

  return {
    async list({ key, user }: Session): Promise<readonly ListedSession[]> {
      await sessionUses.flush();
      const listed = await sessions.ofUser(user.id, clock.now(), OWN_SESSIONS_MAX);
      return listed.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
    },
    /** Returns `ended: 0` if the person has no such session. */
    async endNamed(
      { user }: Session,
      name: string,
    ): Promise<{ readonly ended: number; readonly keys: readonly SessionKey[] }> {
      const keys = (await sessions.keysOfUser(user.id)).filter((key) => sessionNameOf(key) === name);
      return { ended: await end(keys), keys };
    },
    async endOthers({ key, user }: Session): Promise<number> {
      return end((await sessions.keysOfUser(user.id)).filter((other) => other !== key));
    },
  };
}
