import { EXCHANGE_APP_CODE, START_APP_SIGN_IN } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Session } from '../../domain/session.ts';
import { everybody } from '../../http/access.ts';
import { STORAGE_OUTAGES } from '../../http/answers/last-resort.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { AUTH_CSRF_COOKIE, setCsrfCookie } from '../../http/cookies.ts';
import type { RefusalResponse } from '../../http/refusals.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { challengeOf, hashOf, type SessionId, sessionKeyOf } from '../../lib/secrets.ts';
import { type Authorization, type SignInServices, sessionView, startAuthorization } from './complete-sign-in.ts';
import { parseAppCode, sessionIdFrom } from './programs.ts';

const startAppRefusalResponses = {
  'address-not-allowed': {
    status: 400,
    error: 'This app cannot be used to sign in: its return address is not in the setting APP_REDIRECTS.',
  },
  'no-challenge': {
    status: 400,
    error: 'This app cannot be used to sign in: it sends no code_challenge with the method S256.',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

const exchangeRefusalResponses = {
  invalid_grant: {
    status: 400,
    error: 'This code is not valid for this app, or was used before. Please sign in again.',
    code: 'invalid_grant',
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

/** `/api/auth/app/*`, which the specification does not name. */
export const appSignInRoutes: FastifyPluginAsync<SignInServices> = async (app, services) => {
  addEndpoint(
    app,
    START_APP_SIGN_IN,
    { access: everybody, refusalResponses: startAppRefusalResponses },
    async ({ query }, reply) => {
      const started = await startAppSignIn(services, {
        redirectUri: query.redirect_uri,
        challenge: query.code_challenge,
        method: query.code_challenge_method,
        state: query.state,
      });
      if (!started.ok) return started;
      setCsrfCookie(reply, AUTH_CSRF_COOKIE, started.value.csrf);
      return reply.redirect(started.value.location, 302);
    },
  );

  const exchanged = { access: everybody, refusalResponses: { ...exchangeRefusalResponses, ...STORAGE_OUTAGES } };
  addEndpoint(app, EXCHANGE_APP_CODE, exchanged, async ({ body }) => {
    const outcome = await exchangeAppCode(services, {
      code: body.code,
      verifier: body.code_verifier,
      redirectUri: body.redirect_uri,
    });
    if (!outcome.ok) return outcome;
    const { id, session } = outcome.value;
    return ok({ sessionToken: id, session: sessionView(id, session) });
  });
};

interface AppSignIn {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly method: string;
  readonly state: string;
}

async function startAppSignIn(
  services: SignInServices,
  { redirectUri, challenge, method, state }: AppSignIn,
): Promise<Result<Authorization, keyof typeof startAppRefusalResponses>> {
  if (!services.appRedirects.includes(redirectUri)) return refuse('address-not-allowed');
  if (method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) return refuse('no-challenge');
  return ok(await startAuthorization(services, { mode: 'app', returnTo: redirectUri, challenge, appState: state }));
}

interface AppCode {
  readonly code: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

interface AppSession {
  readonly id: SessionId;
  readonly session: Session;
}

/**
 * Finds the session by an ID derived from code, verifier and address, so that a wrong one finds nothing and uses up
 * nothing. A code that comes twice ends its session (RFC 6749, 4.1.2).
 */
async function exchangeAppCode(
  { runtime, sessions, signing, jobs }: SignInServices,
  { code, verifier, redirectUri }: AppCode,
): Promise<Result<AppSession, 'invalid_grant'>> {
  const now = runtime.clock.now();
  const expiresAt = parseAppCode(code);
  if (expiresAt === null || expiresAt <= now) return refuse('invalid_grant');
  const id = sessionIdFrom(['app', code, challengeOf(verifier), redirectUri], signing.key);
  const key = sessionKeyOf(id);
  const session = await sessions.store.find(key, now);
  if (session === null) return refuse('invalid_grant');
  if (await sessions.store.useState(hashOf(`app code ${code}`), expiresAt)) return ok({ id, session });
  await sessions.store.delete(key);
  await jobs.appWork.withdraw(session.user.id, { in: [key] });
  return refuse('invalid_grant');
}
