import { EXCHANGE_APP_CODE, START_APP_SIGN_IN } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { ok } from '../../../domain/result.ts';
import { STORAGE_OUTAGES } from '../../../http/answers/outages.ts';
import { addEndpoint } from '../../../http/contract/add-endpoint.ts';
import { everybody } from '../../../http/rights/access.ts';
import { AUTH_CSRF_COOKIE, setCsrfCookie } from '../../../http/session/cookies.ts';
import { sessionView } from '../session-view.ts';
import { createExchangeAppCode, type ExchangeAppCodeDeps } from './exchange-app-code.ts';
import { exchangeWireOf, startAppWireOf } from './messages.ts';
import { createStartAppSignIn, type StartAppSignInDeps } from './start-app-sign-in.ts';

export type AppSignInRoutesDeps = StartAppSignInDeps & ExchangeAppCodeDeps;

/** `/api/auth/app/*`, which the specification does not name. */
export const appSignInRoutes: FastifyPluginAsync<AppSignInRoutesDeps> = async (app, deps) => {
  const startAppSignIn = createStartAppSignIn(deps);
  const exchangeAppCode = createExchangeAppCode(deps);

  addEndpoint(app, START_APP_SIGN_IN, { access: everybody, wireOf: startAppWireOf }, async ({ query }, reply) => {
    const started = await startAppSignIn({
      redirectUri: query.redirect_uri,
      challenge: query.code_challenge,
      method: query.code_challenge_method,
      state: query.state,
    });
    if (!started.ok) return started;
    setCsrfCookie(reply, AUTH_CSRF_COOKIE, started.value.csrf);
    return reply.redirect(started.value.location, 302);
  });

  const exchanged = { access: everybody, wireOf: { ...exchangeWireOf, ...STORAGE_OUTAGES } };
  addEndpoint(app, EXCHANGE_APP_CODE, exchanged, async ({ body }) => {
    const outcome = await exchangeAppCode({
      code: body.code,
      verifier: body.code_verifier,
      redirectUri: body.redirect_uri,
    });
    if (!outcome.ok) return outcome;
    const { id, session } = outcome.value;
    return ok({ sessionToken: id, session: sessionView(id, session) });
  });
};
