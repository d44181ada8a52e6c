import { AccessAnswer, ErrorAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf, type SessionGuard, SIGN_IN_FIRST } from '../../http/session/session-guard.ts';
import type { CodeHost } from '../../ports/code-host.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { createCheckAccess } from './check-access.ts';
import { createLookAtApp, type LookAtAppDeps } from './look-at-app.ts';
import { wireOf } from './messages.ts';
import { GET_ORGANIZATION_ACCESS } from './operations.ts';

export interface AccessRoutesDeps extends LookAtAppDeps {
  readonly guard: SessionGuard;
  readonly codeHost: Pick<CodeHost, 'ownMembership' | 'registeredApp'>;
  readonly freshSession: FreshSession;
}

/** `GET /api/organizations/{login}/access`, which the specification does not name (decision O3). */
export const accessRoutes: FastifyPluginAsync<AccessRoutesDeps> = async (app, deps) => {
  const checkAccess = createCheckAccess({ ...deps, lookAtApp: createLookAtApp(deps) });

  app.get<{ Params: { login: string } }>(
    '/api/organizations/:login/access',
    {
      config: { operation: GET_ORGANIZATION_ACCESS },
      onRequest: deps.guard.requireSession(SIGN_IN_FIRST),
      schema: { response: { 200: AccessAnswer, '4xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const outcome = await checkAccess(callerOf(request).session, request.params.login);
      if (outcome.ok) return { access: outcome.value };
      const { status, error } = wireOf[outcome.refusal];
      return reply.code(status).send({ error });
    },
  );
};
