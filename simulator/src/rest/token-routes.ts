import type { FastifyRequest } from 'fastify';
import { demand, notFound, requiresAuthentication, validationFailed } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import { isoSeconds } from '../world/store.ts';
import type { Endpoints } from './endpoint.ts';

/** GitHub docs: REST API endpoints for OAuth authorizations. */
export function tokenRoutes(endpoint: Endpoints, { app, world, userTokens, views, links }: Parts): void {
  const byClient = ({ headers }: FastifyRequest, { clientId }: { readonly clientId: string }): void => {
    const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const presented = Buffer.from(encoded, 'base64').toString('utf8');
    if (presented !== `${app.clientId}:${app.clientSecret}`) throw requiresAuthentication();
    if (clientId !== app.clientId) throw notFound();
  };
  const working = (token: string) => {
    const checked = userTokens.check(token);
    if (checked) return checked;
    throw tokenProblem('invalid');
  };

  endpoint('POST /applications/:clientId/token', { by: byClient, body: presentedToken }, ({ body: token }) => {
    const { userId, expiresAt } = demand(userTokens.check(token));
    const user = demand(world.userById(userId));
    return {
      id: user.id,
      url: links.api(`/authorizations/${user.id}`),
      app: { client_id: app.clientId, name: app.name, url: links.web('/') },
      token,
      token_last_eight: token.slice(-8),
      expires_at: expiresAt === null ? null : isoSeconds(expiresAt),
      scopes: [],
      user: views.user(user),
    };
  });

  endpoint('DELETE /applications/:clientId/token', { by: byClient, body: presentedToken }, ({ body: token }) => {
    working(token);
    userTokens.revoke(token);
  });

  endpoint('DELETE /applications/:clientId/grant', { by: byClient, body: presentedToken }, ({ body: token }) =>
    userTokens.revokeAll(working(token).userId),
  );
}

function presentedToken(body: unknown): string {
  const { access_token: token }: { access_token?: unknown } = Object(body);
  if (typeof token === 'string') return token;
  throw tokenProblem('missing_field');
}

const tokenProblem = (code: 'missing_field' | 'invalid') =>
  validationFailed({ resource: 'OauthAccess', code, field: 'access_token' });
