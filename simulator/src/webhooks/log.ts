import type { WebhookEvent } from './payloads.ts';

/** One delivery, or one attempt to repeat it. */
export interface Delivery extends Omit<WebhookEvent, 'payload'> {
  /** Names the attempt. Larger than 32 bits, like the platform's. */
  readonly id: number;
  /** Names the event; repeated attempts keep it. */
  readonly guid: string;
  /** False for the first attempt. */
  readonly redelivery: boolean;
  /** `held` waits for a test; `success` is a 2xx within the limit. */
  readonly state: 'held' | 'under-way' | 'success' | 'failure';
  /** Where it went; null before that. */
  readonly url: string | null;
  /** Empty before it is sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** The bytes, and what they say when they are JSON. */
  readonly body: Buffer;
  readonly payload: unknown;
  /** `OK` or what went wrong (GitHub docs: Troubleshooting webhooks); null before there is an outcome. */
  readonly status: string | null;
  readonly statusCode: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responsePayload: string;
  /** When the outcome was known. */
  readonly deliveredAt: string | null;
  readonly durationSeconds: number;
}

const FIRST_ID = 30_000_000_001;
/** A simulator left running for days must not fill its memory; no test comes near this. */
const ENTRIES_MAX = 10_000;

/** The deliveries of one hook, oldest first. IDs go on counting after `clear`. */
export function createWebhookLog() {
  const entries = new Map<number, Delivery>();
  let nextId = FIRST_ID;

  function forgetOlderHalf(): void {
    for (const { id, state } of [...entries.values()].slice(0, ENTRIES_MAX / 2)) {
      if (state !== 'held') entries.delete(id);
    }
  }

  return {
    add(given: Omit<Delivery, 'id'>): Delivery {
      const delivery = { ...given, id: nextId };
      nextId += 1;
      if (entries.size >= ENTRIES_MAX) forgetOlderHalf();
      entries.set(delivery.id, delivery);
      return delivery;
    },
    /** Replaces an entry; without effect once the log has been cleared. */
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
