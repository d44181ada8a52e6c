import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../api/errors.ts';
import { type ApiGuardDeps, requireApp } from '../api/guard.ts';
import type { Links } from '../links.ts';
import type { Platform } from '../platform/platform.ts';
import type { Hook } from '../webhooks/hook.ts';
import type { Delivery } from '../webhooks/log.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** What the calls about the App's webhook need. */
export interface RestHookDeps extends Pick<ApiGuardDeps, 'checkAppJwt'> {
  readonly links: Links;
  readonly webhooks: Webhooks;
  readonly platform: Platform;
  readonly now: () => number;
}

const PER_PAGE_USUAL = 30;
const PER_PAGE_MAX = 100;
/** Older deliveries are neither listed nor repeated. GitHub docs: Redelivering webhooks. */
const KEPT_MS = 3 * 86_400_000;

/** The App's webhook and its deliveries. GitHub docs: REST API endpoints for GitHub App webhooks. */
export function restHookRoutes(server: FastifyInstance, deps: RestHookDeps): void {
  const { links, webhooks, platform, now } = deps;

  server.get('/app/hook/config', async (request) => {
    await requireApp(request, deps);
    return configView(webhooks.hook());
  });

  server.patch('/app/hook/config', async (request) => {
    await requireApp(request, deps);
    const before = webhooks.hook();
    const after = webhooks.configure(readConfig(request.body));
    if (after.url !== before.url) platform.ping();
    return configView(after);
  });

  server.get('/app/hook/deliveries', async (request, reply) => {
    await requireApp(request, deps);
    const query = new URL(request.raw.url ?? '/', 'http://simulator').searchParams;
    const cursor = readCursor(query.get('cursor'));
    const status = readStatus(query.get('status'));
    const wanted = finished().filter(
      ({ id, state }) => id < cursor && (status === null || (state === 'success') === (status === 'success')),
    );
    const size = Math.min(
      Number(/^[1-9]\d{0,5}$/.exec(query.get('per_page') ?? '')?.[0] ?? PER_PAGE_USUAL),
      PER_PAGE_MAX,
    );
    const page = wanted.slice(0, size);
    linkNext(request, reply, wanted.length > size ? page.at(-1) : undefined);
    return page.map(itemView);
  });

  server.get<{ Params: { id: string } }>('/app/hook/deliveries/:id', async (request) => {
    await requireApp(request, deps);
    return deliveryView(deliveryNamed(request.params.id));
  });

  server.post<{ Params: { id: string } }>('/app/hook/deliveries/:id/attempts', async (request, reply) => {
    await requireApp(request, deps);
    webhooks.requestRedelivery(deliveryNamed(request.params.id).id);
    return reply.code(202).send({});
  });

  /** Newest first. */
  const finished = () => webhooks.deliveries().filter(isShown).reverse();

  /** What has no outcome yet is not shown. */
  function isShown({ deliveredAt }: Delivery): boolean {
    return deliveredAt !== null && Date.parse(deliveredAt) >= now() - KEPT_MS;
  }

  function deliveryNamed(id: string): Delivery {
    if (!/^\d{1,16}$/.test(id)) throw new ApiError(400, 'Bad Request');
    const delivery = webhooks.delivery(Number(id));
    if (!delivery || !isShown(delivery)) throw notFound();
    return delivery;
  }

  function linkNext(request: FastifyRequest, reply: FastifyReply, last: Delivery | undefined): void {
    if (last === undefined) return;
    const url = new URL(request.raw.url ?? '/', links.web('/'));
    url.searchParams.set('cursor', `v1_${last.id}`);
    reply.header('link', `<${url.href}>; rel="next"`);
  }
}

function readCursor(text: string | null): number {
  if (text === null) return Number.POSITIVE_INFINITY;
  const [, id] = /^v1_(\d{1,16})$/.exec(text) ?? [];
  if (id === undefined) throw invalid('cursor');
  return Number(id);
}

function readStatus(text: string | null): 'success' | 'failure' | null {
  if (text === null || text === 'success' || text === 'failure') return text;
  throw invalid('status');
}

function readConfig(body: unknown): Partial<Hook> {
  const given: Readonly<Record<string, unknown>> = Object(body);
  const { url, content_type: contentType, secret, insecure_ssl: insecureSsl } = given;
  if (url !== undefined && !(typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)))
    throw invalid('url');
  if (contentType !== undefined && contentType !== 'json' && contentType !== 'form') throw invalid('content_type');
  if (secret !== undefined && typeof secret !== 'string') throw invalid('secret');
  return {
    ...(typeof url === 'string' ? { url } : {}),
    ...(contentType === undefined ? {} : { contentType }),
    ...(secret === undefined ? {} : { secret: secret === '' ? null : secret }),
    ...(insecureSsl === undefined ? {} : { insecureSsl: String(insecureSsl) === '1' ? '1' : '0' }),
  };
}

const invalid = (field: string) =>
  new ApiError(422, 'Validation Failed', {}, [{ resource: 'Hook', code: 'invalid', field }]);

function configView({ url, contentType, secret, insecureSsl }: Hook): object {
  return {
    content_type: contentType,
    insecure_ssl: insecureSsl,
    ...(secret === null ? {} : { secret: '********' }),
    ...(url === null ? {} : { url }),
  };
}

function itemView(delivery: Delivery): object {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.redelivery,
    duration: delivery.durationSeconds,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function deliveryView(delivery: Delivery): object {
  return {
    ...itemView(delivery),
    url: delivery.url,
    request: { headers: delivery.requestHeaders, payload: delivery.payload },
    response: { headers: delivery.responseHeaders, payload: delivery.responsePayload },
  };
}
