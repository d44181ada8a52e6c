import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppRegistration } from '../apps/registration.ts';
import { sendPage } from '../pages/html.ts';
import { rawParameter, rawQueryOf, stateParameter, withParameters } from '../pages/raw-query.ts';
import type { Parts } from '../parts.ts';
import { authorizePage, unknownAppPage, unknownPersonPage } from './authorize-page.ts';
import { isRegisteredCallback } from './redirect-uri.ts';

/** Sentences of error redirects. GitHub docs: Troubleshooting authorization request errors. */
const DESCRIPTIONS = {
  access_denied: 'The user has denied your application access.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  application_suspended: 'Your application has been suspended. Contact support@github.com.',
  invalid_request: 'The code_challenge must be 43 characters and its method S256.',
} as const;

/** An authorization request, read from the address of the page. */
interface AuthorizeRequest {
  readonly redirectUri: string;
  readonly challenge: string | null;
  /** Undecoded, so that it goes back byte for byte. */
  readonly rawState: string | null;
  readonly suggestedLogin: string;
  readonly refusal: keyof typeof DESCRIPTIONS | null;
}

/** The authorization page and the form on it. GitHub docs: Authorizing OAuth apps, web application flow. */
export function authorizeRoutes(server: FastifyInstance, { app, world, codes }: Parts): void {
  /** Answers a request for a known App that is in order; sends the refusal of any other. */
  const whenGood =
    (answer: (asked: AuthorizeRequest, request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = readRequest(request, app);
      if (!asked) return sendPage(reply.code(404), unknownAppPage());
      if (asked.refusal !== null) return reply.redirect(errorRedirect(asked, asked.refusal));
      return answer(asked, request, reply);
    };

  server.get(
    '/login/oauth/authorize',
    whenGood((asked, _request, reply) => {
      const page = authorizePage({
        app,
        people: world.offeredUsers(),
        suggested: world.user(asked.suggestedLogin),
        returnOrigin: URL.canParse(asked.redirectUri) ? new URL(asked.redirectUri).host : asked.redirectUri,
      });
      return sendPage(reply, page);
    }),
  );

  server.post(
    '/login/oauth/authorize',
    whenGood((asked, request, reply) => {
      const { decision, login }: { decision?: unknown; login?: unknown } = Object(request.body);
      if (decision !== 'authorize') return reply.redirect(errorRedirect(asked, 'access_denied'));
      const user = typeof login === 'string' ? world.user(login) : null;
      if (!user || user.suspension !== null) return sendPage(reply.code(422), unknownPersonPage());
      const code = codes.issue({ userId: user.id, redirectUri: asked.redirectUri, challenge: asked.challenge });
      return reply.redirect(withParameters(asked.redirectUri, [`code=${code}`, ...stateParameter(asked.rawState)]));
    }),
  );
}

/** Null when no App has this client ID. */
function readRequest(request: FastifyRequest, app: AppRegistration): AuthorizeRequest | null {
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
    refusal: refusalOf({ suspended: app.suspended, matched, badChallenge }),
  };
}

function refusalOf(found: { readonly suspended: boolean; readonly matched: boolean; readonly badChallenge: boolean }) {
  if (found.suspended) return 'application_suspended';
  if (!found.matched) return 'redirect_uri_mismatch';
  return found.badChallenge ? 'invalid_request' : null;
}

function errorRedirect(asked: AuthorizeRequest, error: keyof typeof DESCRIPTIONS): string {
  const parameters = new URLSearchParams({
    error,
    error_description: DESCRIPTIONS[error],
    error_uri: `https://docs.github.com/apps/troubleshooting-authorization-request-errors/#${error.replaceAll('_', '-')}`,
  });
  return withParameters(asked.redirectUri, [parameters.toString(), ...stateParameter(asked.rawState)]);
}
