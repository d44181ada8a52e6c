import { END_OTHER_SESSIONS, END_OWN_SESSION, LIST_OWN_SESSIONS, type OwnSession } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { SessionKey } from '../../domain/session.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { clearAllCookies } from '../../http/session/cookies.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import type { ListedSession } from '../../ports/storage/sessions.ts';
import { createOwnSessions, type OwnSessionsDeps, sessionNameOf } from './own-sessions.ts';

export interface OwnSessionRoutesDeps extends OwnSessionsDeps {
  readonly guard: SessionGuard;
}

/** An addition to the specification. */
export const ownSessionRoutes: FastifyPluginAsync<OwnSessionRoutesDeps> = async (app, deps) => {
  const { guard } = deps;
  const ownSessions = createOwnSessions(deps);
  const onRequest = guard.requireSession();
  const onChange = [onRequest, guard.refuseCrossSite];

  addEndpoint(app, LIST_OWN_SESSIONS, { onRequest }, async (request) => {
    const { session } = callerOf(request);
    return { sessions: (await ownSessions.list(session)).map((listed) => sessionView(listed, session.key)) };
  });

  addEndpoint(app, END_OWN_SESSION, { onRequest: onChange }, async (request, reply) => {
    const { session } = callerOf(request);
    const { ended, keys } = await ownSessions.endNamed(session, request.params.id);
    if (keys.includes(session.key)) {
      // Prevents renewal of the ended session's cookie.
      request.caller = null;
      clearAllCookies(reply);
    }
    return { ended };
  });

  addEndpoint(app, END_OTHER_SESSIONS, { onRequest: onChange }, async (request) => ({
    ended: await ownSessions.endOthers(callerOf(request).session),
  }));
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
