import { STATUS_LIMIT_MS } from '../../domain/limits.ts';
import type { Session } from '../../domain/session.ts';
import type { CoveredRecord, InstallationStore } from '../../ports/storage.ts';
import type { RefreshRepositories, ShowRepositories } from '../../upkeep/refresh-repositories.ts';
import { withinLimit } from '../../upkeep/within-limit.ts';

export interface InstallationStatusDeps {
  readonly installations: Pick<InstallationStore, 'findCovered'>;
  readonly refreshRepositories: RefreshRepositories;
  readonly showRepositories: ShowRepositories;
}

/**
 * The cached records of a session's installations, with their repositories.
 *
 * Only what the cache lacks is fetched, side by side, and waited for no longer than a few seconds, and not at all soon
 * after it failed; a list that is merely stale is answered as it is and fetched behind the answer. A suspended or unreachable installation is
 * answered from the cache, one that has vanished is left out (decision I6).
 */
export function createInstallationStatus(deps: InstallationStatusDeps) {
  const { installations, refreshRepositories, showRepositories } = deps;
  return async (session: Session): Promise<readonly CoveredRecord[]> => {
    const cached = await installations.findCovered(session.installationIds);
    const readable = cached.filter(({ suspendedAt }) => suspendedAt === null);
    const missing = readable.filter(({ repositoriesJson }) => repositoriesJson === null);
    const stale = readable.filter(
      ({ repositoriesJson, repositoriesStale }) => repositoriesJson !== null && repositoriesStale,
    );

    // Refreshing never rejects for reasons of the code host, and logs them itself.
    void Promise.allSettled(stale.map(({ id }) => refreshRepositories(id)));
    if (missing.length === 0) return cached;
    const shown = Promise.allSettled(missing.map(({ id }) => showRepositories(id, session.user.id)));
    await withinLimit(shown, STATUS_LIMIT_MS);
    return installations.findCovered(session.installationIds);
  };
}
