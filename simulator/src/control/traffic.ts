import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialSources, readCredential } from '../api/credentials.ts';
import { exchangeOf, openExchange } from '../api/exchange.ts';
import { rateOwnerOf } from '../api/guard.ts';
import { type Links, shortPath } from '../links.ts';
import { spoiledBody, substituteReply } from './fault-replies.ts';
import type { FaultRule, Faults } from './faults.ts';
import type { Holds } from './holds.ts';
import type { RequestLog } from './request-log.ts';
import { matches, type RequestMatch } from './request-match.ts';

/** Query and body values that would put a secret into the request log. */
const SECRET_PARAMETERS = new Set([
  'code',
  'client_secret',
  'refresh_token',
  'access_token',
  'code_verifier',
  'secret',
  'token',
]);

/** What passes every request through the log, the gates and the faults. */
export interface TrafficDeps extends CredentialSources {
  readonly links: Links;
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly holds: Holds;
  /** Delays by match, the newest first. */
  readonly latencies: () => readonly { readonly ms: number; readonly match: RequestMatch }[];
  /** Whose authorization code this is; null for an unknown one. */
  readonly ownerOfCode: (code: string) => number | null;
  readonly now: () => number;
}

/** Installs the hooks that log, delay, hold and disturb requests. Control calls pass untouched. */
export function watchTraffic(app: FastifyInstance, deps: TrafficDeps): void {
  const { faults, holds } = deps;
  const sceneOf = (request: FastifyRequest) => ({
    nowMs: deps.now(),
    owner: rateOwnerOf(request).words,
    kind: deps.links.kind,
  });

  app.addHook('onRequest', async (request, reply) => {
    const url = new URL(request.raw.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith('/_control')) return;
    const credential = readCredential(request.headers.authorization, deps);
    const entry = deps.log.start({
      method: request.method,
      path: shortPath(deps.links, url.pathname),
      query: publicQuery(url.searchParams),
      operationName: null,
      variables: {},
      body: {},
      credential: credential.kind,
      login: credential.login,
      installation: credential.grant?.installationId ?? null,
    });
    openExchange(request, { entry, credential, fault: null });
    reply.raw.once('finish', () => entry.end(reply.raw.statusCode));
    reply.raw.once('close', () => entry.end(null));
  });

  app.addHook('preHandler', async (request, reply) => {
    const exchange = exchangeOf(request);
    if (!exchange) return;
    exchange.entry.describe(describeBody(request, deps));
    const seen = exchange.entry.seen();
    await holds.pass(seen, 'before');
    const latency = deps.latencies().find(({ match }) => matches(match, seen));
    if (latency) await delay(latency.ms);
    exchange.credential = readCredential(request.headers.authorization, deps);

    const fault = faults.take(seen);
    if (!fault) return;
    exchange.fault = fault;
    if (fault.after === true) return;
    const substitute = substituteReply(fault, seen, sceneOf(request));
    if (substitute) return reply.code(substitute.status).headers(substitute.headers).send(substitute.body);
    if (fault.kind === 'delay') {
      await delay(fault.ms);
      exchange.credential = readCredential(request.headers.authorization, deps);
    }
    if (fault.kind === 'hang' || fault.kind === 'reset') {
      await breakOff(fault, request);
      return reply.hijack();
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const exchange = exchangeOf(request);
    if (!exchange) return payload;
    await holds.pass(exchange.entry.seen(), 'after');
    return exchange.fault ? disturb(exchange.fault, request, reply, payload) : payload;
  });

  async function disturb(fault: FaultRule, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    if (fault.after === true) {
      const seen = exchangeOf(request)?.entry.seen();
      const substitute = seen ? substituteReply(fault, seen, sceneOf(request)) : null;
      if (substitute) {
        reply.code(substitute.status).headers(substitute.headers).removeHeader('content-length');
        return substitute.body;
      }
      if (fault.kind === 'delay') await delay(fault.ms);
      if (fault.kind === 'hang' || fault.kind === 'reset') await breakOff(fault, request);
    }
    return typeof payload === 'string' ? spoiledBody(fault, payload) : payload;
  }
}

/** Resolves when the connection is gone, by the fault or by the client. */
async function breakOff(fault: FaultRule, request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (fault.kind === 'reset') socket.resetAndDestroy();
  if (!socket.destroyed || fault.kind === 'reset') await gone;
}

function publicQuery(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, SECRET_PARAMETERS.has(name) ? '[secret]' : value]),
  );
}

/** What only the body tells: the GraphQL operation, the fields of a REST call, whose code or refresh token it is. */
function describeBody(request: FastifyRequest, { links, userTokens, world, ownerOfCode }: TrafficDeps) {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const body = asRecord(request.body);
  if (path === links.graphqlPath) {
    return { operationName: operationNameOf(body), variables: asRecord(body.variables) };
  }
  if (path.startsWith(`${links.restPath}/`)) {
    return { body: Object.fromEntries(Object.entries(body).filter(([name]) => !SECRET_PARAMETERS.has(name))) };
  }
  if (path !== '/login/oauth/access_token') return {};
  const given = { ...asRecord(request.query), ...body };
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const ownerId = userTokens.ownerOf(text('refresh_token')) ?? ownerOfCode(text('code'));
  return ownerId === null ? {} : { login: world.userById(ownerId)?.login ?? null };
}

function operationNameOf(body: Readonly<Record<string, unknown>>): string | null {
  if (typeof body.operationName === 'string') return body.operationName;
  if (typeof body.query !== 'string') return null;
  return /\b(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/.exec(body.query)?.[1] ?? null;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
