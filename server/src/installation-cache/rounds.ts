import { UPKEEP_LEASE_MS } from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { HostRefusal } from '../ports/code-host.ts';
import type { LeaseStore } from '../ports/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import type { createCompareInstallations, Differences } from './comparison.ts';
import type { createRecoverDeliveries, RecoveredDeliveries } from './deliveries.ts';
import { type RateLimit, rateLimitIn } from './rate-limit.ts';
import type { createRefreshDueLists, RefreshedLists, UpkeepProgress } from './refresh-due-lists.ts';

export interface UpkeepRoundDeps {
  readonly leases: LeaseStore;
  readonly compareInstallations: ReturnType<typeof createCompareInstallations>;
  readonly recoverDeliveries: ReturnType<typeof createRecoverDeliveries>;
  readonly refreshDueLists: ReturnType<typeof createRefreshDueLists>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Time from the end of a round to the next one that nobody asked for; null when there are none. */
  readonly everyMs: number | null;
}

/** What one round did. With a `limit`, it was not through when the code host took no more. */
export type UpkeepReport = Differences & RecoveredDeliveries & RefreshedLists;

/** `busy`: another instance is at it. `stopped`: it was told to stop before it was through. */
export type UpkeepRefusal = { readonly kind: 'busy' } | { readonly kind: 'stopped' } | HostRefusal;

/**
 * One round. Told to stop, it ends at once and gives the lease back; what it had asked for is left to itself, and what
 * waited for its turn is dropped. However else it ends, nothing of it is under way any more.
 */
export type UpkeepRound = (
  progress?: UpkeepProgress,
  stop?: AbortSignal,
) => Promise<Result<UpkeepReport, UpkeepRefusal>>;

const LEASE = 'upkeep';
/** Lasts until the next round is due, on whichever instance. */
export const REST = 'upkeep-rest';
const EVERYBODY = 'all instances';

/**
 * One round of what keeps the cache true, by one instance at a time. Lost deliveries are asked for whatever became of
 * the comparison. The first answer that tells of a rate limit ends the round; if it is the App's own, nobody begins
 * another before that limit is over.
 */
export function createUpkeepRound(deps: UpkeepRoundDeps): UpkeepRound {
  const { leases, compareInstallations, recoverDeliveries, refreshDueLists, clock, entropy, log, everyMs } = deps;

  async function work(progress: UpkeepProgress, stop: AbortSignal): Promise<Ended> {
    const differences = await compareInstallations(stop);
    if (stop.aborted) return { outcome: refuse({ kind: 'stopped' }), limit: null };
    const limited = rateLimitIn(differences);
    if (limited !== null) return { outcome: refuse(limited), limit: limited };
    const recovered = await recoverDeliveries(stop);
    const { limit } = recovered;
    if (!differences.ok) return { outcome: differences, limit };
    const lists = limit === null ? await refreshDueLists(progress, stop) : { listsFetched: 0, listsFailed: 0, limit };
    return { outcome: ok({ ...differences.value, ...recovered, ...lists }), limit };
  }

  async function rest(limit: RateLimit | null): Promise<void> {
    if (everyMs === null) return;
    const limitedMs = (limit?.retryAt?.getTime() ?? 0) - clock.now().getTime();
    await leases.acquire(REST, EVERYBODY, Math.max(everyMs, limitedMs)).catch((error: unknown) => {
      log.warn({ err: error }, 'the end of a round could not be recorded; the next one may come early');
    });
  }

  return async (progress = () => {}, stop = new AbortController().signal) => {
    const holder = Buffer.from(entropy.bytes(16)).toString('hex');
    if (!(await leases.acquire(LEASE, holder, UPKEEP_LEASE_MS))) return refuse({ kind: 'busy' });
    let extension: Promise<unknown> = Promise.resolve();
    const extending = setInterval(() => {
      extension = leases.acquire(LEASE, holder, UPKEEP_LEASE_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'the upkeep lease could not be extended');
      });
    }, UPKEEP_LEASE_MS / 3);

    let limit: RateLimit | null = null;
    try {
      const ended = await Promise.race([work(progress, stop), stopped(stop)]);
      limit = ended.limit;
      return ended.outcome;
    } finally {
      clearInterval(extending);
      if (!stop.aborted) await rest(limit);
      // One that arrived after the release would take the lease again, for nobody.
      await extension;
      await leases.release(LEASE, holder).catch((error: unknown) => {
        log.warn({ err: error }, 'the upkeep lease could not be given back; it runs out by itself');
      });
    }
  };
}

interface Ended {
  readonly outcome: Result<UpkeepReport, UpkeepRefusal>;
  /** The App's own; that of one installation concerns no other. */
  readonly limit: RateLimit | null;
}

/** Resolves when it is time to stop, at once when it was already. */
function stopped(stop: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const tell = () => resolve({ outcome: refuse({ kind: 'stopped' }), limit: null });
    if (stop.aborted) tell();
    else stop.addEventListener('abort', tell, { once: true });
  });
}
