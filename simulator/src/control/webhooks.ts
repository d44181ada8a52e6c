import type { Platform } from '../platform/platform.ts';
import type { Delivery } from '../webhooks/log.ts';
import type { DeliverOptions, RawDelivery, Webhooks } from '../webhooks/webhooks.ts';
import { need } from '../world/store.ts';

/** Which deliveries are meant; all given fields must match. */
export type DeliveryMatch = Partial<
  Pick<Delivery, 'event' | 'action' | 'state' | 'guid' | 'installationId' | 'redelivery'>
>;

/** What a test does with events and their deliveries. Functions that take an ID throw on unknown ones. */
export interface WebhookControl {
  /** Acts as the platform: changes the world, kills tokens, sends the event. The world itself is silent. */
  readonly platform: Platform;
  /** Oldest first: held, under way and done. */
  deliveries(match?: DeliveryMatch): readonly Delivery[];
  /** From now on, deliveries are made ready but not sent. */
  holdDeliveries(): void;
  /** Ends the hold and sends what was held, one after the other: those named first, then the others in turn. */
  releaseDeliveries(order?: readonly number[]): Promise<readonly Delivery[]>;
  /** Sends these in this order, one after the other; the first attempt of each is the delivery, more are redeliveries. */
  deliverHeld(ids: readonly number[], options?: DeliverOptions): Promise<readonly Delivery[]>;
  /** Sends a held delivery; one that has been sent is sent once more. */
  deliver(id: number, options?: { readonly url?: string }): Promise<Delivery>;
  /** A further attempt with the same GUID. Throws when there has been none. */
  redeliver(id: number): Promise<Delivery>;
  /** Exactly these bytes, with a right, a wrong or no signature. */
  sendRaw(raw: RawDelivery): Promise<Delivery>;
  /** Changes the URL of the hook, without a ping; null stops sending. */
  deliverTo(url: string | null): void;
  /** How long a receiver may take. */
  webhookLimitMs(ms: number): void;
  /** Resolves when no delivery is under way. Held ones do not count. */
  settled(): Promise<void>;
}

/** The webhook part of a control. */
export function createWebhookControl(webhooks: Webhooks, platform: Platform): WebhookControl {
  return {
    platform,
    deliveries(match = {}) {
      const wanted = Object.entries(match);
      return webhooks
        .deliveries()
        .filter((delivery) => wanted.every(([name, value]) => Reflect.get(delivery, name) === value));
    },
    holdDeliveries: webhooks.hold,
    releaseDeliveries: webhooks.release,
    deliverHeld: webhooks.deliverAll,
    deliver: webhooks.deliver,
    async redeliver(id) {
      const { state } = need(webhooks.delivery(id), `delivery ${id}`);
      if (state === 'held') throw new Error(`delivery ${id} has not been sent yet`);
      return webhooks.deliver(id);
    },
    sendRaw: webhooks.sendRaw,
    deliverTo: (url) => void webhooks.configure({ url }),
    webhookLimitMs: webhooks.limitMs,
    settled: webhooks.settled,
  };
}
