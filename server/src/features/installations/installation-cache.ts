import { STATUS_LIMIT_MS } from '@orgdesk/contract/limits';
import type { NamedOrganization } from '../../code-host/people/types.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { GrantedInstallation } from '../../domain/installation.ts';
import type { WorkKind } from '../../domain/job.ts';
import type { ComparisonRound } from '../../domain/observations.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Session } from '../../domain/session.ts';
import {
  COMPARISON_LIMIT_MS,
  COMPARISON_SOON_MS,
  PREVIOUS_READ_WAIT_MS,
  ROUND_LEASE_MS,
} from '../../lib/limits/installations.ts';
import { withinLimit } from '../../lib/result.ts';
import { randomHex } from '../../lib/secrets.ts';
import { createSingleFlight } from '../../lib/shared-reads.ts';
import type { Log } from '../../lib/system.ts';
import type { CoveredRecord, Observation } from '../../sessions/store/installation-types.ts';
import {
  type InstallationCacheServices,
  type SyncedInstallation,
  syncInstallation,
  syncOrganization,
} from './installation-sync.ts';
import { createRepositoryListSync } from './repository-list-sync.ts';
import { type Round, type RoundEnd, runRound } from './rounds.ts';

export interface InstallationCache {
  /**
   * Returns the installations of a session by ascending ID. Waits a few seconds at most for missing records and lists;
   * stale lists are returned and refreshed in the background. Installations that are gone are left out (decision I6).
   */
  findOfSession(session: Pick<Session, 'installationIds' | 'user'>): Promise<readonly CoveredRecord[]>;
  sync(id: number): Promise<SyncedInstallation>;
  /**
   * Fetches an organization's installation and updates the cache. Refuses with `unreachable` while a cached one may
   * still exist under another login.
   */
  syncOrganization(organization: NamedOrganization): Promise<HostResult<GrantedInstallation | null>>;
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
export function createInstallationCache(services: InstallationCacheServices): InstallationCache {
  const { runtime, installations, dueWork, fetchAllowance, everyMs } = services;
  const { clock, log } = runtime;
  // Concurrent fetches of one installation would wait for the lock on its record.
  const sharedSyncs = createSingleFlight<number, SyncedInstallation>(PREVIOUS_READ_WAIT_MS);
  const sharedMarks = createSingleFlight<number, void>(PREVIOUS_READ_WAIT_MS);
  const noteStaleList = (id: number) => sharedMarks(id, () => installations.markRepositoriesStale([id]));
  const sync = (id: number) => sharedSyncs(id, () => syncInstallation(services, id));
  const listSync = createRepositoryListSync(services);
  const round: Round = (progress, stop) => observed(runtime, () => runRound(services, listSync, progress, stop));

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
    sync,
    syncOrganization: (organization) => syncOrganization(services, organization),
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
    syncAll: async (...request) => (await round(...request)).outcome,
    async compareSoon() {
      if (everyMs === null) return;
      const now = clock.now();
      // Of many requests, the first decides: whoever sends events cannot have one comparison after the other.
      const dueAt = new Date(now.getTime() + COMPARISON_SOON_MS);
      await dueWork.add([{ ...COMPARISON, dueAt, requestId: null }], now);
    },
    comparison: everyMs === null ? null : createComparisonKind(services, everyMs, round),
    async forget(id) {
      await installations.remove(id, await installations.observe());
    },
    suspend: (id, suspendedAt, observation) => installations.suspend(id, suspendedAt, observation, clock.now()),
  };
}

/** Reports each round to metrics and traces, except rounds refused as `busy`. */
async function observed({ observations, traces }: Runtime, round: () => Promise<RoundEnd>): Promise<RoundEnd> {
  const startedMs = performance.now();
  const noteRound = (outcome: ComparisonRound['outcome'], report: ComparisonRound['report']) =>
    observations.noteRound({ outcome, seconds: (performance.now() - startedMs) / 1000, report });
  try {
    const ended = await traces.within({ name: 'comparison', isDetached: true }, round);
    const { outcome: result } = ended;
    if (result.ok) noteRound(result.value.limit === null ? 'ok' : 'limited', result.value);
    else if (result.refusal.kind !== 'busy') noteRound(OUTCOMES[result.refusal.kind] ?? 'failed', null);
    return ended;
  } catch (error) {
    noteRound('failed', null);
    throw error;
  }
}

const OUTCOMES: Readonly<Record<string, ComparisonRound['outcome']>> = {
  stopped: 'stopped',
  'rate-limited': 'limited',
};

/** The one item of this kind. */
const COMPARISON = { organizationId: 0, kind: 'comparison', key: '' } as const;

/** Held by one instance while any runs. */
const LEADER_LEASE = 'upkeep-turn';

/**
 * Compares at each interval; also at once when an instance starts alone or the leader vanished, because events may be
 * lost. The App's rate limit delays the next comparison.
 */
function createComparisonKind(
  { runtime, leases, dueWork }: InstallationCacheServices,
  everyMs: number,
  round: Round,
): WorkKind {
  const { clock, entropy, log } = runtime;
  const holder = randomHex(entropy, 16);
  let isStart = true;

  return {
    name: COMPARISON.kind,
    limitMs: COMPARISON_LIMIT_MS,
    schedule: { firstAfterMs: everyMs, everyMs },
    async open() {
      const leftMs = await leases.leftMs(LEADER_LEASE);
      const isLeader = await leases.acquire(LEADER_LEASE, holder, ROUND_LEASE_MS);
      const isDue = isLeader && (isStart || leftMs === 0);
      isStart = false;
      if (isDue) await dueWork.makeDue(COMPARISON.kind, clock.now());
      return [];
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
