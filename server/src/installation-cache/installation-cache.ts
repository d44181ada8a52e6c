import type { Allowance } from '../domain/bounds/allowance.ts';
import { LOOK_PATIENCE_MS, STATUS_LIMIT_MS } from '../domain/limits/installations.ts';
import { withinLimit } from '../domain/result.ts';
import type { Session } from '../domain/session.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { Observations } from '../ports/operators/observations.ts';
import type { Traces } from '../ports/operators/traces.ts';
import type { CoveredRecord, InstallationStore, Observation } from '../ports/storage/installations.ts';
import type { Storage } from '../ports/storage/storage.ts';
import { createSharedLooks } from './bounded-looks.ts';
import { createComparison } from './comparison.ts';
import { createDeliveryRecovery } from './deliveries.ts';
import { createLooks, type Looks, type SyncedInstallation } from './looks.ts';
import { createObservedRound } from './observed-round.ts';
import { createRepositoryLists } from './repository-lists.ts';
import { createRound, keepRounds, type Round, type RoundDeps, type StopRounds } from './rounds.ts';

export interface InstallationCacheDeps extends Pick<RoundDeps, 'clock' | 'entropy' | 'log' | 'everyMs' | 'followUp'> {
  readonly codeHost: Pick<
    CodeHost,
    'installation' | 'installationOn' | 'installations' | 'repositoriesOf' | 'deliveriesSince' | 'redeliver'
  >;
  readonly storage: Pick<Storage, 'installations' | 'leases'>;
  readonly observations: Observations;
  readonly traces: Traces;
  /** Of a person, to have another installation looked at as the App: its calls are counted for everybody together. */
  readonly mayLook: Allowance;
}

/**
 * What the service knows of installations, and what makes it say what the code host says. When somebody looks, in which
 * order looks are stored, and when a list is read again is decided inside.
 */
export interface InstallationCache extends Looks, Pick<InstallationStore, 'findByAccounts' | 'findListed'> {
  /**
   * The records of a session's installations, by ascending ID.
   *
   * Only what the cache lacks is fetched, side by side, and waited for no longer than a few seconds, and not at all soon
   * after it failed; a list that is merely stale is answered as it is and fetched behind the answer. A suspended or
   * unreachable installation is answered from the cache, one that has vanished is left out (decision I6): it is looked
   * at again while the session is linked to it, since a code host can fail so that everything seems to have vanished.
   */
  findOfSession(session: Pick<Session, 'installationIds' | 'user'>): Promise<readonly CoveredRecord[]>;
  /**
   * Looks at an installation whose repositories have changed: that is written first, so that a crash forgets nothing.
   * The list is waited for so long and no longer; it is stale until it is stored.
   */
  syncRepositories(id: number, waitMs: number): Promise<SyncedInstallation>;
  /** Makes the whole cache say what the code host says, by one instance at a time. */
  readonly syncAll: Round;
  /** Does so regularly, if it is this instance's turn. */
  keepSynced(): StopRounds;
  /** Removes an installation that is gone for good. */
  forget(id: number): Promise<void>;
  /** Believes that an installation was suspended, as of a place in the order of looks; creates no record. */
  suspend(id: number, suspendedAt: Date, observation: Observation): Promise<void>;
}

/** Puts the cache together, once for a process: requests and rounds share what they ask for, and the bounds on it. */
export function createInstallationCache(deps: InstallationCacheDeps): InstallationCache {
  const { codeHost, storage, mayLook, clock, log, observations } = deps;
  const { installations, leases } = storage;
  const looks = createLooks({ codeHost, installations, clock, log });
  const { look } = looks;
  // Of an installation that many events tell of, one look at a time: they would wait for each other's lock on its record.
  const sharedSyncs = createSharedLooks<number, Awaited<ReturnType<typeof looks.sync>>>(LOOK_PATIENCE_MS);
  const sharedMarks = createSharedLooks<number, void>(LOOK_PATIENCE_MS);
  const sync: InstallationCache['sync'] = (id) => sharedSyncs(id, () => looks.sync(id));
  const lists = createRepositoryLists({ codeHost, installations, look, clock, log });
  const round = createRound({
    ...deps,
    leases,
    compare: createComparison({ codeHost, installations, looks, clock }),
    recoverDeliveries: createDeliveryRecovery({ codeHost, clock, log, observations }),
    syncDueLists: lists.syncDue,
  });
  const syncAll = createObservedRound(round, deps);

  return {
    findByAccounts: installations.findByAccounts,
    findListed: installations.findListed,
    async findOfSession({ installationIds, user }) {
      const cached = await installations.findCovered(installationIds);
      const awaited: Promise<unknown>[] = lists.show(cached, user.id);
      const known = new Set(cached.map(({ id }) => id));
      const lost = installationIds.filter((id) => !known.has(id) && mayLook(String(user.id)) === null);
      awaited.push(...lost.map(sync));
      if (awaited.length === 0) return cached;
      await withinLimit(Promise.allSettled(awaited), STATUS_LIMIT_MS);
      return installations.findCovered(installationIds);
    },
    ...looks,
    sync,
    async syncRepositories(id, waitMs) {
      await sharedMarks(id, () => installations.markRepositoriesStale([id]));
      const record = await sync(id);
      if (record.ok && record.value === 'stored') {
        const listed = lists.sync(id);
        listed.catch((error: unknown) => log.error({ err: error }, 'a repository list could not be stored'));
        await withinLimit(listed, waitMs);
      }
      return record;
    },
    syncAll,
    keepSynced: () => keepRounds(syncAll, { ...deps, leases }),
    async forget(id) {
      await installations.remove(id, await installations.observe());
    },
    suspend: (id, suspendedAt, observation) => installations.suspend(id, suspendedAt, observation, clock.now()),
  };
}
