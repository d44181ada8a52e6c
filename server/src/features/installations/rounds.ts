import type { Delivery } from '../../code-host/types.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { Installation, InstallationRecord } from '../../domain/installation.ts';
import {
  DELIVERY_ATTEMPTS_MAX,
  DELIVERY_HISTORY_MS,
  INSTALLATION_PAGES_MAX,
  RECORDS_AT_ONCE,
  ROUND_LEASE_MS,
} from '../../lib/limits/installations.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { randomHex } from '../../lib/secrets.ts';
import {
  fetchObserved,
  type InstallationCacheServices,
  type RateLimit,
  rateLimitIn,
  syncInstallation,
} from './installation-sync.ts';
import type { ListProgress, RepositoryListSync, SyncedLists } from './repository-list-sync.ts';

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

interface RecoveredDeliveries {
  /** Deliveries requested again. Null if the list could not be read. */
  readonly redelivered: number | null;
  /** The rate limit that ended the work early. */
  readonly limit: RateLimit | null;
}

/** Requests failed deliveries again, because GitHub never retries them. Gives up after five attempts. */
async function recoverDeliveries(
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

interface CacheDifferences {
  readonly onCodeHost: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Makes the cache match the code host, which repairs lost events. An installation missing from the list is fetched by
 * ID before it is removed, because lists shift while they are paged. If a page fails, nothing is removed.
 */
async function compareInstallations(
  services: InstallationCacheServices,
  stop: AbortSignal,
): Promise<HostResult<CacheDifferences>> {
  const listedIds = new Set<number>();
  const repaired = await repairListed(services, listedIds, stop);
  if (!repaired.ok) return repaired;
  const removed = await removeMissing(services, listedIds, stop);
  return removed.ok ? ok({ onCodeHost: listedIds.size, ...repaired.value, removed: removed.value }) : removed;
}

async function repairListed(
  { runtime, codeHost, installations }: InstallationCacheServices,
  listedIds: Set<number>,
  stop: AbortSignal,
) {
  const repaired = { added: 0, changed: 0 };
  const requestedPages = new Set<string | null>();
  for (let page: string | null = null; !stop.aborted; ) {
    if (requestedPages.has(page) || requestedPages.size === INSTALLATION_PAGES_MAX) return refuse(WITHOUT_END);
    requestedPages.add(page);
    const { answer, observation } = await fetchObserved(installations, () => codeHost.installations(page));
    if (!answer.ok) return answer;
    const listed = answer.value.installations;
    const cached = new Map((await installations.findByIds(listed.map(({ id }) => id))).map((one) => [one.id, one]));
    const added = listed.filter(({ id }) => !cached.has(id));
    const changed = listed.filter((installation) => differs(installation, cached.get(installation.id)));
    await installations.upsert([...added, ...changed], observation, runtime.clock.now());
    if (changed.length > 0) await installations.markRepositoriesStale(changed.map(({ id }) => id));
    repaired.added += added.length;
    repaired.changed += changed.length;
    for (const { id } of listed) listedIds.add(id);
    page = answer.value.next;
    if (page === null) break;
  }
  return ok(repaired);
}

async function removeMissing(
  services: InstallationCacheServices,
  listedIds: ReadonlySet<number>,
  stop: AbortSignal,
): Promise<HostResult<number>> {
  const { installations } = services;
  let removed = 0;
  for (let ids = await installations.idsAfter(0, RECORDS_AT_ONCE); ids.length > 0; ) {
    for (const id of ids) {
      if (stop.aborted) return ok(removed);
      if (listedIds.has(id)) continue;
      const synced = await syncInstallation(services, id);
      if (synced.ok && synced.value === 'lost') removed += 1;
      const limit = rateLimitIn(synced);
      if (limit !== null) return refuse(limit);
    }
    ids = await installations.idsAfter(ids.at(-1) ?? 0, RECORDS_AT_ONCE);
  }
  return ok(removed);
}

const WITHOUT_END: HostRefusal = { kind: 'unreachable', message: 'the list of installations does not end' };

function differs(listed: Installation, cached: InstallationRecord | undefined): boolean {
  if (cached === undefined) return false;
  return (
    listed.accountId !== cached.accountId ||
    listed.accountLogin !== cached.accountLogin ||
    listed.accountType !== cached.accountType ||
    listed.repositorySelection !== cached.repositorySelection ||
    listed.suspendedAt?.getTime() !== cached.suspendedAt?.getTime()
  );
}

export type RoundReport = CacheDifferences & RecoveredDeliveries & SyncedLists;

/** `busy`: another instance runs a round. `stopped`: the round was aborted. */
export type RoundRefusal = { readonly kind: 'busy' } | { readonly kind: 'stopped' } | HostRefusal;

/**
 * When `stop` aborts, resolves at once, releases the lease and drops queued requests. Otherwise resolves when nothing
 * is in progress.
 */
export type Round = (progress?: ListProgress, stop?: AbortSignal) => Promise<RoundEnd>;

export interface RoundEnd {
  readonly outcome: Result<RoundReport, RoundRefusal>;
  /** The App's rate limit, not that of one installation. */
  readonly limit: RateLimit | null;
}

const ROUND_LEASE = 'upkeep';

/**
 * Runs a round on one instance at a time. Requests lost deliveries even if the comparison fails. The first rate limit
 * ends the round.
 */
export async function runRound(
  services: InstallationCacheServices,
  listSync: RepositoryListSync,
  progress: ListProgress = () => {},
  stop = new AbortController().signal,
): Promise<RoundEnd> {
  const { runtime, leases } = services;
  const { entropy, log } = runtime;
  const holder = randomHex(entropy, 16);
  if (!(await leases.acquire(ROUND_LEASE, holder, ROUND_LEASE_MS)))
    return { outcome: refuse({ kind: 'busy' }), limit: null };
  let extension: Promise<unknown> = Promise.resolve();
  const extending = setInterval(() => {
    extension = leases.acquire(ROUND_LEASE, holder, ROUND_LEASE_MS).catch((error: unknown) => {
      log.warn({ err: error }, 'could not extend the maintenance lease');
    });
  }, ROUND_LEASE_MS / 3);

  try {
    return await Promise.race([work(services, listSync, progress, stop), stopped(stop)]);
  } finally {
    clearInterval(extending);
    // A late extension would take the lease again.
    await extension;
    await leases.release(ROUND_LEASE, holder).catch((error: unknown) => {
      log.warn({ err: error }, 'could not release the maintenance lease; it will expire');
    });
  }
}

async function work(
  services: InstallationCacheServices,
  listSync: RepositoryListSync,
  progress: ListProgress,
  stop: AbortSignal,
): Promise<RoundEnd> {
  const differences = await compareInstallations(services, stop);
  if (stop.aborted) return STOPPED;
  const limited = rateLimitIn(differences);
  if (limited !== null) return { outcome: refuse(limited), limit: limited };
  const recovered = await recoverDeliveries(services, stop);
  const { limit } = recovered;
  if (!differences.ok) return { outcome: differences, limit };
  const lists = limit === null ? await listSync.syncDue(progress, stop) : { listsFetched: 0, listsFailed: 0, limit };
  return { outcome: ok({ ...differences.value, ...recovered, ...lists }), limit };
}

const STOPPED: RoundEnd = { outcome: refuse({ kind: 'stopped' }), limit: null };

function stopped(stop: AbortSignal): Promise<RoundEnd> {
  return new Promise((resolve) => {
    const onAbort = () => resolve(STOPPED);
    if (stop.aborted) onAbort();
    else stop.addEventListener('abort', onAbort, { once: true });
  });
}
