import { type Static, Type } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Delivery, HostRefusal } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import { listPage } from '../pages/list-page.ts';
import { PAGE_SIZE } from '../pages/paging.ts';
import { HostId, TextOrNull } from '../send/host-shapes.ts';
import { unexpected, usable } from '../send/refusals.ts';
import type { AppTransport } from './app-transport.ts';

/** Where following pages ends, whatever the code host says: 5,000 deliveries. */
const PAGES_MAX = 50;

// One beyond exactness comes as its digits.
const DeliveryId = Type.Union([HostId, Type.String({ pattern: '^[1-9]\\d{0,30}$' })]);

const HostDelivery = Type.Object({
  id: DeliveryId,
  guid: Type.String({ minLength: 1 }),
  event: Type.String({ minLength: 1 }),
  delivered_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
  status: TextOrNull,
  status_code: Type.Union([Type.Integer(), Type.Null()]),
});

const DeliveriesPage = Type.Array(HostDelivery);

/** The deliveries of the App's webhook. */
export interface Deliveries {
  /** Newest first. Of a list longer than is read, the newest; an attempt that succeeded is newer than those that failed. */
  since(since: Date): Promise<Result<readonly Delivery[], HostRefusal>>;
  /** Asks for one more attempt. */
  redeliver(deliveryId: string): Promise<Result<void, HostRefusal>>;
}

/** Deliveries at the API address. GitHub docs: REST API endpoints for GitHub App webhooks. */
export function createDeliveries(apiUrl: string, send: AppTransport, log: Log): Deliveries {
  const listUrl = `${apiUrl}/app/hook/deliveries`;
  return {
    async since(since) {
      const deliveries: Delivery[] = [];
      let url = listUrl;
      let parameters: Readonly<Record<string, string>> = { per_page: String(PAGE_SIZE) };
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const page = listPage(usable(await send({ method: 'GET', url, parameters })), apiUrl, DeliveriesPage);
        if (!page.ok) return page;
        const told = page.value.body.map(delivery);
        if (told.some(({ deliveredAt }) => Number.isNaN(deliveredAt.getTime()))) return refuse(unexpected());
        deliveries.push(...told);
        const oldest = told.at(-1);
        if (page.value.next === null || (oldest !== undefined && oldest.deliveredAt < since)) {
          return ok(newestFirst(deliveries, since));
        }
        url = page.value.next;
        parameters = {};
      }
      log.warn({ pages: PAGES_MAX }, 'the webhook has more deliveries than are read; the oldest are left out');
      return ok(newestFirst(deliveries, since));
    },

    async redeliver(deliveryId) {
      const url = `${listUrl}/${encodeURIComponent(deliveryId)}/attempts`;
      const answer = usable(await send({ method: 'POST', url, parameters: {} }));
      if (!answer.ok) return answer;
      return answer.value.status === 202 ? ok(undefined) : refuse(unexpected());
    },
  };
}

const delivery = ({ id, guid, event, delivered_at, status, status_code }: Static<typeof HostDelivery>): Delivery => ({
  id: String(id),
  guid,
  event,
  succeeded: status === 'OK' || (status_code !== null && status_code >= 200 && status_code < 300),
  deliveredAt: new Date(delivered_at),
});

// A list that shifts while it is read repeats entries.
const newestFirst = (deliveries: readonly Delivery[], since: Date): readonly Delivery[] =>
  [...new Map(deliveries.map((entry) => [entry.id, entry])).values()]
    .filter(({ deliveredAt }) => deliveredAt >= since)
    .sort((a, b) => b.deliveredAt.getTime() - a.deliveredAt.getTime());
