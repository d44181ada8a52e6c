import type { CodeHost } from '../ports/code-host.ts';
import type { Storage } from '../ports/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { createCompareInstallations } from './comparison.ts';
import { createRecoverDeliveries } from './deliveries.ts';
import { createLookAtOrganization, type LookAtOrganization } from './look-at-organization.ts';
import { createRefreshInstallation, type RefreshInstallation } from './looks.ts';
import { createRefreshDueLists } from './refresh-due-lists.ts';
import { createRefreshRepositories, type RefreshRepositories, type ShowRepositories } from './repository-lists.ts';
import { createUpkeepRound, type UpkeepRound } from './rounds.ts';

export interface UpkeepDeps {
  readonly codeHost: CodeHost;
  readonly storage: Pick<Storage, 'installations' | 'leases'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Time between two rounds that nobody asks for; null when there are none. */
  readonly everyMs: number | null;
}

/** Everything that makes the cache say what the code host says. */
export interface Upkeep {
  readonly refreshInstallation: RefreshInstallation;
  readonly refreshRepositories: RefreshRepositories;
  readonly showRepositories: ShowRepositories;
  readonly lookAtOrganization: LookAtOrganization;
  readonly round: UpkeepRound;
}

/**
 * Puts upkeep together from the ports, once for a process: requests and rounds share what they ask for, and the bounds
 * on it.
 */
export function createUpkeep({ codeHost, storage, clock, entropy, log, everyMs }: UpkeepDeps): Upkeep {
  const { installations, leases } = storage;
  const refreshInstallation = createRefreshInstallation({ codeHost, installations, clock, log });
  const lists = createRefreshRepositories({ codeHost, installations, clock, log });
  return {
    refreshInstallation,
    refreshRepositories: lists.refreshRepositories,
    showRepositories: lists.showRepositories,
    lookAtOrganization: createLookAtOrganization({ codeHost, installations, refreshInstallation, clock }),
    round: createUpkeepRound({
      leases,
      compareInstallations: createCompareInstallations({ codeHost, installations, refreshInstallation, clock }),
      recoverDeliveries: createRecoverDeliveries({ codeHost, clock, log }),
      refreshDueLists: createRefreshDueLists({ installations, ...lists }),
      clock,
      entropy,
      log,
      everyMs,
    }),
  };
}
