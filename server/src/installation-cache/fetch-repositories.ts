import { ok, type Result, refuse } from '../domain/result.ts';
import type { CodeHost, HostRefusal } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface FetchRepositoriesDeps {
  readonly codeHost: Pick<CodeHost, 'repositoriesOf'>;
  readonly installations: Pick<
    InstallationStore,
    'observe' | 'miss' | 'knownList' | 'storeRepositories' | 'confirmRepositories'
  >;
  readonly clock: Clock;
  readonly log: Log;
}

/** What fetching a list led to. `suspended` and a refusal leave the cached list as it was. */
export type RefreshedRepositories = Result<'stored' | 'suspended' | 'gone', HostRefusal>;

/** Fetches the repository list of one installation and stores it. No transaction is open while the network is waited for. */
export function createFetchRepositories({ codeHost, installations, clock, log }: FetchRepositoriesDeps) {
  return async (installationId: number): Promise<RefreshedRepositories> => {
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
        await installations.miss(installationId, observation, clock.now());
        return ok('gone');
      case 'unauthorized':
      case 'rate-limited':
      case 'rejected':
      case 'unreachable':
        log.warn({ installationId, refusal: seen.refusal }, 'the repositories of an installation could not be listed');
        return refuse(seen.refusal);
    }
  };
}
