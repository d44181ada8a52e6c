import { END_OTHER_SESSIONS, END_OWN_SESSION, LIST_OWN_SESSIONS, type OwnSession } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import { signedIn } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { clearAllCookies } from '../../http/cookies.ts';
import type { Jobs } from '../../jobs/services.ts';
import { OWN_SESSIONS_MAX } from '../../lib/limits/sessions.ts';
import { ok } from '../../lib/result.ts';
import { type SessionKey, sessionNameOf } from '../../lib/secrets.ts';
import type { Sessions } from '../../sessions/services.ts';
import type { ListedSession } from '../../sessions/store/types.ts';

interface OwnSessionServices {
  readonly runtime: Runtime;
  readonly jobs: Pick<Jobs, 'appWork'>;
  readonly sessions: Sessions;
}

/** `/api/auth/sessions` and below, which the specification does not name. */
export const ownSessionRoutes: FastifyPluginAsync<OwnSessionServices> = async (app, services) => {
  addEndpoint(app, LIST_OWN_SESSIONS, { access: signedIn }, async (_request, { session }) =>
    ok({ sessions: (await listOwnSessions(services, session)).map((listed) => sessionView(listed, session.key)) }),
  );

  addEndpoint(app, END_OWN_SESSION, { access: signedIn, endsSessions: true }, async (request, { session }, reply) => {
    const { ended, keys } = await endNamedSession(services, session, request.params.id);
    if (keys.includes(session.key)) {
      // Prevents renewal of the ended session's cookie.
      request.caller = null;
      clearAllCookies(reply);
    }
    return ok({ ended });
  });

  addEndpoint(app, END_OTHER_SESSIONS, { access: signedIn, endsSessions: true }, async (_request, { session }) =>
    ok({ ended: await endOtherSessions(services, session) }),
  );
};

const sessionView = (
  { key, createdAt, usedAt, expiresAt, client }: ListedSession,
  current: SessionKey,
): OwnSession => ({
  id: sessionNameOf(key),
  isCurrent: key === current,
  createdAt: createdAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
  client,
});

async function listOwnSessions(
  { runtime, sessions }: OwnSessionServices,
  { key, user }: Session,
): Promise<readonly ListedSession[]> {
  await sessions.uses.flush();
  const listed = await sessions.store.ofUser(user.id, runtime.clock.now(), OWN_SESSIONS_MAX);
  return listed.toSorted((a, b) => Number(b.key === key) - Number(a.key === key));
}

/** Also withdraws what was approved in it. Returns `ended: 0` if the person has no such session. */
async function endNamedSession(
  { sessions, jobs }: OwnSessionServices,
  { user }: Session,
  name: string,
): Promise<{ readonly ended: number; readonly keys: readonly SessionKey[] }> {
  const keys = (await sessions.store.keysOfUser(user.id)).filter((key) => sessionNameOf(key) === name);
  const ended = await jobs.appWork.withdrawWhile(user.id, { in: keys }, () => endSessions(sessions, keys));
  return { ended, keys };
}

/** Also withdraws what was approved in sessions that are over. */
const endOtherSessions = ({ sessions, jobs }: OwnSessionServices, { key, user }: Session): Promise<number> =>
  jobs.appWork.withdrawWhile(user.id, { except: [key] }, async () => {
    const others = (await sessions.store.keysOfUser(user.id)).filter((other) => other !== key);
    return endSessions(sessions, others);
  });

/** Returns how many existed. */
async function endSessions(sessions: Sessions, keys: readonly SessionKey[]): Promise<number> {
  let ended = 0;
  for (const key of keys) if (await sessions.store.delete(key)) ended += 1;
  return ended;
}
