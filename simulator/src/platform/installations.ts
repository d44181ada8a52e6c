import type { InstallationTokens } from '../apps/installation-tokens.ts';
import type { AppRegistration } from '../apps/registration.ts';
import { botIdOf } from '../views/accounts.ts';
import type { WebhookEvent, WebhookPayloads } from '../webhooks/payloads.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { InstallationRecord, InstallationRequestRecord, Permissions } from '../world/records.ts';
import { isoSeconds, need } from '../world/store.ts';
import type { World } from '../world/world.ts';

/** Who installs what where. Logins; without `repositories`, all of them. */
export interface InstallCommand {
  readonly account: string;
  readonly repositories?: readonly string[];
  /** Default: the first owner of the account. */
  readonly by?: string;
}

/**
 * Changes of installations the way the platform makes them: the world changes, tokens die with what they
 * stood for, and then the event is sent. `by` is a login, the first owner of the account without it.
 */
export interface InstallationActions {
  /** Throws when the App is there already. Fulfils requests for this account. */
  install(command: InstallCommand): InstallationRecord;
  uninstall(id: number, by?: string): void;
  /** Without an event when nothing changes. */
  suspend(id: number, by?: string): InstallationRecord;
  unsuspend(id: number, by?: string): InstallationRecord;
  /** Throws when the installation covers all repositories anyway. */
  addRepositories(id: number, names: readonly string[], by?: string): InstallationRecord;
  /** An installation on all repositories becomes one on the others. */
  removeRepositories(id: number, names: readonly string[], by?: string): InstallationRecord;
  /** What saving the settings does: an event for what is new and one for what is gone. */
  setRepositories(id: number, repositories: 'all' | readonly string[], by?: string): InstallationRecord;
  /** Without `permissions`, all that the App asks for. */
  acceptPermissions(id: number, permissions?: Permissions, by?: string): InstallationRecord;
  /** The owners get a mail on the platform; no event is sent. */
  requestInstallation(account: string, requester: string): InstallationRequestRecord;
  approveRequest(id: number, options?: Omit<InstallCommand, 'account'>): InstallationRecord;
  /** What the App does with its own JWT. */
  asApp(id: number, action: 'suspend' | 'unsuspend' | 'uninstall'): void;
}

/** What actions of the platform change and tell. */
export interface PlatformDeps {
  readonly app: AppRegistration;
  readonly world: World;
  readonly webhooks: Webhooks;
  readonly payloads: WebhookPayloads;
  readonly installationTokens: InstallationTokens;
  readonly now: () => number;
}

/** ID of the account that acts: the one named, else the first owner, else the App itself. */
export function actingAccountId({ app, world }: Pick<PlatformDeps, 'app' | 'world'>, accountId: number, by?: string) {
  if (by !== undefined) return need(world.user(by), `user '${by}'`).id;
  if (world.userById(accountId)) return accountId;
  const owner = world
    .membershipsOfOrganization(accountId)
    .find(({ role, state }) => role === 'admin' && state === 'active');
  return owner?.userId ?? botIdOf(app);
}

/** The actions on installations. */
export function createInstallationActions(deps: PlatformDeps): InstallationActions {
  const { app, world, webhooks, payloads, installationTokens, now } = deps;
  const needInstallation = (id: number) => need(world.installation(id), `installation ${id}`);
  const basisOf = (installation: InstallationRecord, by?: string) => ({
    installation,
    senderId: actingAccountId(deps, installation.accountId, by),
  });
  const requestsFor = (accountId: number) =>
    world.installationRequests().filter((request) => request.accountId === accountId);
  const sendUnlessSuspended = ({ suspendedAt }: InstallationRecord, event: WebhookEvent) => {
    if (suspendedAt === null) webhooks.send(event);
  };

  function uninstallAs(id: number, senderId: number): void {
    const event = payloads.installation('deleted', { installation: needInstallation(id), senderId });
    world.removeInstallation(id);
    installationTokens.revokeAll(id);
    webhooks.send(event);
  }

  function suspendAs(id: number, senderId: number): InstallationRecord {
    const before = needInstallation(id);
    if (before.suspendedAt !== null) return before;
    const installation = world.suspendInstallation(id, senderId);
    webhooks.send(payloads.installation('suspend', { installation, senderId }));
    return installation;
  }

  function unsuspendAs(id: number, senderId: number): InstallationRecord {
    const before = needInstallation(id);
    if (before.suspendedAt === null) return before;
    const installation = world.unsuspendInstallation(id);
    webhooks.send(payloads.installation('unsuspend', { installation, senderId }));
    return installation;
  }

  function install({ account, repositories, by }: InstallCommand): InstallationRecord {
    const { id: accountId } = need(world.organization(account) ?? world.user(account), `account '${account}'`);
    if (world.installationOf(accountId)) throw new Error(`the App is installed on '${account}' already`);
    const requests = requestsFor(accountId);
    const chosen = repositories === undefined ? {} : { repositories };
    const installation = world.addInstallation({ account, ...chosen, createdAt: isoSeconds(now()) });
    for (const { id } of requests) world.removeInstallationRequest(id);
    const requesterId = requests[0]?.requesterId ?? null;
    webhooks.send(payloads.installation('created', { ...basisOf(installation, by), requesterId }));
    return installation;
  }

  function setRepositories(id: number, repositories: 'all' | readonly string[], by?: string): InstallationRecord {
    const before = needInstallation(id);
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

  return {
    install,
    uninstall: (id, by) => uninstallAs(id, basisOf(needInstallation(id), by).senderId),
    suspend: (id, by) => suspendAs(id, basisOf(needInstallation(id), by).senderId),
    unsuspend: (id, by) => unsuspendAs(id, basisOf(needInstallation(id), by).senderId),
    addRepositories(id, names, by) {
      if (needInstallation(id).repositorySelection === 'all') throw new Error('it covers all repositories already');
      const reached = world.repositoriesOfInstallation(id).map(({ name }) => name);
      return setRepositories(id, [...new Set([...reached, ...names])], by);
    },
    removeRepositories(id, names, by) {
      const gone = new Set(names);
      const kept = world.repositoriesOfInstallation(id).filter(({ name }) => !gone.has(name));
      return setRepositories(
        id,
        kept.map(({ name }) => name),
        by,
      );
    },
    setRepositories,
    acceptPermissions(id, permissions, by) {
      const installation = world.setInstallationPermissions(id, permissions ?? null);
      sendUnlessSuspended(installation, payloads.installation('new_permissions_accepted', basisOf(installation, by)));
      return installation;
    },
    requestInstallation: (account, requester) => world.addInstallationRequest({ account, requester }),
    approveRequest(id, options = {}) {
      const request = world.installationRequests().find((known) => known.id === id);
      const { accountId } = need(request, `installation request ${id}`);
      const account = need(world.organizationById(accountId) ?? world.userById(accountId), `account ${accountId}`);
      return install({ ...options, account: account.login });
    },
    asApp(id, action) {
      const act = { suspend: suspendAs, unsuspend: unsuspendAs, uninstall: uninstallAs }[action];
      act(id, botIdOf(app));
    },
  };
}
