import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { rateOwnerOf } from './callers.ts';
import type { CallerCredential } from './credentials.ts';
import { ApiError, badCredentials, errorBody, installationSuspended } from './errors.ts';
import { graphqlPrimaryBody, primaryRefusal, type RateResource, rateHeaders } from './rate-limits.ts';

/** The first version is the default. GitHub docs: API versions. */
const API_VERSIONS = ['2022-11-28', '2026-03-10'] as const;

export function guardApi(
  app: FastifyInstance,
  usual: RateResource,
  { world, links, limits, entityTags, checkAppJwt, now }: Parts,
): void {
  const counted = new WeakSet<FastifyRequest>();
  const bucketOf = ({ routeOptions: { url = '' } }: FastifyRequest): RateResource =>
    url.includes('/app-manifests/') ? 'integration_manifest' : usual;

  app.addHook('preHandler', async (request, reply) => {
    if ((request.headers['user-agent'] ?? '').trim() === '') return refuseWithoutUserAgent(reply);
    const version = request.headers['x-github-api-version'];
    if (version !== undefined && !API_VERSIONS.some((supported) => supported === version)) {
      throw new ApiError(400, `"${version}" is not a supported version of the API.`);
    }
    await checkCredential(request.credential);
    if (!limits.enforced() || request.url.endsWith('/rate_limit')) return;
    const resource = bucketOf(request);
    const owner = rateOwnerOf(request);
    const { remaining } = limits.charge(owner, resource, 0);
    // Before the work, so that concurrent calls cannot share the last request.
    limits.charge(owner, resource, 1);
    counted.add(request);
    if (remaining > 0) return;
    const { status, spelling } = limits.settings();
    if (resource === 'graphql') return reply.send(graphqlPrimaryBody(spelling, owner.description));
    throw primaryRefusal(status, owner.description);
  });

  async function checkCredential({ kind, user, grant, jwt }: CallerCredential): Promise<void> {
    if (kind === 'unknown' || (kind === 'user' && user === null)) throw badCredentials();
    if (kind === 'app') await checkAppJwt(jwt);
    if (kind === 'installation') {
      const installation = grant && world.installation(grant.installationId);
      if (!installation) throw badCredentials();
      if (installation.suspendedAt !== null) throw installationSuspended();
    }
    if (user && user.suspension !== null) throw new ApiError(403, 'Sorry. Your account was suspended.');
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('date')) reply.header('date', new Date(now()).toUTCString());
    reply.header('x-github-request-id', randomUUID().toUpperCase());
    reply.header('x-github-media-type', 'github.v3; format=json');
    reply.header('x-github-api-version-selected', request.headers['x-github-api-version'] ?? API_VERSIONS[0]);
    const isPlainRead = request.method === 'GET' && reply.statusCode === 200 && !request.isSpoiled;
    const isConditional = isPlainRead && typeof payload === 'string';
    const sent = isConditional ? entityTags.answer(request, reply, payload) : payload;
    if (links.kind === 'enterprise-server') {
      reply.header('x-github-enterprise-version', `enterprise-server@${links.serverVersion}`);
    }
    if (limits.enforced() && !reply.hasHeader('x-ratelimit-limit')) {
      const isFree = reply.statusCode === 304 || request.url.endsWith('/rate_limit');
      const cost = Number(!isFree) - Number(counted.has(request));
      reply.headers(rateHeaders(limits.charge(rateOwnerOf(request), bucketOf(request), cost)));
    }
    return sent;
  });

  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (!(error instanceof ApiError) && (error.statusCode ?? 500) >= 500) throw error;
    const refusal = error instanceof ApiError ? error : new ApiError(error.statusCode ?? 400, error.message);
    return reply.code(refusal.status).headers(refusal.headers).send(errorBody(refusal, links.kind));
  });
}

function refuseWithoutUserAgent(reply: FastifyReply) {
  return reply
    .code(403)
    .type('text/plain')
    .send('Request forbidden by administrative rules. Please make sure your request has a User-Agent header.');
}
