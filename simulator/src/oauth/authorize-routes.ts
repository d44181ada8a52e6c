import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppRegistration } from '../apps/registration.ts';
import { type PageAnswer, sendAnswer } from '../pages/html.ts';
import { rawParameter, rawQueryOf, stateParameter, withParameters } from '../pages/raw-query.ts';
import type { Parts } from '../parts.ts';
import { authorizePage, UNKNOWN_APP_PAGE, UNKNOWN_PERSON_PAGE } from './authorize-page.ts';
import { errorFields, type OauthError } from './errors.ts';
import { isRegisteredCallback } from './redirect-uri.ts';

type AuthorizeRequest = NonNullable<ReturnType<typeof readRequest>>;

/** GitHub docs: Authorizing OAuth apps, web application flow. */
export function authorizeRoutes(server: FastifyInstance, { app, world, codes }: Parts): void {
  const path = '/login/oauth/authorize';
  server.get(path, async (request, reply) => sendAnswer(reply, whenGood(request, page)));
  server.post(path, async (request, reply) =>
    sendAnswer(
      reply,
      whenGood(request, (authorizeRequest) => decide(authorizeRequest, request.body)),
    ),
  );

  function whenGood(request: FastifyRequest, answer: (authorization: AuthorizeRequest) => PageAnswer): PageAnswer {
    const authorizeRequest = readRequest(request, app);
    if (!authorizeRequest) return UNKNOWN_APP_PAGE;
    return authorizeRequest.refusal === null
      ? answer(authorizeRequest)
      : { to: errorRedirect(authorizeRequest, authorizeRequest.refusal) };
  }

  function page({ suggestedLogin, redirectUri }: AuthorizeRequest): string {
    return authorizePage({
      app,
      people: world.offeredUsers(),
      suggested: world.user(suggestedLogin),
      returnOrigin: URL.canParse(redirectUri) ? new URL(redirectUri).host : redirectUri,
    });
  }

  function decide(authorizeRequest: AuthorizeRequest, body: unknown): PageAnswer {
    const { decision, login }: { decision?: unknown; login?: unknown } = Object(body);
    if (decision !== 'authorize') return { to: errorRedirect(authorizeRequest, 'access_denied') };
    const user = typeof login === 'string' ? world.user(login) : null;
    if (!user || user.suspension !== null) return UNKNOWN_PERSON_PAGE;
    const code = codes.issue({
      userId: user.id,
      redirectUri: authorizeRequest.redirectUri,
      challenge: authorizeRequest.challenge,
    });
    return {
      to: withParameters(authorizeRequest.redirectUri, [`code=${code}`, ...stateParameter(authorizeRequest.rawState)]),
    };
  }
}

function readRequest(request: FastifyRequest, app: AppRegistration) {
  const rawQuery = rawQueryOf(request.raw.url);
  const query = new URLSearchParams(rawQuery);
  if (query.get('client_id') !== app.clientId) return null;
  const registered = app.callbackUrls[0] ?? '';
  const redirectUri = query.get('redirect_uri') ?? registered;
  const matched = isRegisteredCallback(redirectUri, app.callbackUrls, app.wildcardCallbacks);
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  const badChallenge =
    (challenge !== null || method !== null) && (method !== 'S256' || !/^[\w-]{43}$/.test(challenge ?? ''));
  return {
    redirectUri: matched ? redirectUri : registered,
    challenge,
    rawState: rawParameter(rawQuery, 'state'),
    suggestedLogin: query.get('login') ?? '',
    refusal: refusalOf(app.suspended, matched, badChallenge),
  };
}

function refusalOf(suspended: boolean, matched: boolean, badChallenge: boolean): OauthError | null {
  if (suspended) return 'application_suspended';
  if (!matched) return 'redirect_uri_mismatch';
  return badChallenge ? 'invalid_request' : null;
}

function errorRedirect(authorizeRequest: AuthorizeRequest, error: OauthError): string {
  const parameters = new URLSearchParams(errorFields(error, 'authorization'));
  return withParameters(authorizeRequest.redirectUri, [
    parameters.toString(),
    ...stateParameter(authorizeRequest.rawState),
  ]);
}
