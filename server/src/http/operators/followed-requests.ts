import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import fp from 'fastify-plugin';
import type { Runtime } from '../../domain/runtime.ts';
import type { TracedRequest } from '../../lib/traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    followed: TracedRequest | null;
  }
}

export interface FollowedRequestsOptions {
  readonly runtime: Runtime;
  /** Only these may set a trace context. */
  readonly trustedProxies: readonly string[];
}

/** Safe in headers, logs and the audit log. */
const REQUEST_ID = /^[\w.:+/=-]{1,64}$/;

/** Returns the `X-Request-Id` of a trusted proxy; null if missing or invalid. */
export function createCarriedId(trustedProxies: readonly string[]): (request: IncomingMessage) => string | null {
  const isTrusted = createIsTrusted(trustedProxies);
  return (request) => {
    const id = request.headers['x-request-id'];
    return typeof id === 'string' && REQUEST_ID.test(id) && isTrusted(request) ? id : null;
  };
}

export const followedRequests = fp<FollowedRequestsOptions>(
  async (app, { runtime, trustedProxies }) => {
    const isTrusted = createIsTrusted(trustedProxies);
    app.decorateRequest('followed', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const { traceparent } = request.headers;
      const isTrustedContext = typeof traceparent === 'string' && isTrusted(request.raw);
      const { id, method } = request;
      request.followed = runtime.traces.follow({ id, method, traceparent: isTrustedContext ? traceparent : null });
      request.followed.within(done);
    });
    // Reading a body continues in the asynchronous context of its last chunk.
    app.addHook('preValidation', (request, _reply, done) => {
      if (request.body === undefined || request.followed === null) done();
      else request.followed.within(done);
    });
    app.addHook('onResponse', (request, { statusCode }, done) => {
      request.followed?.end({ route: request.routeOptions.url ?? 'unmatched', status: statusCode });
      done();
    });
  },
  { name: 'followed-requests' },
);

function createIsTrusted(addresses: readonly string[]): (request: IncomingMessage) => boolean {
  if (addresses.length === 0) return () => false;
  const trusted = new BlockList();
  for (const range of addresses) {
    const [address = '', length] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(length), family);
  }
  return ({ socket: { remoteAddress = '' } }) => trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}
