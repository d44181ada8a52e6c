import pLimit from 'p-limit';
import { CHANGED_LISTS_AT_ONCE, REPOSITORY_LISTS_AT_ONCE, SHOWN_LISTS_AT_ONCE } from '../domain/limits.ts';
import {
  createFetchRepositories,
  type FetchRepositoriesDeps,
  type RefreshedRepositories,
} from './fetch-repositories.ts';
import { createLanes } from './lanes.ts';
import { createPauses } from './pauses.ts';

/** Fetches a list that may have changed, by a look that begins after this call. */
export type RefreshRepositories = (installationId: number) => Promise<RefreshedRepositories>;

/**
 * Fetches a list that a person waits for. A look under way will do; soon after a failure nobody is asked, and the
 * refusal of then is the answer.
 */
export type ShowRepositories = (installationId: number, userId: number) => Promise<RefreshedRepositories>;

/**
 * Fetches many lists, few at once, and tells what each led to. When `told` answers false, after a failure, or told
 * to stop, no more are begun. When it settles, none is under way; it rejects with what failed first.
 */
export type RefreshManyRepositories = (
  installationIds: readonly number[],
  told: (installationId: number, look: RefreshedRepositories) => boolean,
  stop: AbortSignal,
) => Promise<void>;

export interface RepositoryRefresh {
  readonly refreshRepositories: RefreshRepositories;
  readonly showRepositories: ShowRepositories;
  readonly refreshManyRepositories: RefreshManyRepositories;
}

/**
 * Fetches the repository lists of installations and stores them. Whoever wants a list that nobody has begun to fetch
 * shares it, and whoever of them has a turn first begins it; later ones look again. Each person, each installation with
 * events and the round have turns of their own, so that lists which hang keep no others waiting; installations that
 * failed of late share theirs. A list that cannot be fetched stays marked as stale, so that somebody tries again.
 */
export function createRefreshRepositories(deps: FetchRepositoriesDeps): RepositoryRefresh {
  const fetchRepositories = createFetchRepositories(deps);
  const pauses = createPauses(deps.clock);
  const people = createLanes<number>({ each: REPOSITORY_LISTS_AT_ONCE, all: SHOWN_LISTS_AT_ONCE });
  const events = createLanes<number | 'failing'>({ each: REPOSITORY_LISTS_AT_ONCE, all: CHANGED_LISTS_AT_ONCE });
  const round = pLimit(REPOSITORY_LISTS_AT_ONCE);
  const wanted = new Map<number, () => Promise<RefreshedRepositories>>();
  const underWay = new Map<number, Promise<RefreshedRepositories>>();

  function lookWanted(installationId: number): () => Promise<RefreshedRepositories> {
    const known = wanted.get(installationId);
    if (known !== undefined) return known;
    let begun: Promise<RefreshedRepositories> | null = null;
    const begin = () => {
      if (begun !== null) return begun;
      // From here on, what changes on the code host may be missing from the answer: a new request looks again.
      wanted.delete(installationId);
      begun = fetchAndRemember(installationId);
      return begun;
    };
    wanted.set(installationId, begin);
    return begin;
  }

  async function fetchAndRemember(installationId: number): Promise<RefreshedRepositories> {
    const looking = fetchRepositories(installationId);
    underWay.set(installationId, looking);
    try {
      const look = await looking;
      pauses.remember(installationId, look);
      return look;
    } finally {
      if (underWay.get(installationId) === looking) underWay.delete(installationId);
    }
  }

  return {
    refreshRepositories(installationId) {
      const asker = pauses.of(installationId) === null ? installationId : 'failing';
      return events(asker, lookWanted(installationId));
    },
    async showRepositories(installationId, userId) {
      const shared = pauses.of(installationId) ?? underWay.get(installationId);
      if (shared !== undefined) return shared;
      const begin = lookWanted(installationId);
      // Somebody else's look may have failed while this one waited for its turn.
      return people(userId, async () => pauses.of(installationId) ?? begin());
    },
    async refreshManyRepositories(installationIds, told, stop) {
      const failures: unknown[] = [];
      let goesOn = true;
      const looks = installationIds.map((id) => ({ id, begin: lookWanted(id) }));
      await round.map(looks, async ({ id, begin }) => {
        if (!goesOn || stop.aborted) return;
        try {
          if (!told(id, await begin())) goesOn = false;
        } catch (error) {
          goesOn = false;
          failures.push(error);
        }
      });
      if (failures.length > 0) throw failures[0];
    },
  };
}
