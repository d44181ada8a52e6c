import type { WebhookEvent } from './payloads.ts';

export interface Delivery extends Omit<WebhookEvent, 'payload'> {
  /** Unique per attempt; exceeds 32 bits, as on the platform. */
  readonly id: number;
  /** Identifies the event; redeliveries keep it. */
  readonly guid: string;
  readonly redelivery: boolean;
  /** `held` waits for a test; `success` is a 2xx in time. */
  readonly state: 'held' | 'under-way' | 'success' | 'failure';
  readonly url: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly payload: unknown;
  /** `OK` or an error (GitHub docs: Troubleshooting webhooks); null without an outcome. */
  readonly status: string | null;
  readonly statusCode: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responsePayload: string;
  readonly deliveredAt: string | null;
  readonly durationSeconds: number;
}

const FIRST_ID = 30_000_000_001;
/** Bounds memory in long runs. */
const ENTRIES_MAX = 10_000;

export function createWebhookLog() {
  const entries = new Map<number, Delivery>();
  let nextId = FIRST_ID;

  function forgetOlderHalf(): void {
    for (const { id, state } of [...entries.values()].slice(0, ENTRIES_MAX / 2)) {
      if (state !== 'held') entries.delete(id);
    }
  }

  return {
    add(newDelivery: Omit<Delivery, 'id'>): Delivery {
      const delivery = { ...newDelivery, id: nextId };
      nextId += 1;
      if (entries.size >= ENTRIES_MAX) forgetOlderHalf();
      entries.set(delivery.id, delivery);
      return delivery;
    },
    update({ id, ...before }: Delivery, change: Partial<Delivery>): Delivery {
      const after = { ...before, ...change, id };
      if (entries.has(id)) entries.set(id, after);
      return after;
    },
    remove: (id: number): void => void entries.delete(id),
    all: (): readonly Delivery[] => [...entries.values()],
    find: (id: number): Delivery | null => entries.get(id) ?? null,
    clear: (): void => entries.clear(),
  };
}
