import type { FastifyError, FastifyInstance } from 'fastify';
import type { RateSettings } from '../api/rate-limits.ts';
import type { TokenSettings } from '../oauth/user-tokens.ts';
import type { Parts } from '../parts.ts';
import type { Control } from './control.ts';
import type { FaultRule } from './faults.ts';
import type { HoldPhase, Holds } from './holds.ts';
import type { RequestMatch } from './request-match.ts';

/** Requiring JSON keeps web pages from making browsers send these calls. */
export function controlRoutes(
  server: FastifyInstance,
  { world, platform, app, links }: Parts,
  control: Control,
  holds: Holds,
): void {
  server.addHook('onRequest', async (request, reply) => {
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (request.method !== 'GET' && !isJson) return reply.code(415).send({ error: 'send application/json' });
  });
  server.setErrorHandler<FastifyError>((error, _request, reply) => reply.code(400).send({ error: error.message }));

  server.get('/', async () => ({
    url: links.web(''),
    apiUrl: links.api(''),
    graphqlUrl: links.graphql(),
    kind: links.kind,
    app: { id: app.id, slug: app.slug, clientId: app.clientId },
  }));

  server.post<{ Body: FaultRule }>('/faults', async (request, reply) => {
    return reply.code(201).send({ id: control.fault(request.body).id });
  });
  server.put<{ Body: { ms: number; match?: RequestMatch } }>('/latency', async (request, reply) => {
    control.latencyMs(request.body.ms, request.body.match);
    return reply.code(204).send();
  });

  server.post<{ Body: { match?: RequestMatch; phase?: HoldPhase } }>('/holds', async (request, reply) => {
    const { match = {}, phase } = request.body;
    return reply.code(201).send({ id: control.hold(match, phase).id });
  });
  server.get<{ Params: { id: string }; Querystring: { arrived?: string } }>('/holds/:id', async (request, reply) => {
    const hold = holds.find(Number(request.params.id));
    if (!hold) return reply.code(404).send({ error: 'no such hold' });
    await hold.arrived(Number(request.query.arrived ?? 0));
    return { id: hold.id, count: hold.count() };
  });
  server.post<{ Params: { id: string }; Body: { some?: number } }>('/holds/:id/release', async (request, reply) => {
    const hold = holds.find(Number(request.params.id));
    if (!hold) return reply.code(404).send({ error: 'no such hold' });
    if (typeof request.body.some === 'number') hold.releaseSome(request.body.some);
    else hold.release();
    return reply.code(204).send();
  });

  server.post<{ Body: RequestMatch }>('/requests', async ({ body: match }) => ({
    requests: control.requests(match),
    count: control.count(match),
    maxInFlight: control.maxInFlight(match),
    rounds: control.rounds(match),
  }));

  server.put<{ Body: Partial<TokenSettings> }>('/token-settings', async ({ body }) => control.tokenSettings(body));
  server.put<{ Body: Partial<RateSettings> }>('/rate-limits', async (request, reply) => {
    control.rateLimits(request.body);
    return reply.code(204).send();
  });
  server.get<{ Params: { login: string } }>('/tokens/:login', async ({ params }) => control.tokens(params.login));
  server.get('/issued-secrets', async () => control.issuedSecrets());

  const callable: Readonly<Record<string, object>> = { call: control, webhooks: control, world, platform };
  for (const [path, target] of Object.entries(callable)) {
    server.post<{ Params: { name: string }; Body: unknown }>(`/${path}/:name`, async ({ params: { name }, body }) => {
      const called: unknown = Object.hasOwn(target, name) ? Reflect.get(target, name) : null;
      if (typeof called !== 'function') throw new Error(`no ${path} function '${name}'`);
      if (!Array.isArray(body)) throw new Error('the body must be the list of arguments');
      const result: unknown = await Reflect.apply(called, null, body.map(withBytes));
      return { result: withText(result ?? null) };
    });
  }
}

/** `sendRaw` also accepts `bodyBase64` for binary data. */
function withBytes(argument: unknown): unknown {
  const { bodyBase64 }: { bodyBase64?: unknown } = Object(argument);
  return typeof bodyBase64 === 'string' ? { ...Object(argument), body: Buffer.from(bodyBase64, 'base64') } : argument;
}

function withText(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(withText);
  const { body }: { body?: unknown } = Object(result);
  return Buffer.isBuffer(body) ? { ...Object(result), body: body.toString('utf8') } : result;
}
