import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { lifetime } from '../../lib/bounds.ts';
import { createConcurrencyLimit } from '../../lib/concurrency.ts';
import {
  CHANGED_LISTS_AT_ONCE,
  LISTS_PER_ROUND,
  OBSERVATIONS_AHEAD,
  REPOSITORY_LIST_PAUSE_MS,
  REPOSITORY_LIST_PAUSES_MAX,
  REPOSITORY_LISTS_AT_ONCE,
  SHOWN_LISTS_AT_ONCE,
} from '../../lib/limits/installations.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import type {
  CoveredRecord,
  DueList,
  InstallationStore,
  Observation,
} from '../../sessions/store/installation-types.ts';
import { fetchObserved, type InstallationCacheServices, type RateLimit, rateLimitIn } from './installation-sync.ts';

/** `suspended` and refusals leave the cached list unchanged. */
type SyncedList = HostResult<'stored' | 'suspended' | 'gone'>;

export interface SyncedLists {
  readonly listsFetched: number;
  readonly listsFailed: number;
  /** The rate limit that ended the work early. */
  readonly limit: RateLimit | null;
}

export type ListProgress = (done: number, total: number) => void;

export interface RepositoryListSync {
  /** Fetches a list with a request made after this call. */
  sync(id: number): Promise<SyncedList>;
  /**
   * Returns the fetches of missing lists and refreshes stale ones in the background. Soon after a failure, returns that
   * refusal again.
   */
  show(records: readonly CoveredRecord[], userId: number): Promise<SyncedList>[];
  /**
   * Fetches due lists, those that failed last time at the end. Stops at a rate limit or unexpected error; nothing is in
   * progress when it settles.
   */
  syncDue(progress: ListProgress, stop: AbortSignal): Promise<SyncedLists>;
}

/**
 * Fetches and stores repository lists. People, installations with events and the round have separate queues, so slow
 * lists delay no others. A failed list stays stale and is retried.
 */
export function createRepositoryListSync({
  runtime,
  codeHost,
  installations,
}: InstallationCacheServices): RepositoryListSync {
  const { clock, log } = runtime;
  const pauses = createListPauses(clock);
  const peopleLimit = createConcurrencyLimit<number>({ each: REPOSITORY_LISTS_AT_ONCE, all: SHOWN_LISTS_AT_ONCE });
  const eventLimit = createConcurrencyLimit<number | 'failing'>({
    each: REPOSITORY_LISTS_AT_ONCE,
    all: CHANGED_LISTS_AT_ONCE,
  });
  const roundLimit = pLimit(REPOSITORY_LISTS_AT_ONCE);
  const pendingFetch = createPendingFetches(fetchAndRemember);
  const underWay = new Map<number, Promise<SyncedList>>();
  let failedBefore: ReadonlySet<number> = new Set();

  async function fetchAndRemember(id: number, takeObservation?: TakeObservation): Promise<SyncedList> {
    const fetching = fetchList(id, takeObservation);
    underWay.set(id, fetching);
    try {
      const synced = await fetching;
      pauses.remember(id, synced);
      return synced;
    } finally {
      if (underWay.get(id) === fetching) underWay.delete(id);
    }
  }

  async function fetchList(id: number, takeObservation?: TakeObservation): Promise<SyncedList> {
    const cached = await installations.knownList(id);
    const { answer, observation } = await fetchObserved(
      installations,
      () => codeHost.repositoriesOf(id, cached?.validators),
      takeObservation,
    );
    if (answer.ok) {
      if (answer.value.kind === 'listed') {
        const { repositories, validators } = answer.value;
        await installations.storeRepositories(id, repositories, observation, clock.now(), validators);
      } else if (cached?.isStale) {
        await installations.confirmRepositories(id, cached, observation, clock.now());
      }
      return ok('stored');
    }
    const { refusal } = answer;
    if (refusal.kind === 'suspended') return ok('suspended');
    if (refusal.kind === 'gone') {
      await installations.miss(id, observation, clock.now());
      return ok('gone');
    }
    log.warn({ installationId: id, refusal }, "could not list an installation's repositories");
    return refuse(refusal);
  }

  async function sync(id: number): Promise<SyncedList> {
    const key = pauses.of(id) === null ? id : 'failing';
    return eventLimit(key, pendingFetch(id).begin);
  }

  async function showOne(id: number, userId: number): Promise<SyncedList> {
    const shared = pauses.of(id) ?? underWay.get(id);
    if (shared !== undefined) return shared;
    const { begin } = pendingFetch(id);
    // Another fetch may have failed while this one was queued.
    return peopleLimit(userId, async () => pauses.of(id) ?? begin());
  }

  return {
    sync,
    show(records, userId) {
      const readable = records.filter(({ suspendedAt }) => suspendedAt === null);
      const stale = readable.filter(({ list, repositoriesStale }) => list !== null && repositoriesStale);
      void Promise.allSettled(stale.map(({ id }) => sync(id)));
      return readable.filter(({ list }) => list === null).map(({ id }) => showOne(id, userId));
    },
    async syncDue(progress, stop) {
      const due = await installations.listsToRefresh(LISTS_PER_ROUND);
      const hasFailedBefore = ({ id }: DueList) => failedBefore.has(id);
      const ordered = [...due.filter((list) => !hasFailedBefore(list)), ...due.filter(hasFailedBefore)];
      const takeObservation = createObservationsAhead(installations, Math.min(OBSERVATIONS_AHEAD, due.length));
      const fetches = ordered.map(({ id }) => ({ id, ...pendingFetch(id, takeObservation) }));
      const [started, failed, unexpectedErrors]: [Set<number>, Set<number>, unknown[]] = [new Set(), new Set(), []];
      let [done, listsFetched] = [0, 0];
      let limit: RateLimit | null = null;
      progress(done, due.length);
      await roundLimit.map(fetches, async ({ id, begin }) => {
        if (limit !== null || unexpectedErrors.length > 0 || stop.aborted) return;
        started.add(id);
        try {
          const synced = await begin();
          done += 1;
          if (synced.ok && synced.value === 'stored') listsFetched += 1;
          if (!synced.ok) failed.add(id);
          limit ??= rateLimitIn(synced);
          progress(done, due.length);
        } catch (error) {
          unexpectedErrors.push(error);
        }
      });
      if (unexpectedErrors.length > 0) throw unexpectedErrors[0];
      const lastDone = lastWithoutGap(due, ({ id }) => started.has(id) || failedBefore.has(id));
      if (lastDone !== null && due.length === LISTS_PER_ROUND && !stop.aborted) await installations.noteTurn(lastDone);
      failedBefore = failed;
      return { listsFetched, listsFailed: failed.size, limit };
    },
  };
}

