import { found } from './accounts.ts';
import type { InstallationRecord, InstallationRequestRecord, Permissions, RepositoryRecord } from './records.ts';
import { foldLogin, type WorldStore } from './store.ts';

/** An installation by the login of its account, an organization or a person. */
export interface NewInstallation {
  readonly account: string;
  readonly id?: number;
  /** Names of repositories of the account; absent means all of them. */
  readonly repositories?: readonly string[];
  readonly suspended?: boolean;
  /** Logins of outside collaborators who see it. */
  readonly collaborators?: readonly string[];
  /** Default: a fixed day, the same at every start. */
  readonly createdAt?: string;
}

/** Where the App is installed. Functions that change something throw on unknown names and IDs. */
export interface Installations {
  installations(): readonly InstallationRecord[];
  installation(id: number): InstallationRecord | null;
  installationOf(accountId: number): InstallationRecord | null;
  repositoriesOfInstallation(id: number): readonly RepositoryRecord[];
  addInstallation(installation: NewInstallation): InstallationRecord;
  /** `by` is a login or an account ID; without it, nobody is named. */
  suspendInstallation(id: number, by?: string | number): InstallationRecord;
  unsuspendInstallation(id: number): InstallationRecord;
  removeInstallation(id: number): void;
  /** `'all'`, or names of repositories of the account. */
  setInstallationRepositories(id: number, repositories: 'all' | readonly string[]): InstallationRecord;
  /** What has been granted; null for all that the App asks for. */
  setInstallationPermissions(id: number, permissions: Permissions | null): InstallationRecord;
  /** Whether an outside collaborator sees the installation. */
  setCollaborator(id: number, login: string, isCollaborator: boolean): InstallationRecord;
  installationRequests(): readonly InstallationRequestRecord[];
  /** `account` and `requester` are logins. Asking twice is one request. */
  addInstallationRequest(request: { readonly account: string; readonly requester: string }): InstallationRequestRecord;
  removeInstallationRequest(id: number): void;
}

const INSTALLED = '2026-01-02T03:04:05Z';

/** The installations part of a world over its store; `now` stamps changes. */
export function createInstallations(store: WorldStore, now: () => number): Installations {
  const accountId = (login: string) => found(store.accountIds.get(foldLogin(login)), `account '${login}'`);
  const repositoriesOf = (ownerId: number) =>
    [...(store.repositoryIdsOfOwner.get(ownerId) ?? [])]
      .map((id) => store.repositories.get(id))
      .filter((record) => record !== undefined);
  const repositoryIdsNamed = (ownerId: number, names: readonly string[]) => {
    const ids = new Map(repositoriesOf(ownerId).map(({ name, id }) => [name, id]));
    return names.map((name) => found(ids.get(name), `repository '${name}' of account ${ownerId}`));
  };
  const needInstallation = (id: number) => found(store.installations.get(id), `installation ${id}`);

  function change(id: number, fields: Partial<InstallationRecord>): InstallationRecord {
    const after = { ...needInstallation(id), updatedAt: isoSeconds(now()), ...fields };
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
      createdAt = INSTALLED,
    }) {
      const owner = accountId(account);
      const record: InstallationRecord = {
        id,
        accountId: owner,
        accountType: store.organizations.has(owner) ? 'Organization' : 'User',
        repositorySelection: repositories === undefined ? 'all' : 'selected',
        repositoryIds: repositoryIdsNamed(owner, repositories ?? []),
        suspendedAt: suspended ? '2026-02-03T04:05:06Z' : null,
        suspendedById: null,
        permissions: null,
        collaboratorIds: collaborators.map(accountId),
        createdAt,
        updatedAt: createdAt,
      };
      store.installations.set(id, record);
      return record;
    },
    suspendInstallation(id, by) {
      const suspendedById = typeof by === 'string' ? accountId(by) : (by ?? null);
      return change(id, { suspendedAt: isoSeconds(now()), suspendedById });
    },
    unsuspendInstallation: (id) => change(id, { suspendedAt: null, suspendedById: null }),
    removeInstallation(id) {
      needInstallation(id);
      store.installations.delete(id);
    },
    setInstallationRepositories(id, repositories) {
      if (repositories === 'all') return change(id, { repositorySelection: 'all', repositoryIds: [] });
      const repositoryIds = repositoryIdsNamed(needInstallation(id).accountId, repositories);
      return change(id, { repositorySelection: 'selected', repositoryIds });
    },
    setInstallationPermissions: (id, permissions) => change(id, { permissions }),
    setCollaborator(id, login, isCollaborator) {
      const userId = accountId(login);
      const others = needInstallation(id).collaboratorIds.filter((other) => other !== userId);
      return change(id, { collaboratorIds: isCollaborator ? [...others, userId] : others });
    },
    installationRequests: () => [...store.installationRequests.values()],
    addInstallationRequest({ account, requester }) {
      const asked = { accountId: accountId(account), requesterId: accountId(requester) };
      const before = [...store.installationRequests.values()].find(
        (request) => request.accountId === asked.accountId && request.requesterId === asked.requesterId,
      );
      if (before) return before;
      const record = { id: store.nextId('request'), ...asked, createdAt: isoSeconds(now()) };
      store.installationRequests.set(record.id, record);
      return record;
    },
    removeInstallationRequest(id) {
      found(store.installationRequests.get(id), `installation request ${id}`);
      store.installationRequests.delete(id);
    },
  };
}

/** A point in time the way the platform writes it: ISO 8601, whole seconds, UTC. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
