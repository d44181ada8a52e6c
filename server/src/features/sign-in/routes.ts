import {
  COMPLETE_SIGN_IN,
  GET_SESSION,
  type MobileSignInAnswer,
  type NoSessionAnswer,
  SessionAnswer,
  SIGN_OUT,
  START_SIGN_IN,
} from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { everybody, signedInOr } from '../../http/access.ts';
import { STORAGE_OUTAGES } from '../../http/answers/last-resort.ts';
import { wantsJson } from '../../http/answers/outcome-page.ts';
import { addEndpoint, queryText } from '../../http/contract/add-endpoint.ts';
import { dueTo, sendRefusal } from '../../http/contract/answer-refusal.ts';
import {
  AUTH_CSRF_COOKIE,
  clearAllCookies,
  clearCsrfCookie,
  cookieValues,
  SESSION_COOKIE,
  setCsrfCookie,
  setSessionCookie,
} from '../../http/cookies.ts';
import { SIGN_IN_FAILED } from '../../http/refusals.ts';
import { type AnswersWithoutSession, credentialOf } from '../../http/session-guard.ts';
import { ok, refuse } from '../../lib/result.ts';
import { acceptReturnTo, withAuthError } from '../../lib/return-to.ts';
import { parseSessionId, type SessionKey, sessionKeyOf } from '../../lib/secrets.ts';
import type { Clock } from '../../lib/system.ts';
import { appSignInRoutes } from './app-routes.ts';
import {
  completeSignIn,
  type SignInOutcome,
  type SignInServices,
  sessionView,
  startAuthorization,
} from './complete-sign-in.ts';
import { deviceSignInRoutes } from './device-routes.ts';
import { refusalResponses, startRefusalResponses } from './messages.ts';
import { appErrorOf, withParameters } from './programs.ts';

const NO_SESSION: NoSessionAnswer = { authenticated: false, session: null };

/** Specification: `/api/auth/*`. */
export const signInRoutes: FastifyPluginAsync<SignInServices> = async (app, services) => {
  const { runtime, sessions } = services;
  await app.register(deviceSignInRoutes, services);
  await app.register(appSignInRoutes, services);

  addEndpoint(
    app,
    START_SIGN_IN,
    { access: everybody, refusalResponses: startRefusalResponses },
    async (request, reply) => {
      const started = await startSignIn(services, request.query.returnTo, request.query.mode);
      if (!started.ok) return refuse('return-to-too-long');
      setCsrfCookie(reply, AUTH_CSRF_COOKIE, started.value.csrf);
      return reply.redirect(started.value.location, 302);
    },
  );

  const completed = { access: everybody, refusalResponses: { ...refusalResponses, ...STORAGE_OUTAGES } };
  addEndpoint(app, COMPLETE_SIGN_IN, completed, async (request, reply) => {
    const [former] = cookieValues(request, SESSION_COOKIE);
    const formerId = parseSessionId(former ?? '');
    const outcome = await completeSignIn(services, {
      state: queryText(request, 'state'),
      code: queryText(request, 'code'),
      error: queryText(request, 'error'),
      csrfCookies: cookieValues(request, AUTH_CSRF_COOKIE),
      formerSession: formerId === null ? null : sessionKeyOf(formerId),
      userAgent: request.headers['user-agent'] ?? null,
    });
    if (outcome.kind === 'signed-in') sessions.known.note(outcome.session.key, outcome.session.user.id);
    return answerCallback(request, reply, outcome, runtime.clock);
  });

  addEndpoint(
    app,
    GET_SESSION,
    { access: signedInOr(withoutSession), writes: SessionAnswer, kept: { renewsCookie: true } },
    async (request, { session, id }, reply) => {
      const fresh = await sessions.fresh.shown(session);
      if (!fresh.ok) return withoutSession(request, reply);
      return ok({ authenticated: true, session: sessionView(id, fresh.value) });
    },
  );

  await app.register(async (scope) => {
    // Signing out must work whatever body is sent. Nobody reads it: it is dropped after the response.
    scope.addHook('onRequest', async (request) => {
      request.raw.headers['content-type'] = undefined;
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => {});
    addEndpoint(scope, SIGN_OUT, { access: everybody, endsSessions: true }, async (request, reply) => {
      const id = credentialOf(request)?.id ?? null;
      if (id !== null) await signOut(services, sessionKeyOf(id));
      clearAllCookies(reply);
      return ok({ ok: true });
    });
  });
};

/** Sends 401, or 200 with `optional=true`. Bypasses the serializer, whose schema covers sessions only. */
const withoutSession: AnswersWithoutSession = (request, reply) =>
  queryText(request, 'optional') === 'true'
    ? reply.code(200).type('application/json; charset=utf-8').serializer(JSON.stringify).send(NO_SESSION)
    : reply.code(401).send(NO_SESSION);

function answerCallback(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: SignInOutcome,
  clock: Clock,
): FastifyReply {
  if (outcome.kind === 'installation') return reply.redirect(`/api/install/callback${queryOf(request)}`, 302);
  if (outcome.kind === 'refused') {
    // The code is used up, so the flow cannot be retried.
    if (outcome.refusal === SIGN_IN_FAILED || outcome.refusal === 'another-person')
      clearCsrfCookie(reply, AUTH_CSRF_COOKIE);
    const { error } = refusalResponses[outcome.refusal];
    if (outcome.mode === 'app') {
      const parameters = { ...appErrorOf(outcome.refusal, error), state: outcome.appState };
      return reply.redirect(withParameters(outcome.returnTo, parameters), 302);
    }
    const asJson = outcome.mode === 'mobile' || (outcome.mode === null && wantsJson(request));
    if (asJson) return sendRefusal(reply, dueTo(refusalResponses[outcome.refusal], outcome.outage));
    const requestId = outcome.refusal === SIGN_IN_FAILED ? request.id : null;
    const details = { code: outcome.outage, requestId };
    return reply.redirect(withAuthError(outcome.returnTo, error, details), 302);
  }
  clearCsrfCookie(reply, AUTH_CSRF_COOKIE);
  if (outcome.kind === 'handed-over') return reply.redirect(outcome.location, 302);
  if (outcome.mode === 'mobile') {
    const answer: MobileSignInAnswer = { sessionToken: outcome.id, session: sessionView(outcome.id, outcome.session) };
    return reply.code(200).send(answer);
  }
  setSessionCookie(reply, outcome.id, outcome.session.expiresAt, clock.now());
  return reply.redirect(outcome.returnTo, 302);
}

const queryOf = (request: FastifyRequest): string => /\?.*$/s.exec(request.raw.url ?? '')?.[0] ?? '';

async function startSignIn(services: SignInServices, returnTo: string, mode: 'web' | 'mobile') {
  const accepted = acceptReturnTo(returnTo, services.signing.origin);
  return accepted.ok ? ok(await startAuthorization(services, { mode, returnTo: accepted.value })) : accepted;
}

/** Always succeeds: a failed deletion is logged and retried. */
async function signOut({ runtime, sessions }: SignInServices, key: SessionKey): Promise<void> {
  try {
    await sessions.store.delete(key);
  } catch (error) {
    runtime.log.error(
      { err: error },
      'could not delete a session at sign-out; it is rejected here, and deleted when the database is available',
    );
  }
}