/** Returns the last non-stale list before which none was skipped. */
function lastWithoutGap(due: readonly DueList[], isPassed: (list: DueList) => boolean): DueList | null {
  const ordered = due.filter(({ isStale }) => !isStale);
  const firstSkipped = ordered.findIndex((list) => !isPassed(list));
  return (firstSkipped === -1 ? ordered : ordered.slice(0, firstSkipped)).at(-1) ?? null;
}

/**
 * Reserves `ahead` observation numbers at once. Fetches and stale marks made after the reservation win over fetches
 * that use it.
 */
function createObservationsAhead({ observeMany }: InstallationStore, ahead: number): () => Promise<Observation> {
  let observations: Observation[] = [];
  let taking: Promise<void> | null = null;

  return async () => {
    for (;;) {
      const observation = observations.shift();
      if (observation !== undefined) return observation;
      taking ??= observeMany(ahead)
        .then((taken) => {
          observations = [...taken];
        })
        .finally(() => {
          taking = null;
        });
      await taking;
    }
  };
}

/** Remembers refused lists for 30 seconds, or until the reported rate limit ends. */
function createListPauses(clock: Clock) {
  const paused = new LRUCache<number, HostRefusal>({
    ...lifetime(clock, REPOSITORY_LIST_PAUSE_MS),
    max: REPOSITORY_LIST_PAUSES_MAX,
  });

  return {
    /** Returns the refusal that caused the pause, or null. */
    of(id: number): HostResult<never> | null {
      const refusal = paused.get(id);
      return refusal === undefined ? null : refuse(refusal);
    },
    remember(id: number, synced: HostResult<unknown>): void {
      paused.delete(id);
      if (synced.ok) return;
      const limitedMs = (rateLimitIn(synced)?.retryAt?.getTime() ?? 0) - clock.now().getTime();
      paused.set(id, synced.refusal, { ttl: Math.max(REPOSITORY_LIST_PAUSE_MS, limitedMs) - 1 });
    },
  };
}

type TakeObservation = () => Promise<Observation>;

interface PendingFetch<Outcome> {
  /** Starts the fetch once; further calls share it. */
  readonly begin: () => Promise<Outcome>;
  takeObservation: TakeObservation | undefined;
}

/** Callers share a fetch until it starts; later callers get another. */
function createPendingFetches<Outcome>(fetchOne: (id: number, takeObservation?: TakeObservation) => Promise<Outcome>) {
  const pending = new Map<number, PendingFetch<Outcome>>();

  return (id: number, takeObservation?: TakeObservation): PendingFetch<Outcome> => {
    const existing = pending.get(id);
    if (existing !== undefined) {
      // The caller reports a change, so the fetch needs a later number.
      if (takeObservation === undefined) existing.takeObservation = undefined;
      return existing;
    }
    let started: Promise<Outcome> | null = null;
    const added: PendingFetch<Outcome> = {
      takeObservation,
      begin() {
        if (started !== null) return started;
        // The answer may lack changes made from now on.
        pending.delete(id);
        started = fetchOne(id, added.takeObservation);
        return started;
      },
    };
    pending.set(id, added);
    return added;
  };
}
