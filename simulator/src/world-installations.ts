import { found } from './world-accounts.ts';
import type { InstallationRecord, RepositoryRecord } from './world-records.ts';
import { foldLogin, type WorldStore } from './world-store.ts';

/** An installation by the login of its account, an organization or a person. */
export interface NewInstallation {
  readonly account: string;
  readonly id?: number;
  /** Names of repositories of the account; absent means all of them. */
  readonly repositories?: readonly string[];
  readonly suspended?: boolean;
  /** Logins of outside collaborators who see it. */
  readonly collaborators?: readonly string[];
}

/** Where the App is installed. Functions that change something throw on unknown names and IDs. */
export interface Installations {
  installations(): readonly InstallationRecord[];
  installation(id: number): InstallationRecord | null;
  installationOf(accountId: number): InstallationRecord | null;
  repositoriesOfInstallation(id: number): readonly RepositoryRecord[];
  addInstallation(installation: NewInstallation): InstallationRecord;
  /** `by` is a login; without it, nobody is named. */
  suspendInstallation(id: number, by?: string): InstallationRecord;
  unsuspendInstallation(id: number): InstallationRecord;
  removeInstallation(id: number): void;
  /** `'all'`, or names of repositories of the account. */
  setInstallationRepositories(id: number, repositories: 'all' | readonly string[]): InstallationRecord;
}

const INSTALLED = '2026-01-02T03:04:05Z';

/** The installations part of a world over its store; `now` stamps changes. */
export function createInstallations(store: WorldStore, now: () => number): Installations {
  const accountId = (login: string) => found(store.accountIds.get(foldLogin(login)), `account '${login}'`);
  const repositoriesOf = (ownerId: number) =>
    [...(store.repositoryIdsOfOwner.get(ownerId) ?? [])]
      .map((id) => store.repositories.get(id))
      .filter((record) => record !== undefined);
  const needRepositoryId = (ownerId: number, name: string) =>
    found(
      repositoriesOf(ownerId).find((record) => record.name === name),
      `repository '${name}' of account ${ownerId}`,
    ).id;

  function change(id: number, fields: Partial<InstallationRecord>): InstallationRecord {
    const before = found(store.installations.get(id), `installation ${id}`);
    const after = { ...before, updatedAt: isoSeconds(now()), ...fields };
    store.installations.set(id, after);
    return after;
  }

  return {
    installations: () => [...store.installations.values()],
    installation: (id) => store.installations.get(id) ?? null,
    installationOf: (id) => [...store.installations.values()].find((record) => record.accountId === id) ?? null,
    repositoriesOfInstallation(id) {
      const record = store.installations.get(id);
      if (!record) return [];
      const all = repositoriesOf(record.accountId);
      if (record.repositorySelection === 'all') return all;
      const chosen = new Set(record.repositoryIds);
      return all.filter((repository) => chosen.has(repository.id));
    },
    addInstallation({
      account,
      id = store.nextId('installation'),
      repositories,
      suspended = false,
      collaborators = [],
    }) {
      const owner = accountId(account);
      const record: InstallationRecord = {
        id,
        accountId: owner,
        accountType: store.organizations.has(owner) ? 'Organization' : 'User',
        repositorySelection: repositories === undefined ? 'all' : 'selected',
        repositoryIds: (repositories ?? []).map((name) => needRepositoryId(owner, name)),
        suspendedAt: suspended ? '2026-02-03T04:05:06Z' : null,
        suspendedById: null,
        collaboratorIds: collaborators.map(accountId),
        createdAt: INSTALLED,
        updatedAt: INSTALLED,
      };
      store.installations.set(id, record);
      return record;
    },
    suspendInstallation: (id, by) =>
      change(id, { suspendedAt: isoSeconds(now()), suspendedById: by === undefined ? null : accountId(by) }),
    unsuspendInstallation: (id) => change(id, { suspendedAt: null, suspendedById: null }),
    removeInstallation(id) {
      found(store.installations.get(id), `installation ${id}`);
      store.installations.delete(id);
    },
    setInstallationRepositories(id, repositories) {
      if (repositories === 'all') return change(id, { repositorySelection: 'all', repositoryIds: [] });
      const { accountId: owner } = found(store.installations.get(id), `installation ${id}`);
      const repositoryIds = repositories.map((name) => needRepositoryId(owner, name));
      return change(id, { repositorySelection: 'selected', repositoryIds });
    },
  };
}

/** A point in time the way the platform writes it: ISO 8601, whole seconds, UTC. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
