import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { errorFields, type OauthError } from './errors.ts';
import type { TokenPair } from './user-tokens.ts';

type TokenOutcome = { readonly pair: TokenPair } | { readonly error: OauthError };

/** Refusals have HTTP 200. GitHub docs: Generating and refreshing user access tokens. */
export function tokenRoutes(server: FastifyInstance, parts: Parts): void {
  server.post('/login/oauth/access_token', async (request, reply) => {
    const outcome = tokensFor(parametersOf(request), parts);
    return sendFields(
      request,
      reply,
      'pair' in outcome ? outcome.pair : errorFields(outcome.error, 'oauth-app-access-token'),
    );
  });
}

function tokensFor(parameter: (name: string) => string | null, { app, world, codes, userTokens }: Parts): TokenOutcome {
  if (parameter('client_id') !== app.clientId || parameter('client_secret') !== app.clientSecret) {
    return { error: 'incorrect_client_credentials' };
  }
  const grantType = parameter('grant_type');
  if (grantType === 'refresh_token') {
    const pair = userTokens.refresh(parameter('refresh_token') ?? '');
    return pair ? { pair } : { error: 'bad_refresh_token' };
  }
  if (grantType !== null && grantType !== 'authorization_code') return { error: 'unsupported_grant_type' };

  const redeemed = codes.redeem({
    code: parameter('code') ?? '',
    redirectUri: parameter('redirect_uri'),
    verifier: parameter('code_verifier'),
  });
  if ('refusal' in redeemed) return { error: redeemed.refusal };
  const user = world.userById(redeemed.userId);
  if (!user) return { error: 'bad_verification_code' };
  if (!user.emailVerified) return { error: 'unverified_user_email' };
  return { pair: userTokens.issue(user.id) };
}

function sendFields(request: FastifyRequest, reply: FastifyReply, fields: TokenPair) {
  reply.header('cache-control', 'no-store');
  if (/\bapplication\/json\b/i.test(request.headers.accept ?? '')) {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(fields));
  }
  const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  return reply.type('application/x-www-form-urlencoded; charset=utf-8').send(form.toString());
}

/** The body takes precedence over the query. */
function parametersOf(request: FastifyRequest): (name: string) => string | null {
  const query = new URL(request.raw.url ?? '/', 'http://simulator').searchParams;
  const body = new Map<string, unknown>(Object.entries(Object(request.body)));
  return (name) => {
    const value = body.get(name);
    return typeof value === 'string' ? value : query.get(name);
  };
}
