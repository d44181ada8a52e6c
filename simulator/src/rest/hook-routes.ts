import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound, validationFailed } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import { type Hook, hookConfig } from '../webhooks/hook.ts';
import type { Delivery } from '../webhooks/log.ts';
import { addressOf, pageSize } from './paging.ts';

/** Older deliveries are neither listed nor repeated. GitHub docs: Redelivering webhooks. */
const KEPT_MS = 3 * 86_400_000;

/** The App's webhook and its deliveries. GitHub docs: REST API endpoints for GitHub App webhooks. */
export function hookRoutes(server: FastifyInstance, { links, webhooks, platform, now }: Parts): void {
  server.get('/app/hook/config', async () => hookConfig(webhooks.hook()));

  server.patch('/app/hook/config', async ({ body }) => {
    const before = webhooks.hook();
    const after = webhooks.configure(readConfig(body));
    if (after.url !== before.url) platform.ping();
    return hookConfig(after);
  });

  server.get('/app/hook/deliveries', async (request, reply) => {
    const query = addressOf(request).searchParams;
    const cursor = readCursor(query.get('cursor'));
    const status = readStatus(query.get('status'));
    const wanted = webhooks.control
      .deliveries()
      .filter(isShown)
      .reverse()
      .filter(({ id, state }) => id < cursor && (status === null || (state === 'success') === (status === 'success')));
    const page = wanted.slice(0, pageSize(query));
    linkNext(request, reply, wanted.length > page.length ? page.at(-1) : undefined);
    return page.map(itemView);
  });

  server.get<{ Params: { id: string } }>('/app/hook/deliveries/:id', async ({ params }) =>
    deliveryView(deliveryNamed(params.id)),
  );

  server.post<{ Params: { id: string } }>('/app/hook/deliveries/:id/attempts', async ({ params }, reply) => {
    webhooks.requestRedelivery(deliveryNamed(params.id).id);
    return reply.code(202).send({});
  });

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

const invalid = (field: string) => validationFailed({ resource: 'Hook', code: 'invalid', field });

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
