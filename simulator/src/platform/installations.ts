import { botIdOf } from '../views/accounts.ts';
import type { WebhookEvent } from '../webhooks/payloads.ts';
import type { InstallationRecord, Permissions } from '../world/records.ts';
import { isoSeconds, need } from '../world/store.ts';
import type { Acting, PlatformDeps } from './acting.ts';

/** Default: all repositories, by the first owner. */
export interface InstallCommand {
  readonly account: string;
  readonly repositories?: readonly string[];
  readonly by?: string;
}

/** Revokes tokens and sends events. */
export function createInstallationActions(
  { app, world, webhooks, payloads, installationTokens, now }: PlatformDeps,
  { actorId }: Acting,
) {
  const basisOf = (installation: InstallationRecord, by?: string | number) => ({
    installation,
    senderId: actorId(installation.accountId, by),
  });
  const sendUnlessSuspended = ({ suspendedAt }: InstallationRecord, event: WebhookEvent) => {
    if (suspendedAt === null) webhooks.send(event);
  };

  function uninstall(id: number, by?: string | number): void {
    const event = payloads.installation('deleted', basisOf(world.needInstallation(id), by));
    world.removeInstallation(id);
    installationTokens.revokeAll(id);
    webhooks.send(event);
  }

  function setSuspended(action: 'suspend' | 'unsuspend', id: number, by?: string | number): InstallationRecord {
    const before = world.needInstallation(id);
    if ((before.suspendedAt !== null) === (action === 'suspend')) return before;
    const { senderId } = basisOf(before, by);
    const installation =
      action === 'suspend' ? world.suspendInstallation(id, senderId) : world.unsuspendInstallation(id);
    webhooks.send(payloads.installation(action, { installation, senderId }));
    return installation;
  }

  function install({ account, repositories, by }: InstallCommand): InstallationRecord {
    const { id: accountId } = need(world.account(account), `account '${account}'`);
    if (world.installationOf(accountId)) throw new Error(`the App is installed on '${account}' already`);
    const requests = world.installationRequestsFor(accountId);
    const chosen = repositories === undefined ? {} : { repositories };
    const installation = world.addInstallation({ account, ...chosen, createdAt: isoSeconds(now()) });
    for (const { id } of requests) world.removeInstallationRequest(id);
    const requesterId = requests[0]?.requesterId ?? null;
    webhooks.send(payloads.installation('created', { ...basisOf(installation, by), requesterId }));
    return installation;
  }

  function setRepositories(id: number, repositories: 'all' | readonly string[], by?: string): InstallationRecord {
    const before = world.needInstallation(id);
    const reachedBefore = world.repositoriesOfInstallation(id);
    const after = world.setInstallationRepositories(id, repositories);
    const reachedAfter = world.repositoriesOfInstallation(id);
    const [idsBefore, idsAfter] = [reachedBefore, reachedAfter].map((reached) => new Set(reached.map((r) => r.id)));
    const added = reachedAfter.filter((repository) => !idsBefore?.has(repository.id));
    const removed = reachedBefore.filter((repository) => !idsAfter?.has(repository.id));
    const selectionChanged = before.repositorySelection !== after.repositorySelection;
    const basis = basisOf(after, by);
    if (removed.length > 0) sendUnlessSuspended(after, payloads.repositories('removed', basis, removed));
    if (added.length > 0 || (removed.length === 0 && selectionChanged)) {
      sendUnlessSuspended(after, payloads.repositories('added', basis, added));
    }
    return after;
  }

  const namesReached = (id: number) => world.repositoriesOfInstallation(id).map(({ name }) => name);

  return {
    install,
    uninstall: (id: number, by?: string) => uninstall(id, by),
    suspend: (id: number, by?: string) => setSuspended('suspend', id, by),
    unsuspend: (id: number, by?: string) => setSuspended('unsuspend', id, by),
    addRepositories(id: number, names: readonly string[], by?: string) {
      if (world.needInstallation(id).repositorySelection === 'all') {
        throw new Error('it covers all repositories already');
      }
      return setRepositories(id, [...new Set([...namesReached(id), ...names])], by);
    },
    /** Changes an installation on all repositories to a selection. */
    removeRepositories(id: number, names: readonly string[], by?: string) {
      const remaining = namesReached(id).filter((name) => !names.includes(name));
      return setRepositories(id, remaining, by);
    },
    setRepositories,
    acceptPermissions(id: number, permissions?: Permissions, by?: string) {
      const installation = world.setInstallationPermissions(id, permissions ?? null);
      sendUnlessSuspended(installation, payloads.installation('new_permissions_accepted', basisOf(installation, by)));
      return installation;
    },
    /** A request for installation sends no event. */
    requestInstallation: (account: string, requester: string) => world.addInstallationRequest({ account, requester }),
    /** Dismissing a request sends no event. */
    dismissRequest: (id: number) => world.removeInstallationRequest(id),
    approveRequest(id: number, options: Omit<InstallCommand, 'account'> = {}) {
      const request = world.installationRequests().find((candidate) => candidate.id === id);
      const { accountId } = need(request, `installation request ${id}`);
      return install({ ...options, account: need(world.accountById(accountId), `account ${accountId}`).login });
    },
    asApp(id: number, action: 'suspend' | 'unsuspend' | 'uninstall'): void {
      if (action === 'uninstall') uninstall(id, botIdOf(app));
      else setSuspended(action, id, botIdOf(app));
    },
  };
}
