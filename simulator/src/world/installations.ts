import type { InstallationRecord, InstallationRequestRecord, Permissions, RepositoryRecord } from './records.ts';
import type { Repositories } from './repositories.ts';
import { isoSeconds, need, type WorldStore, withOrWithout } from './store.ts';

export interface NewInstallation {
  readonly account: string;
  readonly id?: number;
  /** Default: all. */
  readonly repositories?: readonly string[];
  readonly suspended?: boolean;
  readonly collaborators?: readonly string[];
  /** Default: fixed, so that every run is equal. */
  readonly createdAt?: string;
}

const INSTALLED = '2026-01-02T03:04:05Z';

export type Installations = ReturnType<typeof createInstallations>;
export function createInstallations(
  store: WorldStore,
  { repositoriesOf }: Pick<Repositories, 'repositoriesOf'>,
  now: () => number,
) {
  const repositoryIdsNamed = (ownerId: number, names: readonly string[]) => {
    const ids = new Map(repositoriesOf(ownerId).map(({ name, id }) => [name, id]));
    return names.map((name) => need(ids.get(name), `repository '${name}' of account ${ownerId}`));
  };
  const installation = (id: number) => store.installations.get(id) ?? null;
  const installationOf = (accountId: number) =>
    [...store.installations.values()].find((record) => record.accountId === accountId) ?? null;
  const needInstallation = (id: number) => need(installation(id), `installation ${id}`);
  const installationRequests = (): readonly InstallationRequestRecord[] => [...store.installationRequests.values()];

  function change(id: number, fields: Partial<InstallationRecord>): InstallationRecord {
    const after = { ...needInstallation(id), updatedAt: isoSeconds(now()), ...fields };
    store.installations.set(id, after);
    return after;
  }

  return {
    installations: (): readonly InstallationRecord[] => [...store.installations.values()],
    installation,
    needInstallation,
    installationOf,
    activeInstallationOf(accountId: number): InstallationRecord | null {
      const record = installationOf(accountId);
      return record?.suspendedAt === null ? record : null;
    },
    repositoriesOfInstallation(id: number): readonly RepositoryRecord[] {
      const record = installation(id);
      if (!record) return [];
      const all = repositoriesOf(record.accountId);
      if (record.repositorySelection === 'all') return all;
      const chosen = new Set(record.repositoryIds);
      return all.filter((repository) => chosen.has(repository.id));
    },
    addInstallation({ account, repositories, collaborators = [], createdAt = INSTALLED, ...options }: NewInstallation) {
      const accountId = store.accountIdOf(account);
      const record: InstallationRecord = {
        id: options.id ?? store.nextId('installation'),
        accountId,
        accountType: store.organizations.has(accountId) ? 'Organization' : 'User',
        repositorySelection: repositories === undefined ? 'all' : 'selected',
        repositoryIds: repositoryIdsNamed(accountId, repositories ?? []),
        suspendedAt: options.suspended === true ? '2026-02-03T04:05:06Z' : null,
        suspendedById: null,
        permissions: null,
        collaboratorIds: collaborators.map(store.accountIdOf),
        createdAt,
        updatedAt: createdAt,
      };
      store.installations.set(record.id, record);
      return record;
    },
    suspendInstallation(id: number, by?: string | number) {
      const suspendedById = typeof by === 'string' ? store.accountIdOf(by) : (by ?? null);
      return change(id, { suspendedAt: isoSeconds(now()), suspendedById });
    },
    unsuspendInstallation: (id: number) => change(id, { suspendedAt: null, suspendedById: null }),
    removeInstallation: (id: number): void => void store.installations.delete(needInstallation(id).id),
    setInstallationRepositories(id: number, repositories: 'all' | readonly string[]) {
      if (repositories === 'all') return change(id, { repositorySelection: 'all', repositoryIds: [] });
      const repositoryIds = repositoryIdsNamed(needInstallation(id).accountId, repositories);
      return change(id, { repositorySelection: 'selected', repositoryIds });
    },
    /** Null grants all that the App requests. */
    setInstallationPermissions: (id: number, permissions: Permissions | null) => change(id, { permissions }),
    setCollaborator: (id: number, login: string, isCollaborator: boolean) =>
      change(id, {
        collaboratorIds: withOrWithout(needInstallation(id).collaboratorIds, store.accountIdOf(login), isCollaborator),
      }),
    installationRequests,
    installationRequestsFor: (accountId: number) =>
      installationRequests().filter((request) => request.accountId === accountId),
    addInstallationRequest(newRequest: {
      readonly account: string;
      readonly requester: string;
    }): InstallationRequestRecord {
      const [accountId, requesterId] = [store.accountIdOf(newRequest.account), store.accountIdOf(newRequest.requester)];
      const before = installationRequests().find(
        (request) => request.accountId === accountId && request.requesterId === requesterId,
      );
      if (before) return before;
      const record = { id: store.nextId('request'), accountId, requesterId, createdAt: isoSeconds(now()) };
      store.installationRequests.set(record.id, record);
      return record;
    },
    removeInstallationRequest(id: number): void {
      if (!store.installationRequests.delete(id)) need(null, `installation request ${id}`);
    },
  };
}
