import {
  COMPLETE_INSTALL,
  GET_INSTALL_STATUS,
  LINK_INSTALLATION,
  LIST_INSTALLATION_REQUESTS,
  type Outage,
  START_INSTALLATION,
} from '@orgdesk/contract';
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { idOrNull, parseInstallationId } from '../../domain/installation.ts';
import type { Session } from '../../domain/session.ts';
import { everybody, signedIn, signedInOr } from '../../http/access.ts';
import { sendOutcomePage, wantsPage } from '../../http/answers/outcome-page.ts';
import { acceptedCoding, hasCopy } from '../../http/answers/static-files.ts';
import { addEndpoint, queryText } from '../../http/contract/add-endpoint.ts';
import { dueTo, outageNameIn, sendRefusal } from '../../http/contract/answer-refusal.ts';
import { clearCsrfCookie, cookieValues, INSTALL_CSRF_COOKIE, setCsrfCookie } from '../../http/cookies.ts';
import { credentialOf, sendToSignIn } from '../../http/session-guard.ts';
import { ok, refuse } from '../../lib/result.ts';
import { acceptReturnTo } from '../../lib/return-to.ts';
import { makeCsrf, sessionKeyOf } from '../../lib/secrets.ts';
import {
  callbackRefusalResponses,
  completeInstallation,
  completeRefusalResponses,
  createLinkInstallation,
  type InstallationRefusal,
  type InstallationServices,
  requestsRefusalResponses,
  startRefusalResponses,
} from './complete-installation.ts';
import { listRequests } from './list-requests.ts';
import { createStatusAnswers } from './status-answers.ts';

/** Specification: `/api/install/*` without the webhook. */
export const installationRoutes: FastifyPluginAsync<InstallationServices> = async (app, services) => {
  const linkInstallation = createLinkInstallation(services);
  const statusAnswers = createStatusAnswers(services.sessions.installations);

  addEndpoint(
    app,
    START_INSTALLATION,
    { access: signedInOr(sendToSignIn), refusalResponses: startRefusalResponses },
    async (request, { session }, reply) => {
      const { returnTo, targetId } = request.query;
      const target = targetId === undefined ? null : parseInstallationId(targetId);
      if (targetId !== undefined && target === null) return refuse('target-invalid');
      const started = await startInstallation(services, session, returnTo, target);
      if (!started.ok) return refuse('return-to-too-long');
      setCsrfCookie(reply, INSTALL_CSRF_COOKIE, started.value.csrf);
      return reply.redirect(started.value.location, 302);
    },
  );

  await app.register(async (scope) => {
    // The specification fixes the message for every unexpected error here.
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) throw error;
      scope.logFailure(request.log, {
        level: 'error',
        error,
        fields: { reqId: request.id },
        message: 'could not link an installation',
      });
      return refuseCallback(request, reply, { reason: 'failed', returnTo: '/' }, outageNameIn(error));
    });
    addEndpoint(
      scope,
      COMPLETE_INSTALL,
      { access: everybody, refusalResponses: callbackRefusalResponses, page: true },
      async (request, reply) => {
        const id = credentialOf(request)?.id ?? null;
        const outcome = await completeInstallation(services, linkInstallation, {
          state: queryText(request, 'state'),
          installationId: queryText(request, 'installation_id'),
          csrfCookies: cookieValues(request, INSTALL_CSRF_COOKIE),
          requestSession: id === null ? null : sessionKeyOf(id),
        });
        if (!outcome.ok) return refuseCallback(request, reply, outcome.refusal);
        clearCsrfCookie(reply, INSTALL_CSRF_COOKIE);
        return reply.redirect(outcome.value, 302);
      },
    );
  });

  addEndpoint(app, GET_INSTALL_STATUS, { access: signedIn }, async (request, { session }, reply) => {
    const records = await services.cache.findOfSession(session);
    reply.header('Vary', 'accept-encoding');
    if (request.headers['if-none-match'] !== undefined) {
      const etag = statusAnswers.etagOf(records);
      if (hasCopy(request, etag)) return reply.code(304).header('ETag', etag).send();
    }
    const { etag, bytes, isCompressed } = await statusAnswers.answerOf(
      records,
      acceptedCoding(request, ['gzip']) !== null,
    );
    if (isCompressed) reply.header('Content-Encoding', 'gzip');
    return reply.header('ETag', etag).header('Content-Type', 'application/json; charset=utf-8').send(bytes);
  });

  addEndpoint(
    app,
    LIST_INSTALLATION_REQUESTS,
    { access: signedIn, refusalResponses: requestsRefusalResponses },
    async (_request, { session }) => {
      const listed = await listRequests(services, session);
      return listed.ok ? ok({ requests: listed.value }) : listed;
    },
  );

  addEndpoint(
    app,
    LINK_INSTALLATION,
    { access: signedIn, crossSiteFirst: true, refusalResponses: completeRefusalResponses },
    async (request, { session }) => {
      const installationId = idOrNull(Object(request.body).installationId);
      if (installationId === null) return refuse('id-invalid');
      const linked = await linkInstallation(session, installationId);
      return linked.ok ? ok({ ok: true, installationId }) : linked;
    },
  );
};

