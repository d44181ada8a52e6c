import { GET_ORGANIZATION_ACCESS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { signedIn } from '../../http/rights/access.ts';
import { ok } from '../../lib/result.ts';
import { type CheckAccessDeps, createCheckAccess } from './check-access.ts';
import { wireOf } from './messages.ts';
import { createReadApp, type ReadAppDeps } from './read-app.ts';

export type AccessRoutesDeps = ReadAppDeps & Omit<CheckAccessDeps, 'readApp'>;

/** An addition to the specification (decision O3). */
export const accessRoutes: FastifyPluginAsync<AccessRoutesDeps> = async (app, deps) => {
  const checkAccess = createCheckAccess({ ...deps, readApp: createReadApp(deps) });

  addEndpoint(app, GET_ORGANIZATION_ACCESS, { access: signedIn, wireOf }, async (request, { session }) => {
    const outcome = await checkAccess(session, request.params.login);
    return outcome.ok ? ok({ access: outcome.value }) : outcome;
  });
};
