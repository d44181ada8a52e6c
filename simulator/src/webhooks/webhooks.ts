import { randomUUID } from 'node:crypto';
import type { AppRegistration } from '../apps/registration.ts';
import type { HostKind, Links } from '../links.ts';
import { isoSeconds, need } from '../world/store.ts';
import { deliveryHeaders, type Hook, payloadBytes, registeredHook } from './hook.ts';
import { createWebhookLog, type Delivery } from './log.ts';
import type { WebhookEvent } from './payloads.ts';
import { postWebhook } from './post.ts';

/** Bytes to send as they are, for tests of receivers. */
export interface RawDelivery {
  readonly event: string;
  readonly body: Uint8Array | string;
  /** Default: the right one for these bytes. Null leaves it out. */
  readonly signature?: string | null;
  /** Added to the usual headers, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the URL of the hook. */
  readonly url?: string;
}

/** How deliveries named by a test are sent. */
export interface DeliverOptions {
  /** Receivers that take turns, as behind a load balancer. Default: the URL of the hook. */
  readonly urls?: readonly string[];
  /** Attempts per delivery, default 1. All but the first are redeliveries. */
  readonly times?: number;
  /** Starts every attempt without waiting for the one before. */
  readonly atOnce?: boolean;
}

/** The App's webhook: its settings, its deliveries, and what a test does to them. Unknown IDs throw. */
export interface Webhooks {
  hook(): Hook;
  configure(change: Partial<Hook>): Hook;
  /** Sends in the background, once, without a retry. Nothing happens when the hook has no URL. */
  send(event: WebhookEvent): void;
  /** What the platform does when somebody asks for a redelivery; it waits in a hold like everything else. */
  requestRedelivery(id: number): void;
  deliveries(): readonly Delivery[];
  delivery(id: number): Delivery | null;
  /** From now on, deliveries are made ready but not sent. */
  hold(): void;
  /** Ends the hold and sends what was held, one after the other: those named first, then the others in turn. */
  release(order?: readonly number[]): Promise<readonly Delivery[]>;
  /** Sends a held delivery; one that has been sent is sent once more. */
  deliver(id: number, options?: { readonly url?: string }): Promise<Delivery>;
  /** `deliver` for each ID in this order; an ID may come several times. */
  deliverAll(ids: readonly number[], options?: DeliverOptions): Promise<readonly Delivery[]>;
  sendRaw(raw: RawDelivery): Promise<Delivery>;
  /** How long a receiver may take. */
  limitMs(ms: number): void;
  /** Resolves when no delivery is under way. Held ones do not count. */
  settled(): Promise<void>;
  /** Cuts what is under way; then log, hold, limit and settings are as at the start. */
  reset(): void;
}

/** Time for an answer. GitHub docs: Handling failed webhook deliveries. */
const LIMITS_MS: Readonly<Record<HostKind, number>> = {
  cloud: 10_000,
  'ghe.com': 10_000,
  'enterprise-server': 30_000,
};
/** Larger payloads are never sent. GitHub docs: Webhook events and payloads, payload cap. */
const PAYLOAD_MAX_BYTES = 25 * 1024 * 1024;

/** The webhook of one App. */
export function createWebhooks(app: AppRegistration, links: Links, now: () => number): Webhooks {
  const log = createWebhookLog();
  const underWay = new Set<Promise<unknown>>();
  let connections = new AbortController();
  let hook = registeredHook(app);
  let limitMs = LIMITS_MS[links.kind];
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
    const reply = await postWebhook({
      url,
      headers: delivery.requestHeaders,
      body: delivery.body,
      limitMs,
      acceptAnyCertificate: hook.insecureSsl === '1',
      signal: connections.signal,
    });
    return log.update(delivery, {
      state: reply.status === 'OK' ? 'success' : 'failure',
      status: reply.status,
      statusCode: reply.statusCode,
      responseHeaders: reply.headers,
      responsePayload: reply.payload,
      deliveredAt: isoSeconds(now()),
      durationSeconds: Math.round((performance.now() - startedMs) / 10) / 100,
    });
  }

  const needUrl = (url: string | null | undefined) => need(url ?? hook.url, 'webhook URL to deliver to');
  const needDelivery = (id: number) => need(log.find(id), `delivery ${id}`);

  async function deliver(id: number, options: { readonly url?: string } = {}): Promise<Delivery> {
    const known = needDelivery(id);
    const url = needUrl(options.url);
    return attempt(known.state === 'held' ? known : repeat(known), url);
  }

  async function deliverAll(ids: readonly number[], { urls = [], times = 1, atOnce = false }: DeliverOptions = {}) {
    const steps = ids.flatMap((id) => Array.from({ length: times }, () => id));
    const started: Promise<Delivery>[] = [];
    for (const [place, id] of steps.entries()) {
      const url = urls[place % urls.length];
      const work = deliver(id, url === undefined ? {} : { url });
      started.push(work);
      if (!atOnce) await work;
    }
    return Promise.all(started);
  }

  return {
    hook: () => hook,
    configure(change) {
      hook = { ...hook, ...change };
      return hook;
    },
    send(event) {
      if (hook.url === null && !holding) return;
      const body = payloadBytes(event.payload, hook.contentType);
      if (body.length > PAYLOAD_MAX_BYTES) return;
      const delivery = prepare(event, body, event.payload);
      if (!holding) void attempt(delivery, needUrl(null));
    },
    requestRedelivery(id) {
      if (hook.url === null && !holding) return;
      const again = repeat(needDelivery(id));
      if (!holding) void attempt(again, needUrl(null));
    },
    deliveries: log.all,
    delivery: log.find,
    hold() {
      holding = true;
    },
    release(order = []) {
      holding = false;
      const held = log.all().filter(({ state }) => state === 'held');
      const others = held.filter(({ id }) => !order.includes(id)).map(({ id }) => id);
      if (hook.url !== null) return track(deliverAll([...order, ...others]));
      for (const { id } of held) log.remove(id);
      return Promise.resolve([]);
    },
    deliver,
    deliverAll: (ids, options) => track(deliverAll(ids, options)),
    async sendRaw({ event, body, url, ...raw }) {
      const target = needUrl(url);
      const bytes = Buffer.from(body);
      const delivery = prepare({ event, action: null, installationId: null, repositoryId: null }, bytes, null);
      return attempt(delivery, target, raw);
    },
    limitMs(ms) {
      limitMs = ms;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    reset() {
      connections.abort();
      connections = new AbortController();
      log.clear();
      hook = registeredHook(app);
      limitMs = LIMITS_MS[links.kind];
      holding = false;
    },
  };
}
