import pLimit from 'p-limit';
import {
  CHANGED_LISTS_AT_ONCE,
  LISTS_PER_ROUND,
  PLACES_AHEAD,
  REPOSITORY_LISTS_AT_ONCE,
  SHOWN_LISTS_AT_ONCE,
} from '../domain/limits/installations.ts';
import { ok, refuse } from '../domain/result.ts';
import type { CodeHost } from '../ports/code-host/code-host.ts';
import type { Told } from '../ports/code-host/refusals.ts';
import type { CoveredRecord, DueList, InstallationStore } from '../ports/storage/installations.ts';
import type { Clock, Log } from '../ports/system.ts';
import { createLanes, createPlacesAhead } from './bounded-looks.ts';
import { createListPauses } from './list-pauses.ts';
import { type Looks, type RateLimit, rateLimitIn } from './looks.ts';
import { createWantedLooks, type TakePlace } from './wanted-looks.ts';

export interface RepositoryListsDeps {
  readonly codeHost: Pick<CodeHost, 'repositoriesOf'>;
  readonly installations: Pick<
    InstallationStore,
    'miss' | 'knownList' | 'storeRepositories' | 'confirmRepositories' | 'listsToRefresh' | 'noteTurn' | 'observeMany'
  >;
  readonly look: Looks['look'];
  readonly clock: Clock;
  readonly log: Log;
}

/** `suspended` and refusals leave the cached list unchanged. */
export type SyncedList = Told<'stored' | 'suspended' | 'gone'>;

export interface SyncedLists {
  readonly listsFetched: number;
  readonly listsFailed: number;
  /** The rate limit that ended the work early. */
  readonly limit: RateLimit | null;
}

export type Progress = (done: number, total: number) => void;

export interface RepositoryLists {
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
  syncDue(progress: Progress, stop: AbortSignal): Promise<SyncedLists>;
}

/**
 * Fetches and stores repository lists. People, installations with events and the round have separate queues, so slow
 * lists delay no others. A failed list stays stale and is retried.
 */
export function createRepositoryLists(deps: RepositoryListsDeps): RepositoryLists {
  const { codeHost, installations, look, clock, log } = deps;
  const pauses = createListPauses(clock);
  const people = createLanes<number>({ each: REPOSITORY_LISTS_AT_ONCE, all: SHOWN_LISTS_AT_ONCE });
  const events = createLanes<number | 'failing'>({ each: REPOSITORY_LISTS_AT_ONCE, all: CHANGED_LISTS_AT_ONCE });
  const round = pLimit(REPOSITORY_LISTS_AT_ONCE);
  const lookWanted = createWantedLooks(fetchAndRemember);
  const underWay = new Map<number, Promise<SyncedList>>();
  let failedBefore: ReadonlySet<number> = new Set();

  async function fetchAndRemember(id: number, takePlace?: TakePlace): Promise<SyncedList> {
    const fetching = fetchList(id, takePlace);
    underWay.set(id, fetching);
    try {
      const synced = await fetching;
      pauses.remember(id, synced);
      return synced;
    } finally {
      if (underWay.get(id) === fetching) underWay.delete(id);
    }
  }

  async function fetchList(id: number, takePlace?: TakePlace): Promise<SyncedList> {
    const known = await installations.knownList(id);
    const { answer, observation } = await look(() => codeHost.repositoriesOf(id, known?.validators), takePlace);
    if (answer.ok) {
      if (answer.value.kind === 'listed') {
        const { repositories, validators } = answer.value;
        await installations.storeRepositories(id, repositories, observation, clock.now(), validators);
      } else if (known?.isStale) {
        await installations.confirmRepositories(id, known, observation, clock.now());
      }
      return ok('stored');
    }
    const { refusal } = answer;
    if (refusal.kind === 'suspended') return ok('suspended');
    if (refusal.kind === 'gone') {
      await installations.miss(id, observation, clock.now());
      return ok('gone');
    }
    log.warn({ installationId: id, refusal }, 'the repositories of an installation could not be listed');
    return refuse(refusal);
  }

  async function sync(id: number): Promise<SyncedList> {
    const asker = pauses.of(id) === null ? id : 'failing';
    return events(asker, lookWanted(id).begin);
  }

  async function showOne(id: number, userId: number): Promise<SyncedList> {
    const shared = pauses.of(id) ?? underWay.get(id);
    if (shared !== undefined) return shared;
    const { begin } = lookWanted(id);
    // Another fetch may have failed while this one was queued.
    return people(userId, async () => pauses.of(id) ?? begin());
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
      const isLate = ({ id }: DueList) => failedBefore.has(id);
      const inTurn = [...due.filter((list) => !isLate(list)), ...due.filter(isLate)];
      const takePlace = createPlacesAhead(installations, Math.min(PLACES_AHEAD, due.length));
      const looks = inTurn.map(({ id }) => ({ id, ...lookWanted(id, takePlace) }));
      const [begun, failed, surprises]: [Set<number>, Set<number>, unknown[]] = [new Set(), new Set(), []];
      let [done, listsFetched] = [0, 0];
      let limit: RateLimit | null = null;
      progress(done, due.length);
      await round.map(looks, async ({ id, begin }) => {
        if (limit !== null || surprises.length > 0 || stop.aborted) return;
        begun.add(id);
        try {
          const synced = await begin();
          done += 1;
          if (synced.ok && synced.value === 'stored') listsFetched += 1;
          if (!synced.ok) failed.add(id);
          limit ??= rateLimitIn(synced);
          progress(done, due.length);
        } catch (error) {
          surprises.push(error);
        }
      });
      if (surprises.length > 0) throw surprises[0];
      const last = lastInTurn(due, ({ id }) => begun.has(id) || failedBefore.has(id));
      if (last !== null && due.length === LISTS_PER_ROUND && !stop.aborted) await installations.noteTurn(last);
      failedBefore = failed;
      return { listsFetched, listsFailed: failed.size, limit };
    },
  };
}

/** Returns the last non-stale list before which none was skipped. */
function lastInTurn(due: readonly DueList[], isPassed: (list: DueList) => boolean): DueList | null {
  const turn = due.filter(({ isStale }) => !isStale);
  const leftOut = turn.findIndex((list) => !isPassed(list));
  return (leftOut === -1 ? turn : turn.slice(0, leftOut)).at(-1) ?? null;
}
