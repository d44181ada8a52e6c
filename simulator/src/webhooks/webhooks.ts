import { randomUUID } from 'node:crypto';
import type { AppRegistration } from '../apps/registration.ts';
import type { Links } from '../world/links.ts';
import { isoSeconds, need } from '../world/store.ts';
import { deliveryHeaders, type Hook, payloadBytes, registeredHook } from './hook.ts';
import { createWebhookLog, type Delivery } from './log.ts';
import type { WebhookEvent } from './payloads.ts';
import { postWebhook } from './post.ts';

export interface RawDelivery {
  readonly event: string;
  readonly body: Uint8Array | string;
  readonly signature?: string | null;
  /** Override the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

export interface DeliverOptions {
  /** Used in rotation. */
  readonly urls?: readonly string[];
  /** Default 1; later attempts are redeliveries. */
  readonly times?: number;
  readonly atOnce?: boolean;
}

/** The App's webhook. Unknown IDs throw. */
export type Webhooks = ReturnType<typeof createWebhooks>;

export type DeliveryMatch = Partial<
  Pick<Delivery, 'event' | 'action' | 'state' | 'guid' | 'installationId' | 'redelivery'>
>;

/** GitHub docs: Handling failed webhook deliveries. */
const LIMIT_MS = 10_000;
const ENTERPRISE_LIMIT_MS = 30_000;
/** GitHub docs: Webhook events and payloads, payload cap. */
const PAYLOAD_MAX_BYTES = 25 * 1024 * 1024;

export function createWebhooks(
  app: AppRegistration,
  links: Links,
  now: () => number,
  receiverAt: (url: string) => string,
) {
  const log = createWebhookLog();
  const usualLimitMs = links.kind === 'enterprise-server' ? ENTERPRISE_LIMIT_MS : LIMIT_MS;
  const underWay = new Set<Promise<unknown>>();
  let connections = new AbortController();
  let hook = registeredHook(app);
  let limitMs = usualLimitMs;
  let holding = false;

  function prepare(event: Omit<WebhookEvent, 'payload'>, body: Buffer, payload: unknown): Delivery {
    const { action, installationId, repositoryId } = event;
    const blank = { url: null, requestHeaders: {}, status: null, statusCode: null, deliveredAt: null } as const;
    const unanswered = { responseHeaders: {}, responsePayload: '', durationSeconds: 0 } as const;
    const about = { event: event.event, action, installationId, repositoryId, guid: randomUUID() };
    return log.add({ ...about, ...blank, ...unanswered, redelivery: false, state: 'held', body, payload });
  }

  const repeat = ({ id: _id, ...before }: Delivery) =>
    log.add({ ...before, redelivery: true, state: 'held', status: null, statusCode: null, deliveredAt: null });

  function attempt(delivery: Delivery, url: string, raw?: Pick<RawDelivery, 'signature' | 'headers'>) {
    const { body } = delivery;
    const identity = { ...delivery, ...(raw?.signature === undefined ? {} : { signature: raw.signature }) };
    const requestHeaders = { ...deliveryHeaders(identity, body, { app, hook, links }), ...raw?.headers };
    const started = log.update(delivery, { state: 'under-way', url, requestHeaders });
    return track(post(started, url));
  }

  function track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  async function post(delivery: Delivery, url: string): Promise<Delivery> {
    const startedMs = performance.now();
    const answer = await postWebhook({
      url: receiverAt(url),
      headers: delivery.requestHeaders,
      body: delivery.body,
      limitMs,
      acceptAnyCertificate: hook.insecureSsl === '1',
      signal: connections.signal,
    });
    return log.update(delivery, {
      ...answer,
      state: answer.status === 'OK' ? 'success' : 'failure',
      deliveredAt: isoSeconds(now()),
      durationSeconds: Math.round((performance.now() - startedMs) / 10) / 100,
    });
  }

  const needUrl = (url: string | null | undefined) => need(url ?? hook.url, 'webhook URL to deliver to');
  const needDelivery = (id: number) => need(log.find(id), `delivery ${id}`);

  async function deliver(id: number, options: { readonly url?: string } = {}): Promise<Delivery> {
    const delivery = needDelivery(id);
    const url = needUrl(options.url);
    return attempt(delivery.state === 'held' ? delivery : repeat(delivery), url);
  }

  async function deliverAll(ids: readonly number[], { urls = [], times = 1, atOnce = false }: DeliverOptions = {}) {
    const steps = ids.flatMap((id) => Array.from({ length: times }, () => id));
    const started: Promise<Delivery>[] = [];
    for (const [index, id] of steps.entries()) {
      const url = urls[index % urls.length];
      const work = deliver(id, url === undefined ? {} : { url });
      started.push(work);
      if (!atOnce) await work;
    }
    return Promise.all(started);
  }

  function dispatch(prepareIt: () => Delivery | null): void {
    if (hook.url === null && !holding) return;
    const delivery = prepareIt();
    if (delivery && !holding) void attempt(delivery, needUrl(null));
  }

  const control = {
    deliveries(match: DeliveryMatch = {}): readonly Delivery[] {
      const criteria = Object.entries(match);
      return log.all().filter((delivery) => criteria.every(([name, value]) => Reflect.get(delivery, name) === value));
    },
    holdDeliveries(): void {
      holding = true;
    },
    /** Those in `order` first. */
    releaseDeliveries(order: readonly number[] = []): Promise<readonly Delivery[]> {
      holding = false;
      const held = log.all().filter(({ state }) => state === 'held');
      const others = held.filter(({ id }) => !order.includes(id)).map(({ id }) => id);
      if (hook.url !== null) return track(deliverAll([...order, ...others]));
      for (const { id } of held) log.remove(id);
      return Promise.resolve([]);
    },
    deliverHeld: (ids: readonly number[], options?: DeliverOptions): Promise<readonly Delivery[]> =>
      track(deliverAll(ids, options)),
    deliver,
    async redeliver(id: number): Promise<Delivery> {
      if (needDelivery(id).state === 'held') throw new Error(`delivery ${id} has not been sent yet`);
      return deliver(id);
    },
    async sendRaw({ event, body, url, ...raw }: RawDelivery): Promise<Delivery> {
      const target = needUrl(url);
      const bytes = Buffer.from(body);
      const delivery = prepare({ event, action: null, installationId: null, repositoryId: null }, bytes, null);
      return attempt(delivery, target, raw);
    },
    deliverTo(url: string | null): void {
      hook = { ...hook, url };
    },
    webhookLimitMs(ms: number): void {
      limitMs = ms;
    },
    /** Resolves when no delivery is in progress, except held ones. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };

  return {
    control,
    hook: () => hook,
    configure(change: Partial<Hook>): Hook {
      hook = { ...hook, ...change };
      return hook;
    },
    send: (event: WebhookEvent): void =>
      dispatch(() => {
        const body = payloadBytes(event.payload, hook.contentType);
        return body.length > PAYLOAD_MAX_BYTES ? null : prepare(event, body, event.payload);
      }),
    requestRedelivery: (id: number): void => dispatch(() => repeat(needDelivery(id))),
    delivery: log.find,
    register(): void {
      hook = registeredHook(app);
    },
    reset(): void {
      connections.abort();
      connections = new AbortController();
      log.clear();
      hook = registeredHook(app);
      limitMs = usualLimitMs;
      holding = false;
    },
  };
}
