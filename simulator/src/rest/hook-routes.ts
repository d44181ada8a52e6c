import { callingApp } from '../api/callers.ts';
import { ApiError, notFound, validationFailed } from '../api/errors.ts';
import type { Parts } from '../parts.ts';
import { type Hook, hookConfig } from '../webhooks/hook.ts';
import type { Delivery } from '../webhooks/log.ts';
import type { Endpoints } from './endpoint.ts';
import { cursorPageOf } from './paging.ts';

/** Hides older deliveries. GitHub docs: Redelivering webhooks. */
const RETENTION_MS = 3 * 86_400_000;

/** GitHub docs: REST API endpoints for GitHub App webhooks. */
export function hookRoutes(endpoint: Endpoints, { links, webhooks, platform, now }: Parts): void {
  endpoint('GET /app/hook/config', callingApp, () => hookConfig(webhooks.hook()));

  endpoint('PATCH /app/hook/config', { by: callingApp, body: readConfig }, ({ body }) => {
    const before = webhooks.hook();
    const after = webhooks.configure(body);
    if (after.url !== before.url) platform.ping();
    return hookConfig(after);
  });

  endpoint('GET /app/hook/deliveries', callingApp, ({ query, request, reply }) => {
    const status = query.get('status');
    if (status !== null && status !== 'success' && status !== 'failure') throw invalid('status');
    const deliveries = webhooks.control
      .deliveries()
      .filter((delivery) => isShown(delivery) && (status === null || delivery.state === status))
      .reverse();
    const page = cursorPageOf(deliveries, request, reply, links);
    if (page === null) throw invalid('cursor');
    return page.map(itemView);
  });

  endpoint('GET /app/hook/deliveries/:id', callingApp, ({ params }) => deliveryView(deliveryNamed(params.id)));

  endpoint('POST /app/hook/deliveries/:id/attempts', { by: callingApp, status: 202 }, ({ params }) => {
    webhooks.requestRedelivery(deliveryNamed(params.id).id);
    return {};
  });

  function isShown({ deliveredAt }: Delivery): boolean {
    return deliveredAt !== null && Date.parse(deliveredAt) >= now() - RETENTION_MS;
  }

  function deliveryNamed(id: string): Delivery {
    if (!/^\d{1,16}$/.test(id)) throw new ApiError(400, 'Bad Request');
    const delivery = webhooks.delivery(Number(id));
    if (!delivery || !isShown(delivery)) throw notFound();
    return delivery;
  }
}

function readConfig(body: unknown): Partial<Hook> {
  const config: Readonly<Record<string, unknown>> = Object(body);
  const { url, content_type: contentType, secret, insecure_ssl: insecureSsl } = config;
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
