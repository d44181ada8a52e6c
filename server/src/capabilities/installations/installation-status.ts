import { STATUS_LIMIT_MS } from '../../domain/limits.ts';
import type { Session } from '../../domain/session.ts';
import { createAppLookAllowance } from '../../installation-cache/app-look-allowance.ts';
import type { RefreshInstallation } from '../../installation-cache/looks.ts';
import type { RefreshRepositories, ShowRepositories } from '../../installation-cache/repository-lists.ts';
import { withinLimit } from '../../installation-cache/within-limit.ts';
import type { CoveredRecord, InstallationStore } from '../../ports/storage.ts';
import type { Clock } from '../../ports/system.ts';

export interface InstallationStatusDeps {
  readonly installations: Pick<InstallationStore, 'findCovered'>;
  readonly refreshInstallation: RefreshInstallation;
  readonly refreshRepositories: RefreshRepositories;
  readonly showRepositories: ShowRepositories;
  readonly clock: Clock;
}

/**
 * The cached records of a session's installations, with their repositories.
 *
 * Only what the cache lacks is fetched, side by side, and waited for no longer than a few seconds, and not at all soon
 * after it failed; a list that is merely stale is answered as it is and fetched behind the answer. A suspended or
 * unreachable installation is answered from the cache, one that has vanished is left out (decision I6): it is looked at
 * again while the session is linked to it, since a code host can fail so that everything seems to have vanished.
 */
export function createInstallationStatus(deps: InstallationStatusDeps) {
  const { installations, refreshInstallation, refreshRepositories, showRepositories, clock } = deps;
  const mayLook = createAppLookAllowance(clock);

  return async (session: Session): Promise<readonly CoveredRecord[]> => {
    const cached = await installations.findCovered(session.installationIds);
    const readable = cached.filter(({ suspendedAt }) => suspendedAt === null);
    const missing = readable.filter(({ list }) => list === null);
    const stale = readable.filter(({ list, repositoriesStale }) => list !== null && repositoriesStale);

    // Refreshing never rejects for reasons of the code host, and logs them itself.
    void Promise.allSettled(stale.map(({ id }) => refreshRepositories(id)));
    const known = new Set(cached.map(({ id }) => id));
    const lost = session.installationIds.filter((id) => !known.has(id) && mayLook(session.user.id));
    if (missing.length === 0 && lost.length === 0) return cached;
    const looks = [
      ...missing.map(({ id }) => showRepositories(id, session.user.id)),
      ...lost.map((id) => refreshInstallation(id)),
    ];
    await withinLimit(Promise.allSettled(looks), STATUS_LIMIT_MS);
    return installations.findCovered(session.installationIds);
  };
}
