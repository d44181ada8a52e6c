import type { CodeHost } from '../ports/code-host.ts';
import type { Storage } from '../ports/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { createReconcile } from './reconcile.ts';
import { createRecoverDeliveries } from './recover-deliveries.ts';
import { createRefreshInstallation } from './refresh-installation.ts';
import { createRefreshRepositories } from './refresh-repositories.ts';
import { createUpkeepRound, type UpkeepRound } from './upkeep-round.ts';

export interface UpkeepDeps {
  readonly codeHost: CodeHost;
  readonly storage: Pick<Storage, 'installations' | 'leases'>;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Puts one round of upkeep together from the ports; the running service and the command line do the same one. */
export function createUpkeep({ codeHost, storage, clock, entropy, log }: UpkeepDeps): UpkeepRound {
  const { installations, leases } = storage;
  const refreshInstallation = createRefreshInstallation({ codeHost, installations, clock, log });
  const refreshRepositories = createRefreshRepositories({ codeHost, installations, clock, log });
  return createUpkeepRound({
    leases,
    reconcile: createReconcile({ codeHost, installations, refreshInstallation, refreshRepositories, clock }),
    recoverDeliveries: createRecoverDeliveries({ codeHost, clock, log }),
    entropy,
    log,
  });
}