function refuseCallback(
  request: FastifyRequest,
  reply: FastifyReply,
  { reason, returnTo }: { readonly reason: InstallationRefusal; readonly returnTo: string },
  outage: Outage | null = null,
): FastifyReply {
  const response = dueTo(callbackRefusalResponses[reason], outage);
  const { status, error } = response;
  // After these refusals, retrying the same address cannot succeed.
  if (reason === 'no-session' || reason === 'not-found') clearCsrfCookie(reply, INSTALL_CSRF_COOKIE);
  if (!wantsPage(request)) return sendRefusal(reply, response);
  const requested = reason === 'parameters-missing' && Object(request.query).setup_action === 'request';
  const returnHref = reason === 'no-session' ? `/api/auth/start?returnTo=${encodeURIComponent(returnTo)}` : returnTo;
  const page = UNDECIDED.has(reason) ? SEE : UNCONFIRMED;
  return sendOutcomePage(reply, { status, message: error, returnHref, ...(requested ? REQUESTED : page) });
}

const REQUESTED = {
  title: 'Waiting for approval',
  message: "The organization's owners were asked to approve the App.",
  advice: "Once approved, the App appears as installed. You don't need to do anything else here.",
} as const;

/**
 * Also the reasons after a change on the platform's own pages, which send nobody back with a state, after a long time
 * there, and after a reload. What was done there is known when its webhook has come (decision I13).
 */
const UNDECIDED: ReadonlySet<InstallationRefusal> = new Set(['parameters-missing', 'state-invalid', 'csrf-mismatch']);
const SEE = {
  title: 'Back from GitHub: see whether the App is installed',
  advice:
    'If you installed or changed the App, the list of installations shows it once GitHub has reported it, usually within seconds.',
  returnHref: '/installations',
  returnText: 'Show the installations',
} as const;
/** It may be installed all the same. */
const UNCONFIRMED = { title: 'The installation could not be confirmed', advice: null } as const;

/**
 * Returns the redirect and its CSRF value. The state contains the session's key, which is no credential (decision S2).
 */
async function startInstallation(
  { runtime, codeHost, signing }: InstallationServices,
  session: Session,
  returnTo: string,
  targetId: number | null,
) {
  const accepted = acceptReturnTo(returnTo, signing.origin);
  if (!accepted.ok) return accepted;
  const csrf = makeCsrf(runtime.entropy);
  const state = await signing.stateTokens.issue({
    type: 'install',
    csrf,
    returnTo: accepted.value,
    sessionId: session.key,
  });
  return ok({ location: await codeHost.installUrl({ state, targetId }), csrf });
}
