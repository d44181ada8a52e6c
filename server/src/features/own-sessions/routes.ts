import { END_OTHER_SESSIONS, END_OWN_SESSION, LIST_OWN_SESSIONS, type OwnSession } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { signedIn } from '../../http/access.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { clearAllCookies } from '../../http/session/cookies.ts';
import { ok } from '../../lib/result.ts';
import type { SessionKey } from '../../lib/secrets.ts';
import type { ListedSession } from '../../sessions/store/types.ts';
import {
  endNamedSession,
  endOtherSessions,
  listOwnSessions,
  type OwnSessionServices,
  sessionNameOf,
} from './own-sessions.ts';

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
