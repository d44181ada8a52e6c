import { DELIVERY_ATTEMPTS_MAX, DELIVERY_HISTORY_MS } from '../domain/limits/webhooks.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { Delivery } from '../ports/code-host/installations.ts';
import type { Observations } from '../ports/operators/observations.ts';
import type { Clock, Log } from '../ports/system.ts';
import { type RateLimit, rateLimitIn } from './installation-sync.ts';

/** Other events affect neither stored data nor the audit log. */
const RECOVERED_EVENTS: ReadonlySet<string> = new Set([
  'installation',
  'installation_repositories',
  'installation_target',
  'github_app_authorization',
  'organization',
  'membership',
  'team',
  'member',
  'repository',
]);

export interface DeliveryRecoveryDeps {
  readonly codeHost: Pick<CodeHost, 'deliveriesSince' | 'redeliver'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'noteAttempts'>;
}

export interface RecoveredDeliveries {
  /** Deliveries requested again. Null if the list could not be read. */
  readonly redelivered: number | null;
  /** The rate limit that ended the work early. */
  readonly limit: RateLimit | null;
}

export type DeliveryRecovery = (stop: AbortSignal) => Promise<RecoveredDeliveries>;

/** Requests failed deliveries again, because GitHub never retries them. Gives up after five attempts. */
export function createDeliveryRecovery({ codeHost, clock, log, observations }: DeliveryRecoveryDeps): DeliveryRecovery {
  return async (stop) => {
    const deliveries = await codeHost.deliveriesSince(new Date(clock.now().getTime() - DELIVERY_HISTORY_MS));
    if (!deliveries.ok) {
      log.warn({ refusal: deliveries.refusal }, 'could not list failed deliveries');
      return { redelivered: null, limit: rateLimitIn(deliveries) };
    }
    observations.noteAttempts(deliveries.value);
    let redelivered = 0;
    let limit: RateLimit | null = null;
    for (const lost of lostDeliveries(deliveries.value)) {
      if (stop.aborted || limit !== null) break;
      const redelivery = await codeHost.redeliver(lost.id);
      if (redelivery.ok) redelivered += 1;
      else
        log.warn(
          { delivery: lost.guid, refusal: redelivery.refusal },
          'could not request redelivery of a failed delivery',
        );
      limit = rateLimitIn(redelivery);
    }
    return { redelivered, limit };
  };
}

/** Returns the last attempt of each event that never arrived, oldest first. */
export function lostDeliveries(deliveries: readonly Delivery[]): readonly Delivery[] {
  const attempts = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    if (!RECOVERED_EVENTS.has(delivery.event)) continue;
    attempts.set(delivery.guid, [...(attempts.get(delivery.guid) ?? []), delivery]);
  }
  return [...attempts.values()]
    .filter((all) => all.length < DELIVERY_ATTEMPTS_MAX && !all.some(({ succeeded }) => succeeded))
    .flatMap((all) => all.toSorted((a, b) => b.deliveredAt.getTime() - a.deliveredAt.getTime()).slice(0, 1))
    .sort((a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime());
}
