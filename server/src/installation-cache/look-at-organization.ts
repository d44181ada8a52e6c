import type { GrantedInstallation } from '../domain/installation.ts';
import { type Result, refuse } from '../domain/result.ts';
import type { CodeHost, HostRefusal, NamedOrganization } from '../ports/code-host.ts';
import type { InstallationStore } from '../ports/storage.ts';
import type { Clock } from '../ports/system.ts';
import type { RefreshedInstallation, RefreshInstallation } from './looks.ts';

export interface LookAtOrganizationDeps {
  readonly codeHost: Pick<CodeHost, 'installationOn'>;
  readonly installations: Pick<InstallationStore, 'observe' | 'upsert' | 'findByAccounts'>;
  readonly refreshInstallation: RefreshInstallation;
  readonly clock: Clock;
}

/** Looks at the installation on one organization; null when there is none. */
export type LookAtOrganization = (
  organization: NamedOrganization,
) => Promise<Result<GrantedInstallation | null, HostRefusal>>;

/**
 * Looks at the installation on an organization, and heals the cache on the way: whoever looks makes up for a lost
 * event. A cached record the code host does not show is looked up by its ID before it goes, as in a comparison. While
 * one may still be there, the organization has only lost its login, and the answer is `unreachable`, not null.
 */
export function createLookAtOrganization({
  codeHost,
  installations,
  refreshInstallation,
  clock,
}: LookAtOrganizationDeps): LookAtOrganization {
  return async ({ id, login }) => {
    const observation = await installations.observe();
    const seen = await codeHost.installationOn(login);
    if (!seen.ok) return seen;
    if (seen.value !== null) {
      await installations.upsert([seen.value.installation], observation, clock.now());
      return seen;
    }
    const outcomes: RefreshedInstallation[] = [];
    for (const record of await installations.findByAccounts([id])) outcomes.push(await refreshInstallation(record.id));
    return outcomes.every((outcome) => outcome.ok && outcome.value !== 'stored') ? seen : refuse(NOT_UNDER_THIS_LOGIN);
  };
}

const NOT_UNDER_THIS_LOGIN: HostRefusal = {
  kind: 'unreachable',
  message: 'the installation does not show under this login, and its ID does not say that it is gone',
};
