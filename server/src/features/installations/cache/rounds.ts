import type { HostRefusal } from '../../../domain/host-refusal.ts';
import { randomHex } from '../../../lib/crypto/secrets.ts';
import { ROUND_LEASE_MS } from '../../../lib/limits/installations.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { type CacheDifferences, compareInstallations } from './comparison.ts';
import { type RecoveredDeliveries, recoverDeliveries } from './deliveries.ts';
import { type InstallationCacheServices, type RateLimit, rateLimitIn } from './installation-sync.ts';
import type { ListProgress, RepositoryListSync, SyncedLists } from './repository-list-sync.ts';

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
