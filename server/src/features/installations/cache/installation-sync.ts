import type { CodeHost } from '../../../code-host/code-host.ts';
import type { NamedOrganization } from '../../../code-host/people/types.ts';
import type { HostRefusal, HostResult } from '../../../domain/host-refusal.ts';
import type { GrantedInstallation } from '../../../domain/installation.ts';
import { ok, refuse } from '../../../lib/result.ts';
import type { Clock, Log } from '../../../lib/system.ts';
import type { InstallationStore, Observation } from '../../../sessions/installations/store/types.ts';

export interface InstallationSyncDeps {
  readonly codeHost: Pick<CodeHost, 'installation' | 'installationOn'>;
  readonly installations: Pick<InstallationStore, 'observe' | 'upsert' | 'miss' | 'findByAccounts'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** An answer with the observation number taken before its request. */
export interface Observed<T> {
  readonly answer: T;
  readonly observation: Observation;
}

/** `lost`: this fetch found the installation gone. `gone`: it was not cached. A refusal leaves the cache unchanged. */
export type SyncedInstallation = HostResult<'stored' | 'lost' | 'gone'>;

export interface InstallationSync {
  fetchObserved<T>(request: () => Promise<T>, takeObservation?: () => Promise<Observation>): Promise<Observed<T>>;
  sync(id: number): Promise<SyncedInstallation>;
  /**
   * Fetches an organization's installation and updates the cache. Refuses with `unreachable` while a cached one may
   * still exist under another login.
   */
  syncOrganization(organization: NamedOrganization): Promise<HostResult<GrantedInstallation | null>>;
}

/**
 * Numbers each fetch before its request, so a late answer never overwrites a newer one. Removes a missing installation
 * only when a fetch some minutes later agrees, because failures can look the same.
 */
export function createInstallationSync({
  codeHost,
  installations,
  clock,
  log,
}: InstallationSyncDeps): InstallationSync {
  async function fetchObserved<T>(
    request: () => Promise<T>,
    takeObservation = installations.observe,
  ): Promise<Observed<T>> {
    const observation = await takeObservation();
    return { answer: await request(), observation };
  }

  async function sync(id: number): Promise<SyncedInstallation> {
    const { answer, observation } = await fetchObserved(() => codeHost.installation(id));
    if (!answer.ok) {
      log.warn({ installationId: id, refusal: answer.refusal }, 'could not read an installation');
      return answer;
    }
    if (answer.value === null) return ok((await installations.miss(id, observation, clock.now())) ? 'lost' : 'gone');
    await installations.upsert([answer.value], observation, clock.now());
    return ok('stored');
  }

  return {
    fetchObserved,
    sync,
    async syncOrganization({ id, login }) {
      const { answer, observation } = await fetchObserved(() => codeHost.installationOn(login));
      if (!answer.ok) return answer;
      if (answer.value !== null) {
        await installations.upsert([answer.value.installation], observation, clock.now());
        return answer;
      }
      // The organization may only have changed its login.
      const outcomes: SyncedInstallation[] = [];
      for (const record of await installations.findByAccounts([id])) outcomes.push(await sync(record.id));
      const isGone = outcomes.every((outcome) => outcome.ok && outcome.value !== 'stored');
      return isGone ? answer : refuse(NOT_UNDER_THIS_LOGIN);
    },
  };
}

const NOT_UNDER_THIS_LOGIN: HostRefusal = {
  kind: 'unreachable',
  message: 'the installation was not found under this login, but still exists by ID',
};

export type RateLimit = Extract<HostRefusal, { readonly kind: 'rate-limited' }>;

export const rateLimitIn = (answer: HostResult<unknown>): RateLimit | null =>
  !answer.ok && answer.refusal.kind === 'rate-limited' ? answer.refusal : null;
