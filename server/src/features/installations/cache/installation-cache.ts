import { STATUS_LIMIT_MS } from '@orgdesk/contract/limits';
import type { CodeHost } from '../../../code-host/code-host.ts';
import type { LeaseStore } from '../../../database/instances/leases.ts';
import type { WorkKind } from '../../../domain/due-work.ts';
import type { ComparisonRound, Observations } from '../../../domain/observations.ts';
import type { Session } from '../../../domain/session.ts';
import type { DueWorkStore } from '../../../jobs/due-work/store/due-work.ts';
import type { Allowance } from '../../../lib/bounds/allowance.ts';
import { createSingleFlight } from '../../../lib/concurrency/single-flight.ts';
import { randomHex } from '../../../lib/crypto/secrets.ts';
import {
  COMPARISON_LIMIT_MS,
  COMPARISON_SOON_MS,
  PREVIOUS_READ_WAIT_MS,
  ROUND_LEASE_MS,
} from '../../../lib/limits/installations.ts';
import { withinLimit } from '../../../lib/result.ts';
import type { Clock, Entropy, Log } from '../../../lib/system.ts';
import type { Traces } from '../../../lib/traces.ts';
import type { CoveredRecord, InstallationStore, Observation } from '../../../sessions/installations/store/types.ts';
import { createComparison } from './comparison.ts';
import { createDeliveryRecovery } from './deliveries.ts';
import { createInstallationSync, type InstallationSync, type SyncedInstallation } from './installation-sync.ts';
import { createRepositoryListSync } from './repository-list-sync.ts';
import { createRound, type Round, type RoundDeps, type RoundEnd } from './rounds.ts';

export interface InstallationCacheDeps extends Pick<RoundDeps, 'entropy' | 'log'> {
  readonly clock: Clock;
  /** If null, rounds run only on request. */
  readonly everyMs: number | null;
  readonly codeHost: Pick<
    CodeHost,
    'installation' | 'installationOn' | 'installations' | 'repositoriesOf' | 'deliveriesSince' | 'redeliver'
  >;
  readonly storage: {
    readonly installations: InstallationStore;
    readonly leases: LeaseStore;
    readonly dueWork: DueWorkStore;
  };
  readonly observations: Observations;
  readonly traces: Traces;
  /** Limits how often a person may cause a fetch of a missing installation. */
  readonly fetchAllowance: Allowance;
}

export interface InstallationCache extends InstallationSync {
  /**
   * Returns the installations of a session by ascending ID. Waits a few seconds at most for missing records and lists;
   * stale lists are returned and refreshed in the background. Installations that are gone are left out (decision I6).
   */
  findOfSession(session: Pick<Session, 'installationIds' | 'user'>): Promise<readonly CoveredRecord[]>;
  /** Marks the list stale first, so that a crash loses nothing. Waits for the list for at most `waitMs`. */
  syncRepositories(id: number, waitMs: number): Promise<SyncedInstallation>;
  /** Marks a list as behind, without a call: whoever looks next has it fetched. */
  noteStaleList(id: number): Promise<void>;
  syncAll(...request: Parameters<Round>): Promise<RoundEnd['outcome']>;
  /** Has the next comparison run about a minute later; nothing where rounds run only on request. */
  compareSoon(): Promise<void>;
  /** Runs `syncAll` regularly; null if rounds run only on request. */
  readonly comparison: WorkKind | null;
  forget(id: number): Promise<void>;
  /** Records a suspension as of `observation`. Creates no record. */
  suspend(id: number, suspendedAt: Date, observation: Observation): Promise<void>;
}

