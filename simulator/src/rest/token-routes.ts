import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notFound, requiresAuthentication } from '../api/errors.ts';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../links.ts';
import type { UserTokens } from '../oauth/user-tokens.ts';
import type { RestViews } from '../views/views.ts';
import { isoSeconds } from '../world/store.ts';
import type { World } from '../world/world.ts';

/** What token maintenance needs. */
export interface OauthMaintenanceDeps {
  readonly app: AppRegistration;
  readonly world: World;
  readonly userTokens: UserTokens;
  readonly views: RestViews;
  readonly links: Links;
}

/**
 * Checking and withdrawing tokens, with the client ID and secret as HTTP Basic credentials. Belongs
 * among the REST routes, whose rules hold for it too. GitHub docs: REST API endpoints for OAuth authorizations.
 */
export function oauthMaintenanceRoutes(server: FastifyInstance, deps: OauthMaintenanceDeps): void {
  const { app, world, userTokens, views, links } = deps;
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

function tokenProblem(code: 'missing_field' | 'invalid'): ApiError {
  return new ApiError(422, 'Validation Failed', {}, [{ resource: 'OauthAccess', code, field: 'access_token' }]);
}
