import { STATUS_LIMIT_MS } from '@orgdesk/contract/limits';
import type { Allowance } from '../../domain/bounds/allowance.ts';
import { COMPARISON_SOON_MS, PREVIOUS_READ_WAIT_MS } from '../../domain/limits/installations.ts';
import { withinLimit } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { Observations } from '../../ports/operators/observations.ts';
import type { Traces } from '../../ports/operators/traces.ts';
import type { CoveredRecord, Observation } from '../../ports/storage/installations.ts';
import type { Storage } from '../../ports/storage/storage.ts';
import type { Clock } from '../../ports/system.ts';
import { createSingleFlight } from '../concurrency/single-flight.ts';
import type { WorkKind } from '../due-work/work-kind.ts';
import { createComparison } from './comparison.ts';
import { COMPARISON, createComparisonKind } from './comparison-kind.ts';
import { createDeliveryRecovery } from './deliveries.ts';
import { createInstallationSync, type InstallationSync, type SyncedInstallation } from './installation-sync.ts';
import { createObservedRound } from './observed-round.ts';
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
  readonly storage: Pick<Storage, 'installations' | 'leases' | 'dueWork'>;
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
