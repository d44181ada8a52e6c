import type { Delivery } from '../../../code-host/app/types.ts';
import { DELIVERY_ATTEMPTS_MAX, DELIVERY_HISTORY_MS } from '../../../lib/limits/webhooks.ts';
import { type InstallationCacheServices, type RateLimit, rateLimitIn } from './installation-sync.ts';

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

export interface RecoveredDeliveries {
  /** Deliveries requested again. Null if the list could not be read. */
  readonly redelivered: number | null;
  /** The rate limit that ended the work early. */
  readonly limit: RateLimit | null;
}

/** Requests failed deliveries again, because GitHub never retries them. Gives up after five attempts. */
export async function recoverDeliveries(
  { runtime, codeHost, installations }: InstallationCacheServices,
  stop: AbortSignal,
): Promise<RecoveredDeliveries> {
  const { clock, log, observations } = runtime;
  const deliveries = await codeHost.deliveriesSince(new Date(clock.now().getTime() - DELIVERY_HISTORY_MS));
  if (!deliveries.ok) {
    log.warn({ refusal: deliveries.refusal }, 'could not list failed deliveries');
    return { redelivered: null, limit: rateLimitIn(deliveries) };
  }
  observations.noteAttempts(deliveries.value);
  await installations.noteLostDeliveries(lostByInstallation(deliveries.value));
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
}

/** Returns the last attempt of each event that never arrived, oldest first, without those tried too often. */
export const lostDeliveries = (deliveries: readonly Delivery[]): readonly Delivery[] =>
  failedEvents(deliveries)
    .filter((attempts) => attempts.length < DELIVERY_ATTEMPTS_MAX)
    .flatMap((attempts) => attempts.toSorted(byTime).slice(-1))
    .sort(byTime);

/** When the first event of each installation was sent that never arrived. */
export function lostByInstallation(deliveries: readonly Delivery[]): ReadonlyMap<number, Date> {
  const since = new Map<number, Date>();
  for (const { installationId, deliveredAt } of failedEvents(deliveries).flat().sort(byTime)) {
    if (installationId !== null && !since.has(installationId)) since.set(installationId, deliveredAt);
  }
  return since;
}

function failedEvents(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const attempts = Map.groupBy(
    deliveries.filter(({ event }) => RECOVERED_EVENTS.has(event)),
    ({ guid }) => guid,
  );
  return [...attempts.values()].filter((all) => !all.some(({ succeeded }) => succeeded));
}

const byTime = (one: Delivery, other: Delivery): number => one.deliveredAt.getTime() - other.deliveredAt.getTime();
