import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import { OWN_SESSIONS_MAX } from '../../lib/limits/sessions.ts';
import { hashOf, type SessionKey } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { ListedSession } from '../../sessions/store/types.ts';

export interface OwnSessionServices {
  readonly runtime: Runtime;
  readonly sessions: Sessions;
}

/** The public name of a session: 32 hex characters, no credential. */
export const sessionNameOf = (key: SessionKey): string => hashOf(`name of a session ${key}`).slice(0, 32);

export async function listOwnSessions(
  { runtime, sessions }: OwnSessionServices,
  { key, user }: Session,
): Promise<readonly ListedSession[]> {
  await sessions.uses.flush();
  const listed = await sessions.store.ofUser(user.id, runtime.clock.now(), OWN_SESSIONS_MAX);
  return listed.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
}

/** Returns `ended: 0` if the person has no such session. */
export async function endNamedSession(
  { sessions }: OwnSessionServices,
  { user }: Session,
  name: string,
): Promise<{ readonly ended: number; readonly keys: readonly SessionKey[] }> {
  const keys = (await sessions.store.keysOfUser(user.id)).filter((key) => sessionNameOf(key) === name);
  return { ended: await endSessions(sessions, keys), keys };
}

export async function endOtherSessions({ sessions }: OwnSessionServices, { key, user }: Session): Promise<number> {
  return endSessions(
    sessions,
    (await sessions.store.keysOfUser(user.id)).filter((other) => other !== key),
  );
}

/** Returns how many existed. */
async function endSessions(sessions: Sessions, keys: readonly SessionKey[]): Promise<number> {
  let ended = 0;
  for (const key of keys) if (await sessions.store.delete(key)) ended += 1;
  return ended;
}
