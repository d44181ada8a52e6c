import type { Simulator } from '@orgdesk/simulator';
import type { InstallationRecord } from '../../../src/domain/installation.ts';
import type { InstallationStore } from '../../../src/sessions/store/installation-types.ts';
import type { Storage } from '../../../src/storage.ts';

/** One installation in the cache or at the code host; null if absent. */
export interface InstallationFacts {
  readonly accountLogin: string;
  readonly suspended: boolean;
  readonly repositorySelection: string | null;
  readonly repositories: readonly string[];
}

/** The cached record as facts. The repository list must not be marked as stale. */
export async function cachedFacts(storage: Storage, id: number): Promise<InstallationFacts | null> {
  const record = await storage.installations.findListed(id);
  if (record === null) return null;
  const repositories = (record.repositories ?? []).map(({ nameWithOwner }) => nameWithOwner);
  return {
    accountLogin: record.accountLogin,
    suspended: record.suspendedAt !== null,
    repositorySelection: record.repositorySelection,
    repositories: repositories.toSorted(),
  };
}

/** Reads it from the code host. */
export function trueFacts({ world }: Simulator, id: number): InstallationFacts | null {
  const installation = world.installation(id);
  if (installation === null) return null;
  const owner = world.organizationById(installation.accountId) ?? world.userById(installation.accountId);
  return {
    accountLogin: owner?.login ?? '',
    suspended: installation.suspendedAt !== null,
    repositorySelection: installation.repositorySelection,
    repositories: world
      .repositoriesOfInstallation(id)
      .map(({ name }) => `${owner?.login}/${name}`)
      .toSorted(),
  };
}

/** Every record there is, by ascending account. */
export async function allRecords(installations: InstallationStore): Promise<readonly InstallationRecord[]> {
  return installations.findByIds(await installations.idsAfter(0, 10_000));
}
