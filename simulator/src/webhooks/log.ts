/** One delivery, or one attempt to repeat it. */
export interface Delivery {
  /** Names the attempt. Larger than 32 bits, like the platform's. */
  readonly id: number;
  /** Names the event; repeated attempts keep it. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly installationId: number | null;
  readonly repositoryId: number | null;
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
  /** `OK` or what went wrong; null before there is an outcome. */
  readonly status: string | null;
  readonly statusCode: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responsePayload: string;
  /** When the outcome was known. */
  readonly deliveredAt: string | null;
  readonly durationSeconds: number;
}

/** The deliveries of one hook, oldest first. */
export interface WebhookLog {
  add(delivery: Omit<Delivery, 'id'>): Delivery;
  /** Replaces an entry; without effect once the log has been cleared. */
  update(delivery: Delivery, change: Partial<Delivery>): Delivery;
  remove(id: number): void;
  all(): readonly Delivery[];
  find(id: number): Delivery | null;
  clear(): void;
}

const FIRST_ID = 30_000_000_001;
/** A simulator left running for days must not fill its memory; no test comes near this. */
const ENTRIES_MAX = 10_000;

/** An empty log. IDs go on counting after `clear`. */
export function createWebhookLog(): WebhookLog {
  const entries = new Map<number, Delivery>();
  let nextId = FIRST_ID;

  function forgetOlderHalf(): void {
    for (const { id, state } of [...entries.values()].slice(0, ENTRIES_MAX / 2)) {
      if (state !== 'held') entries.delete(id);
    }
  }

  return {
    add(given) {
      const delivery = { ...given, id: nextId };
      nextId += 1;
      if (entries.size >= ENTRIES_MAX) forgetOlderHalf();
      entries.set(delivery.id, delivery);
      return delivery;
    },
    update({ id, ...before }, change) {
      const after = { ...before, ...change, id };
      if (entries.has(id)) entries.set(id, after);
      return after;
    },
    remove: (id) => void entries.delete(id),
    all: () => [...entries.values()],
    find: (id) => entries.get(id) ?? null,
    clear: () => entries.clear(),
  };
}
