import { ok, type Result } from '../domain/result.ts';
import type { CodeHost, HostRefusal } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface RefreshInstallationDeps {
  readonly codeHost: Pick<CodeHost, 'installation'>;
  readonly installations: Pick<InstallationStore, 'observe' | 'upsert' | 'miss'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What a look at one installation led to. `lost`: it was there until this look; `gone`: it was not. A refusal: the code
 * host did not tell; the cache is as it was.
 */
export type RefreshedInstallation = Result<'stored' | 'lost' | 'gone', HostRefusal>;

export type RefreshInstallation = (installationId: number) => Promise<RefreshedInstallation>;

/**
 * Looks at one installation on the code host and makes the cached record say the same.
 *
 * The look is placed in the order of all looks before it is made, so that however late its answer comes, it
 * never overwrites a newer one. What is not found is removed only when a second look, some minutes later, agrees: a
 * code host may fail in a way that looks like it.
 */
export function createRefreshInstallation({
  codeHost,
  installations,
  clock,
  log,
}: RefreshInstallationDeps): RefreshInstallation {
  return async (installationId) => {
    const observation = await installations.observe();
    const seen = await codeHost.installation(installationId);
    if (!seen.ok) {
      log.warn({ installationId, refusal: seen.refusal }, 'an installation could not be looked up');
      return seen;
    }
    if (seen.value === null) {
      return ok((await installations.miss(installationId, observation, clock.now())) ? 'lost' : 'gone');
    }
    await installations.upsert([seen.value], observation, clock.now());
    return ok('stored');
  };
}