/** Create the cache once per process: callers share its fetches and concurrency limits. */
export function createInstallationCache(deps: InstallationCacheDeps): InstallationCache {
  const { codeHost, storage, fetchAllowance, clock, log, observations, everyMs } = deps;
  const { installations, leases, dueWork } = storage;
  const installationSync = createInstallationSync({ codeHost, installations, clock, log });
  const { fetchObserved } = installationSync;
  // Concurrent fetches of one installation would wait for the lock on its record.
  const sharedSyncs = createSingleFlight<number, Awaited<ReturnType<typeof installationSync.sync>>>(
    PREVIOUS_READ_WAIT_MS,
  );
  const sharedMarks = createSingleFlight<number, void>(PREVIOUS_READ_WAIT_MS);
  const noteStaleList = (id: number) => sharedMarks(id, () => installations.markRepositoriesStale([id]));
  const sync: InstallationCache['sync'] = (id) => sharedSyncs(id, () => installationSync.sync(id));
  const listSync = createRepositoryListSync({ codeHost, installations, fetchObserved, clock, log });
  const round = createRound({
    ...deps,
    leases,
    compare: createComparison({ codeHost, installations, installationSync, clock }),
    recoverDeliveries: createDeliveryRecovery({ codeHost, installations, clock, log, observations }),
    syncDueLists: listSync.syncDue,
  });
  const observedRound = createObservedRound(round, deps);

  return {
    async findOfSession({ installationIds, user }) {
      const cached = await installations.findCovered(installationIds);
      const awaited: Promise<unknown>[] = listSync.show(cached, user.id);
      const cachedIds = new Set(cached.map(({ id }) => id));
      const missingIds = installationIds.filter((id) => !cachedIds.has(id) && fetchAllowance(String(user.id)) === null);
      awaited.push(...missingIds.map(sync));
      if (awaited.length === 0) return cached;
      await withinLimit(Promise.allSettled(awaited), STATUS_LIMIT_MS);
      return installations.findCovered(installationIds);
    },
    ...installationSync,
    sync,
    async syncRepositories(id, waitMs) {
      await noteStaleList(id);
      const record = await sync(id);
      if (record.ok && record.value === 'stored') {
        const listed = listSync.sync(id);
        listed.catch((error: unknown) => log.error({ err: error }, 'could not store a repository list'));
        await withinLimit(listed, waitMs);
      }
      return record;
    },
    noteStaleList,
    syncAll: async (...request) => (await observedRound(...request)).outcome,
    async compareSoon() {
      if (everyMs === null) return;
      const now = clock.now();
      // Of many requests, the first decides: whoever sends events cannot have one comparison after the other.
      const dueAt = new Date(now.getTime() + COMPARISON_SOON_MS);
      await dueWork.add([{ ...COMPARISON, dueAt, requestId: null }], now);
    },
    comparison: everyMs === null ? null : createComparisonKind(observedRound, everyMs, { ...deps, leases }),
    async forget(id) {
      await installations.remove(id, await installations.observe());
    },
    suspend: (id, suspendedAt, observation) => installations.suspend(id, suspendedAt, observation, clock.now()),
  };
}

interface ObservedRoundDeps {
  readonly observations: Pick<Observations, 'noteRound'>;
  readonly traces: Pick<Traces, 'within'>;
}

/** Reports each round to metrics and traces, except rounds refused as `busy`. */
function createObservedRound(round: Round, { observations, traces }: ObservedRoundDeps): Round {
  return async (progress, stop) => {
    const startedMs = performance.now();
    const noteRound = (outcome: ComparisonRound['outcome'], report: ComparisonRound['report']) =>
      observations.noteRound({ outcome, seconds: (performance.now() - startedMs) / 1000, report });
    try {
      const ended = await traces.within({ name: 'comparison', isDetached: true }, () => round(progress, stop));
      const { outcome: result } = ended;
      if (result.ok) noteRound(result.value.limit === null ? 'ok' : 'limited', result.value);
      else if (result.refusal.kind !== 'busy') noteRound(OUTCOMES[result.refusal.kind] ?? 'failed', null);
      return ended;
    } catch (error) {
      noteRound('failed', null);
      throw error;
    }
  };
}

const OUTCOMES: Readonly<Record<string, ComparisonRound['outcome']>> = {
  stopped: 'stopped',
  'rate-limited': 'limited',
};

interface ComparisonKindDeps {
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** The one item of this kind. */
const COMPARISON = { organizationId: 0, kind: 'comparison', key: '' } as const;

/** Held by one instance while any runs. */
const LEADER_LEASE = 'upkeep-turn';

/**
 * Compares at each interval; also at once when an instance starts alone or the leader vanished, because events may be
 * lost. The App's rate limit delays the next comparison.
 */
function createComparisonKind(
  round: Round,
  everyMs: number,
  { leases, clock, entropy, log }: ComparisonKindDeps,
): WorkKind {
  const holder = randomHex(entropy, 16);
  let isStart = true;

  return {
    name: COMPARISON.kind,
    limitMs: COMPARISON_LIMIT_MS,
    schedule: { firstAfterMs: everyMs, everyMs },
    async open(now) {
      const leftMs = await leases.leftMs(LEADER_LEASE);
      const isLeader = await leases.acquire(LEADER_LEASE, holder, ROUND_LEASE_MS);
      const isDue = isLeader && (isStart || leftMs === 0);
      isStart = false;
      return isDue ? [{ ...COMPARISON, dueAt: now, requestId: null }] : [];
    },
    async close() {
      isStart = true;
      await leases.release(LEADER_LEASE, holder);
    },
    async work(_, stop) {
      const ended = await round(undefined, stop).catch((error: unknown) => {
        log.error({ err: error }, 'could not compare the cache with the code host');
        return null;
      });
      if (ended !== null) logEnd(ended, log);
      const now = clock.now().getTime();
      if (ended?.outcome.ok === false && ended.outcome.refusal.kind === 'stopped') return new Date(now);
      return new Date(Math.max(now + everyMs, ended?.limit?.retryAt?.getTime() ?? 0));
    },
  };
}

function logEnd({ outcome }: RoundEnd, log: Log): void {
  if (outcome.ok) log.info(outcome.value, 'compared the cache with the code host');
  else if (outcome.refusal.kind === 'busy') log.debug({}, 'another comparison is running');
  else if (outcome.refusal.kind === 'stopped') log.debug({}, 'comparison of the cache with the code host stopped');
  else log.warn({ refusal: outcome.refusal }, 'could not compare the cache with the code host');
}
