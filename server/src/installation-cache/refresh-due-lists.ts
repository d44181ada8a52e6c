import { LISTS_PER_ROUND } from '../domain/limits.ts';
import type { InstallationStore } from '../ports/storage.ts';
import { type RateLimit, rateLimitIn } from './rate-limit.ts';
import type { RefreshManyRepositories } from './repository-lists.ts';

export interface RefreshDueListsDeps {
  readonly installations: Pick<InstallationStore, 'listsToRefresh'>;
  readonly refreshManyRepositories: RefreshManyRepositories;
}

/** What became of the repository lists that were due: a lost event about them leaves no other trace. */
export interface RefreshedLists {
  readonly listsFetched: number;
  readonly listsFailed: number;
  /** What ended the work early; null when nothing did. */
  readonly limit: RateLimit | null;
}

/** Told after each step of the long part; `done` of `total` repository lists. */
export type UpkeepProgress = (done: number, total: number) => void;

/**
 * Looks at the repository lists that are due. Those that failed the last time come last, so that one whose limit never
 * ends does not keep the others from theirs.
 */
export function createRefreshDueLists({ installations, refreshManyRepositories }: RefreshDueListsDeps) {
  let failedBefore: ReadonlySet<number> = new Set();

  return async (progress: UpkeepProgress, stop: AbortSignal): Promise<RefreshedLists> => {
    const due = await installations.listsToRefresh(LISTS_PER_ROUND);
    const inTurn = [...due.filter((id) => !failedBefore.has(id)), ...due.filter((id) => failedBefore.has(id))];
    const failed = new Set<number>();
    let [done, listsFetched] = [0, 0];
    let limit: RateLimit | null = null;
    progress(done, due.length);
    await refreshManyRepositories(
      inTurn,
      (id, look) => {
        done += 1;
        if (look.ok && look.value === 'stored') listsFetched += 1;
        if (!look.ok) failed.add(id);
        limit ??= rateLimitIn(look);
        progress(done, due.length);
        return limit === null;
      },
      stop,
    );
    failedBefore = failed;
    return { listsFetched, listsFailed: failed.size, limit };
  };
}
