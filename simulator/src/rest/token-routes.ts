import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, requiresAuthentication, validationFailed } from '../api/errors.ts';
import type { AppRegistration } from '../apps/registration.ts';
import type { Parts } from '../parts.ts';
import { isoSeconds } from '../world/store.ts';

/**
 * Checking and withdrawing tokens, with the client ID and secret as HTTP Basic credentials.
 * GitHub docs: REST API endpoints for OAuth authorizations.
 */
export function tokenRoutes(server: FastifyInstance, { app, world, userTokens, views, links }: Parts): void {
  const paths = { token: '/applications/:clientId/token', grant: '/applications/:clientId/grant' } as const;

  server.post<{ Params: { clientId: string } }>(paths.token, async (request) => {
    const token = presentedToken(request, app);
    const checked = userTokens.check(token);
    const user = checked && world.userById(checked.userId);
    if (!checked || !user) throw notFound();
    return {
      id: user.id,
      url: links.api(`/authorizations/${user.id}`),
      app: { client_id: app.clientId, name: app.name, url: links.web('/') },
      token,
      token_last_eight: token.slice(-8),
      expires_at: checked.expiresAt === null ? null : isoSeconds(checked.expiresAt),
      scopes: [],
      user: views.user(user),
    };
  });

  server.delete<{ Params: { clientId: string } }>(paths.token, async (request, reply) => {
    const token = presentedToken(request, app);
    if (userTokens.check(token) === null) throw tokenProblem('invalid');
    userTokens.revoke(token);
    return reply.code(204).send();
  });

  server.delete<{ Params: { clientId: string } }>(paths.grant, async (request, reply) => {
    const checked = userTokens.check(presentedToken(request, app));
    if (!checked) throw tokenProblem('invalid');
    userTokens.revokeAll(checked.userId);
    return reply.code(204).send();
  });
}

function presentedToken(request: FastifyRequest<{ Params: { clientId: string } }>, app: AppRegistration): string {
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const presented = Buffer.from(encoded, 'base64').toString('utf8');
  if (presented !== `${app.clientId}:${app.clientSecret}`) throw requiresAuthentication();
  if (request.params.clientId !== app.clientId) throw notFound();
  const { access_token: token }: { access_token?: unknown } = Object(request.body);
  if (typeof token === 'string') return token;
  throw tokenProblem('missing_field');
}

const tokenProblem = (code: 'missing_field' | 'invalid') =>
  validationFailed({ resource: 'OauthAccess', code, field: 'access_token' });
