import { GET_ORGANIZATION_ACCESS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { type CheckAccessDeps, createCheckAccess } from './check-access.ts';
import { createLookAtApp, type LookAtAppDeps } from './look-at-app.ts';
import { wireOf } from './messages.ts';

export type AccessRoutesDeps = LookAtAppDeps & Omit<CheckAccessDeps, 'lookAtApp'> & { readonly guard: SessionGuard };

/** An addition to the specification (decision O3). */
export const accessRoutes: FastifyPluginAsync<AccessRoutesDeps> = async (app, deps) => {
  const checkAccess = createCheckAccess({ ...deps, lookAtApp: createLookAtApp(deps) });

  addEndpoint(
    app,
    GET_ORGANIZATION_ACCESS,
    { onRequest: deps.guard.requireSession(), wireOf },
    async (request, reply) => {
      const outcome = await checkAccess(callerOf(request).session, request.params.login);
      return outcome.ok ? { access: outcome.value } : sendRefusal(reply, wireOf[outcome.refusal]);
    },
  );
};
