import pLimit from 'p-limit';
import { REPOSITORY_LISTS_AT_ONCE } from '../domain/limits.ts';
import type { CodeHost } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface RefreshRepositoriesDeps {
  readonly codeHost: Pick<CodeHost, 'repositoriesOf'>;
  readonly installations: Pick<InstallationStore, 'observe' | 'remove' | 'storeRepositories'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What fetching a list led to. `suspended` and `failed` leave the cached list as it was. */
export type RefreshedRepositories = 'stored' | 'suspended' | 'removed' | 'failed';

export type RefreshRepositories = (installationId: number) => Promise<RefreshedRepositories>;

/**
 * Fetches the repository list of an installation and stores it. No transaction is open while the network is
 * waited for. Few lists are fetched at once; requests for one that is still waiting its turn share it, later ones
 * look again. A list that cannot be fetched stays marked as stale, so that somebody tries again.
 */
export function createRefreshRepositories(deps: RefreshRepositoriesDeps): RefreshRepositories {
  const waiting = new Map<number, Promise<RefreshedRepositories>>();
  const atOnce = pLimit(REPOSITORY_LISTS_AT_ONCE);

  return (installationId) => {
    const known = waiting.get(installationId);
    if (known !== undefined) return known;
    const refresh = atOnce(() => {
      // From here on, what changes on the code host may be missing from the answer: a new request looks again.
      waiting.delete(installationId);
      return fetchAndStore(deps, installationId);
    });
    waiting.set(installationId, refresh);
    return refresh;
  };
}

async function fetchAndStore(
  { codeHost, installations, clock, log }: RefreshRepositoriesDeps,
  installationId: number,
): Promise<RefreshedRepositories> {
  const observation = await installations.observe();
  const list = await codeHost.repositoriesOf(installationId);
  if (list.ok) {
    await installations.storeRepositories(installationId, list.value, observation, clock.now());
    return 'stored';
  }
  switch (list.refusal.kind) {
    case 'suspended':
      return 'suspended';
    case 'gone':
      await installations.remove(installationId, observation);
      return 'removed';
    case 'unauthorized':
    case 'rate-limited':
    case 'rejected':
    case 'unreachable':
      log.warn({ installationId, refusal: list.refusal }, 'the repositories of an installation could not be listed');
      return 'failed';
  }
}
