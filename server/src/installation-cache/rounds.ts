import { createSharedCalls } from '../domain/bounds/shared-calls.ts';
import { ROUND_LEASE_MS } from '../domain/limits/installations.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { HostRefusal } from '../ports/code-host/refusals.ts';
import type { LeaseStore } from '../ports/storage/leases.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';
import type { CacheDifferences, Comparison } from './comparison.ts';
import type { DeliveryRecovery, RecoveredDeliveries } from './deliveries.ts';
import { type RateLimit, rateLimitIn } from './installation-sync.ts';
import type { ListProgress, RepositoryListSync, SyncedLists } from './repository-list-sync.ts';

export interface RoundDeps {
  readonly leases: LeaseStore;
  readonly compare: Comparison;
  readonly recoverDeliveries: DeliveryRecovery;
  readonly syncDueLists: RepositoryListSync['syncDue'];
  readonly followUp: (stop: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Pause between rounds. If null, rounds run only on request. */
  readonly everyMs: number | null;
}

export type RoundReport = CacheDifferences & RecoveredDeliveries & SyncedLists;

/** `busy`: another instance runs a round. `stopped`: the round was aborted. */
export type RoundRefusal = { readonly kind: 'busy' } | { readonly kind: 'stopped' } | HostRefusal;

/**
 * When `stop` aborts, resolves at once, releases the lease and drops queued requests. Otherwise resolves when nothing
 * is in progress.
 */
export type Round = (progress?: ListProgress, stop?: AbortSignal) => Promise<Result<RoundReport, RoundRefusal>>;

const ROUND_LEASE = 'upkeep';
/** Held by the instance that runs rounds. */
const LEADER_LEASE = 'upkeep-turn';
/** Expires when the next round is due. */
const PAUSE_LEASE = 'upkeep-rest';
const EVERYBODY = 'all instances';
/** Expires when the App's rate limit ends. */
const LIMIT_LEASE = 'upkeep-limit';

/**
 * Runs a round on one instance at a time. Requests lost deliveries even if the comparison fails. The first rate limit
 * ends the round; the App's own also delays the next.
 */
export function createRound(deps: RoundDeps): Round {
  const { leases, compare, recoverDeliveries, syncDueLists, followUp, clock, entropy, log, everyMs } = deps;

  async function work(progress: ListProgress, stop: AbortSignal): Promise<RoundEnd> {
    const differences = await compare(stop);
    if (stop.aborted) return { outcome: refuse({ kind: 'stopped' }), limit: null };
    const limited = rateLimitIn(differences);
    if (limited !== null) return { outcome: refuse(limited), limit: limited };
    const recovered = await recoverDeliveries(stop);
    const { limit } = recovered;
    if (!differences.ok) return { outcome: differences, limit };
    if (limit === null) {
      await followUp(stop).catch((error: unknown) =>
        log.warn({ err: error }, 'could not update the outcomes of invitations'),
      );
    }
    const lists = limit === null ? await syncDueLists(progress, stop) : { listsFetched: 0, listsFailed: 0, limit };
    return { outcome: ok({ ...differences.value, ...recovered, ...lists }), limit };
  }

  async function recordPause(limit: RateLimit | null): Promise<void> {
    if (everyMs === null) return;
    const limitedMs = (limit?.retryAt?.getTime() ?? 0) - clock.now().getTime();
    try {
      await leases.acquire(PAUSE_LEASE, EVERYBODY, everyMs);
      if (limitedMs > 0) await leases.acquire(LIMIT_LEASE, EVERYBODY, limitedMs);
    } catch (error) {
      log.warn({ err: error }, 'could not record the end of a comparison; the next one may start early');
    }
  }

  return async (progress = () => {}, stop = new AbortController().signal) => {
    const holder = randomHex(entropy, 16);
    if (!(await leases.acquire(ROUND_LEASE, holder, ROUND_LEASE_MS))) return refuse({ kind: 'busy' });
    let extension: Promise<unknown> = Promise.resolve();
    const extending = setInterval(() => {
      extension = leases.acquire(ROUND_LEASE, holder, ROUND_LEASE_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'could not extend the maintenance lease');
      });
    }, ROUND_LEASE_MS / 3);

    let limit: RateLimit | null = null;
    try {
      const ended = await Promise.race([work(progress, stop), stopped(stop)]);
      limit = ended.limit;
      return ended.outcome;
    } finally {
      clearInterval(extending);
      if (!stop.aborted) await recordPause(limit);
      // A late extension would take the lease again.
      await extension;
      await leases.release(ROUND_LEASE, holder).catch((error: unknown) => {
        log.warn({ err: error }, 'could not release the maintenance lease; it will expire');
      });
    }
  };
}

interface RoundEnd {
  readonly outcome: Result<RoundReport, RoundRefusal>;
  /** The App's rate limit, not that of one installation. */
  readonly limit: RateLimit | null;
}

function stopped(stop: AbortSignal): Promise<RoundEnd> {
  return new Promise((resolve) => {
    const onAbort = () => resolve({ outcome: refuse({ kind: 'stopped' }), limit: null });
    if (stop.aborted) onAbort();
    else stop.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves when the round in progress has released its leases. */
export type StopRounds = () => Promise<void>;

/**
 * Runs rounds while this instance holds the lease: at once if nobody held it or its holder vanished, because events may
 * be lost; otherwise after the pause.
 */
export function keepRounds(
  round: Round,
  { leases, entropy, log, everyMs }: Pick<RoundDeps, 'leases' | 'entropy' | 'log' | 'everyMs'>,
): StopRounds {
  const holder = randomHex(entropy, 16);
  const stop = new AbortController();
  let isStart = true;
  const underWay = createSharedCalls<'look' | 'round', void>();

  async function runIfDue(): Promise<void> {
    const leftMs = await leases.leftMs(LEADER_LEASE);
    const isLeader = await leases.acquire(LEADER_LEASE, holder, ROUND_LEASE_MS);
    const pauseMs = (await leases.leftMs(PAUSE_LEASE)) ?? 0;
    const limitedMs = (await leases.leftMs(LIMIT_LEASE)) ?? 0;
    // The clock was set back if the pause exceeds the interval.
    const isPauseOver = limitedMs === 0 && (pauseMs === 0 || pauseMs > (everyMs ?? 0));
    const isDue = isStart || leftMs === 0 || isPauseOver;
    isStart = false;
    if (!isLeader) log.debug({}, 'another instance is comparing the cache with the code host');
    else if (isDue && !stop.signal.aborted) {
      void underWay('round', () => logged(round(undefined, stop.signal), log));
    }
  }
  const start = () =>
    void underWay('look', () =>
      runIfDue().catch((error: unknown) => log.warn({ err: error }, 'could not check which instance compares next')),
    );
  const timer = setInterval(start, ROUND_LEASE_MS / 3);
  start();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await underWay.get('look');
    await underWay.get('round');
    await leases.release(LEADER_LEASE, holder).catch((error: unknown) => {
      log.warn({ err: error }, 'could not release the comparison lease; it will expire');
    });
  };
}

async function logged(round: ReturnType<Round>, log: Log): Promise<void> {
  try {
    const report = await round;
    if (report.ok) log.info(report.value, 'compared the cache with the code host');
    else if (report.refusal.kind === 'busy') log.debug({}, 'another comparison is running');
    else if (report.refusal.kind === 'stopped') log.debug({}, 'comparison of the cache with the code host stopped');
    else log.warn({ refusal: report.refusal }, 'could not compare the cache with the code host');
  } catch (error) {
    log.error({ err: error }, 'could not compare the cache with the code host');
  }
}
