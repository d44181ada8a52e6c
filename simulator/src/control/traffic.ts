import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateOwnerOf } from '../api/callers.ts';
import { readCredential } from '../api/credentials.ts';
import type { Parts } from '../parts.ts';
import { shortPath } from '../world/links.ts';
import type { ControlParts } from './control.ts';
import { spoiledBody, substituteReply } from './fault-replies.ts';
import type { FaultRule } from './faults.ts';
import type { LogEntry } from './request-log.ts';
import { matches } from './request-match.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for control calls, which are not logged. */
    entry: LogEntry | null;
    fault: FaultRule | null;
  }
}

const SECRET_PARAMETERS = new Set([
  'code',
  'client_secret',
  'refresh_token',
  'access_token',
  'code_verifier',
  'secret',
  'token',
]);

export function watchTraffic(
  server: FastifyInstance,
  parts: Parts,
  { faults, holds, latencies, log }: ControlParts,
): void {
  const identify = (request: FastifyRequest) => readCredential(request.headers.authorization, parts);
  const substituteFor = (fault: FaultRule, request: FastifyRequest, entry: LogEntry) =>
    substituteReply(fault, entry.request(), {
      nowMs: parts.now(),
      owner: rateOwnerOf(request).description,
      kind: parts.links.kind,
    });
  server.decorateRequest('isSpoiled', false);
  server.decorateRequest('entry', null);
  server.decorateRequest('fault', null);

  server.addHook('onRequest', async (request, reply) => {
    request.credential = identify(request);
    const url = new URL(request.raw.url ?? '/', 'http://simulator');
    if (url.pathname.startsWith('/_control')) return;
    const { kind, login, grant } = request.credential;
    const entry = log.start({
      method: request.method,
      path: shortPath(parts.links, url.pathname),
      query: publicQuery(url.searchParams),
      operationName: null,
      variables: {},
      body: {},
      credential: kind,
      login,
      installation: grant?.installationId ?? null,
    });
    request.entry = entry;
    reply.raw.once('finish', () => entry.end(reply.raw.statusCode));
    reply.raw.once('close', () => entry.end(null));
  });

  server.addHook('preHandler', async (request, reply) => {
    const { entry } = request;
    if (!entry) return;
    entry.describe(describeBody(request, parts));
    await holds.pass(entry.request(), 'before');
    const latency = latencies.find(({ match }) => matches(match, entry.request()));
    if (latency) await delay(latency.ms);
    request.credential = identify(request);

    const fault = faults.take(entry.request());
    if (!fault) return;
    request.fault = fault;
    request.isSpoiled = true;
    if (fault.after === true) return;
    const substitute = substituteFor(fault, request, entry);
    if (substitute) return reply.code(substitute.status).headers(substitute.headers).send(substitute.body);
    await applyConnectionFault(fault, request, entry);
    if (fault.kind === 'hang' || fault.kind === 'reset') return reply.hijack();
    request.credential = identify(request);
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const { entry, fault } = request;
    if (!entry) return payload;
    await holds.pass(entry.request(), 'after');
    return fault ? disturb(fault, entry, request, reply, payload) : payload;
  });

  async function disturb(
    fault: FaultRule,
    entry: LogEntry,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ) {
    if (fault.after === true) {
      const substitute = substituteFor(fault, request, entry);
      if (substitute) {
        reply.code(substitute.status).headers(substitute.headers).removeHeader('content-length');
        return substitute.body;
      }
      await applyConnectionFault(fault, request, entry);
    }
    if (fault.kind === 'slow-drip') entry.stall();
    return typeof payload === 'string' ? spoiledBody(fault, payload) : payload;
  }
}

async function applyConnectionFault(
  fault: FaultRule,
  { raw: { socket } }: FastifyRequest,
  entry: LogEntry,
): Promise<void> {
  if (fault.kind === 'delay') await delay(fault.ms);
  if (fault.kind === 'hang') entry.stall();
  if (fault.kind !== 'hang' && fault.kind !== 'reset') return;
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (fault.kind === 'reset') socket.resetAndDestroy();
  if (!socket.destroyed || fault.kind === 'reset') await gone;
}

function publicQuery(parameters: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...parameters].map(([name, value]) => [name, SECRET_PARAMETERS.has(name) ? '[secret]' : value]),
  );
}

function describeBody(request: FastifyRequest, { links, userTokens, world, codes }: Parts) {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const body = asRecord(request.body);
  if (path === links.graphqlPath) {
    return { operationName: operationNameOf(body), variables: asRecord(body.variables) };
  }
  if (path.startsWith(`${links.restPath}/`)) {
    return { body: Object.fromEntries(Object.entries(body).filter(([name]) => !SECRET_PARAMETERS.has(name))) };
  }
  if (path !== '/login/oauth/access_token') return {};
  const parameters = { ...asRecord(request.query), ...body };
  const text = (name: string) => (typeof parameters[name] === 'string' ? parameters[name] : '');
  const ownerId = userTokens.ownerOf(text('refresh_token')) ?? codes.ownerOf(text('code'));
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
