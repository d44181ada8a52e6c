import pLimit from 'p-limit';
import { REPOSITORY_LISTS_AT_ONCE } from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { CodeHost, HostRefusal } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface RefreshRepositoriesDeps {
  readonly codeHost: Pick<CodeHost, 'repositoriesOf'>;
  readonly installations: Pick<
    InstallationStore,
    'observe' | 'remove' | 'knownList' | 'storeRepositories' | 'confirmRepositories'
  >;
  readonly clock: Clock;
  readonly log: Log;
}

/** What fetching a list led to. `suspended` and a refusal leave the cached list as it was. */
export type RefreshedRepositories = Result<'stored' | 'suspended' | 'removed', HostRefusal>;

/** Fetches one list in its turn. */
export type RefreshRepositories = (installationId: number) => Promise<RefreshedRepositories>;

/**
 * Fetches many lists, each in its turn, and tells what each led to. When `told` answers false, after a failure, or told
 * to stop, no more are begun. When it settles, none is under way; it rejects with what failed first.
 */
export type RefreshManyRepositories = (
  installationIds: readonly number[],
  told: (installationId: number, look: RefreshedRepositories) => boolean,
  stop: AbortSignal,
) => Promise<void>;

export interface RepositoryRefresh {
  readonly refreshRepositories: RefreshRepositories;
  readonly refreshManyRepositories: RefreshManyRepositories;
}

/**
 * Fetches the repository lists of installations and stores them. No transaction is open while the network is
 * waited for. Few lists are fetched at once; requests for one that is still waiting its turn share it, later ones
 * look again. A list that cannot be fetched stays marked as stale, so that somebody tries again.
 */
export function createRefreshRepositories(deps: RefreshRepositoriesDeps): RepositoryRefresh {
  const atOnce = pLimit(REPOSITORY_LISTS_AT_ONCE);
  const wanted = new Map<number, () => Promise<RefreshedRepositories>>();

  /** A look that nobody has begun; whoever of those who want it has a turn first begins it for all. */
  function lookWanted(installationId: number): () => Promise<RefreshedRepositories> {
    const known = wanted.get(installationId);
    if (known !== undefined) return known;
    let begun: Promise<RefreshedRepositories> | null = null;
    const begin = () => {
      if (begun !== null) return begun;
      // From here on, what changes on the code host may be missing from the answer: a new request looks again.
      wanted.delete(installationId);
      begun = fetchAndStore(deps, installationId);
      return begun;
    };
    wanted.set(installationId, begin);
    return begin;
  }

  return {
    refreshRepositories: (installationId) => atOnce(lookWanted(installationId)),
    async refreshManyRepositories(installationIds, told, stop) {
      const failures: unknown[] = [];
      let goesOn = true;
      const looks = installationIds.map((id) => ({ id, begin: lookWanted(id) }));
      await atOnce.map(looks, async ({ id, begin }) => {
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

async function fetchAndStore(
  { codeHost, installations, clock, log }: RefreshRepositoriesDeps,
  installationId: number,
): Promise<RefreshedRepositories> {
  const known = await installations.knownList(installationId);
  const observation = await installations.observe();
  const seen = await codeHost.repositoriesOf(installationId, known?.validators);
  if (seen.ok) {
    if (seen.value.kind === 'listed') {
      const { repositories, validators } = seen.value;
      await installations.storeRepositories(installationId, repositories, observation, clock.now(), validators);
    } else if (known !== null) {
      await installations.confirmRepositories(installationId, known, observation, clock.now());
    }
    return ok('stored');
  }
  switch (seen.refusal.kind) {
    case 'suspended':
      return ok('suspended');
    case 'gone':
      await installations.remove(installationId, observation);
      return ok('removed');
    case 'unauthorized':
    case 'rate-limited':
    case 'rejected':
    case 'unreachable':
      log.warn({ installationId, refusal: seen.refusal }, 'the repositories of an installation could not be listed');
      return refuse(seen.refusal);
  }
}
