import { type Static, Type } from 'typebox';
import { idOrNull } from '../../domain/installation.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, followPages, linkedPages } from '../pages.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import type { SendAs } from '../send/send.ts';
import { HostId, orNull, TextOrNull } from '../send/shapes.ts';
import type { Delivery, HostCalls } from '../types.ts';

// IDs too large for a number arrive as strings (`parseJson`).
const DeliveryId = Type.Union([HostId, Type.String({ pattern: '^[1-9]\\d{0,30}$' })]);

export const HostDelivery = Type.Object({
  id: DeliveryId,
  guid: Type.String({ minLength: 1 }),
  event: Type.String({ minLength: 1 }),
  delivered_at: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
  status: TextOrNull,
  status_code: orNull(Type.Integer()),
  installation_id: Type.Optional(Type.Unknown()),
});
const HostDeliveries = Type.Array(HostDelivery);

/**
 * A long list is cut to the newest: a successful attempt is newer than the failed ones. GitHub docs: REST API endpoints
 * for GitHub App webhooks.
 */
export function createDeliveries(sendAsApp: SendAs, log: Log): Pick<HostCalls, 'deliveriesSince' | 'redeliver'> {
  const list = linkedPages(sendAsApp, { call: 'app.deliveries', url: hostPath`/app/hook/deliveries` }, HostDeliveries);
  return {
    async deliveriesSince(since) {
      const deliveries: Delivery[] = [];
      for await (const page of followPages(list, LIST_BOUNDS.deliveries, log)) {
        if (!page.ok) return page;
        const parsed = page.value.map(parseDelivery);
        if (parsed.some(({ deliveredAt }) => Number.isNaN(deliveredAt.getTime()))) return refuse(UNEXPECTED);
        deliveries.push(...parsed);
        const oldest = parsed.at(-1);
        if (oldest !== undefined && oldest.deliveredAt < since) break;
      }
      return ok(newestFirst(deliveries, since));
    },

    async redeliver(deliveryId) {
      const url = hostPath`/app/hook/deliveries/${deliveryId}/attempts`;
      const answer = await sendAsApp({ call: 'app.redeliver', method: 'POST', url });
      if (!answer.ok) return answer;
      return answer.value.status === 202 ? ok(undefined) : refuse(UNEXPECTED);
    },
  };
}

export const parseDelivery = ({
  id,
  guid,
  event,
  delivered_at,
  status,
  status_code,
  installation_id,
}: Static<typeof HostDelivery>): Delivery => ({
  id: String(id),
  guid,
  event,
  installationId: idOrNull(installation_id),
  succeeded: status === 'OK' || (status_code !== null && status_code >= 200 && status_code < 300),
  deliveredAt: new Date(delivered_at),
});

const newestFirst = (deliveries: readonly Delivery[], since: Date): readonly Delivery[] =>
  eachOnce(deliveries, ({ id }) => id)
    .filter(({ deliveredAt }) => deliveredAt >= since)
    .sort((a, b) => b.deliveredAt.getTime() - a.deliveredAt.getTime());
