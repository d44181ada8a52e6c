import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Links } from '../links.ts';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { EntityTags } from './entity-tags.ts';
import { ApiError, badCredentials, errorBody, notAccessible, requiresAuthentication } from './errors.ts';
import { exchangeOf } from './exchange.ts';
import { ANONYMOUS, type RateLimits, type RateResource, rateHeaders, userRateKey } from './rate-limits.ts';
import { graphqlPrimaryBody, primaryRefusal } from './rate-refusals.ts';
import type { Viewer } from './visibility.ts';

/** REST versions the platform serves; the first is the default. GitHub docs: API versions. */
const API_VERSIONS = ['2022-11-28', '2026-03-10'] as const;

/** What stands between the network and every API call. */
export interface ApiGuardDeps {
  readonly world: World;
  readonly links: Links;
  readonly limits: RateLimits;
  readonly entityTags: EntityTags;
  readonly checkAppJwt: (jwt: string | null) => Promise<void>;
  readonly now: () => number;
}

/**
 * Puts the rules of all API calls on the routes of `app`: a User-Agent and a known version are
 * needed, a credential that does not work is refused even where none is needed, everything is
 * counted against the hourly limit, and GET replies carry an ETag.
 */
export function guardApi(app: FastifyInstance, resource: RateResource, deps: ApiGuardDeps): void {
  const { world, links, limits, entityTags, checkAppJwt, now } = deps;
  const counted = new WeakSet<FastifyRequest>();

  app.addHook('preHandler', async (request, reply) => {
    if ((request.headers['user-agent'] ?? '').trim() === '') return refuseWithoutUserAgent(reply);
    const version = request.headers['x-github-api-version'];
    if (version !== undefined && !API_VERSIONS.some((known) => known === version)) {
      throw new ApiError(400, `"${version}" is not a supported version of the API.`);
    }
    const credential = exchangeOf(request)?.credential;
    if (credential?.kind === 'unknown' || (credential?.kind === 'user' && credential.user === null))
      throw badCredentials();
    if (credential?.kind === 'app') await checkAppJwt(credential.jwt);
    if (credential?.kind === 'installation') {
      const installation = credential.grant && world.installation(credential.grant.installationId);
      if (!installation) throw badCredentials();
      if (installation.suspendedAt !== null) throw new ApiError(403, 'This installation has been suspended');
    }
    if (credential?.user && credential.user.suspension !== null) {
      throw new ApiError(403, 'Sorry. Your account was suspended.');
    }
    if (!limits.enforced() || request.url.endsWith('/rate_limit')) return;
    const owner = rateOwnerOf(request);
    const { remaining } = limits.charge(owner.key, resource, 0);
    // Counted before the work, so that calls at the same time cannot share the last one.
    limits.charge(owner.key, resource, 1);
    counted.add(request);
    if (remaining > 0) return;
    const { status, spelling } = limits.settings();
    if (resource === 'graphql') return reply.send(graphqlPrimaryBody(spelling, owner.words));
    throw primaryRefusal(status, owner.words);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('date')) reply.header('date', new Date(now()).toUTCString());
    reply.header('x-github-request-id', randomUUID().toUpperCase());
    reply.header('x-github-media-type', 'github.v3; format=json');
    reply.header('x-github-api-version-selected', request.headers['x-github-api-version'] ?? API_VERSIONS[0]);
    const isPlainRead = request.method === 'GET' && reply.statusCode === 200 && !exchangeOf(request)?.fault;
    const isConditional = isPlainRead && typeof payload === 'string';
    const sent = isConditional ? entityTags.answer(request, reply, payload) : payload;
    if (links.kind === 'enterprise-server') {
      reply.header('x-github-enterprise-version', 'enterprise-server@3.19.0');
    }
    if (limits.enforced() && !reply.hasHeader('x-ratelimit-limit')) {
      const isFree = reply.statusCode === 304 || request.url.endsWith('/rate_limit');
      const cost = Number(!isFree) - Number(counted.has(request));
      reply.headers(rateHeaders(limits.charge(rateOwnerOf(request).key, resource, cost)));
    }
    return sent;
  });

  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const refusal = error instanceof ApiError ? error : bodyRefusal(error);
    return reply.code(refusal.status).headers(refusal.headers).send(errorBody(refusal, links.kind));
  });
}

/** The user behind a request; refuses other callers. */
export function callingUser(request: FastifyRequest): UserRecord {
  const user = exchangeOf(request)?.credential.user;
  if (user) return user;
  const kind = exchangeOf(request)?.credential.kind;
  throw kind === 'none' || kind === 'basic' ? requiresAuthentication() : notAccessible();
}

/** Refuses callers that did not come with a JWT of the App. Its signature has been checked before. */
export async function requireApp(request: FastifyRequest, { checkAppJwt }: Pick<ApiGuardDeps, 'checkAppJwt'>) {
  if (exchangeOf(request)?.credential.kind !== 'app') await checkAppJwt(null);
}

/** The user or installation behind a request; refuses others. */
export function callingViewer(request: FastifyRequest, world: World): Viewer {
  const credential = exchangeOf(request)?.credential;
  const installation = credential?.grant ? world.installation(credential.grant.installationId) : null;
  return installation ? { kind: 'installation', installation } : { kind: 'user', user: callingUser(request) };
}

function refuseWithoutUserAgent(reply: FastifyReply) {
  return reply
    .code(403)
    .type('text/plain')
    .send('Request forbidden by administrative rules. Please make sure your request has a User-Agent header.');
}

/** Whose hourly limit a request draws on: the key of the bucket, and the words for a refusal. */
export function rateOwnerOf(request: FastifyRequest): { readonly key: string; readonly words: string } {
  const credential = exchangeOf(request)?.credential;
  if (credential?.user) return { key: userRateKey(credential.user.id), words: `user ID ${credential.user.id}` };
  const installationId = credential?.grant?.installationId;
  if (installationId !== undefined)
    return { key: `installation ${installationId}`, words: `installation ID ${installationId}` };
  if (credential?.kind === 'app') return { key: 'app', words: 'this App' };
  return { key: ANONYMOUS, words: request.ip };
}

function bodyRefusal(error: FastifyError): ApiError {
  if (error.statusCode === undefined || error.statusCode >= 500) throw error;
  return new ApiError(error.statusCode, error.message);
}
