import type { Links } from '../links.ts';
import type { Views } from '../views/views.ts';
import { createWebhookPayloads } from '../webhooks/payloads.ts';
import { need } from '../world/store.ts';
import { createActing, type PlatformDeps } from './acting.ts';
import { createInstallationActions } from './installations.ts';
import { createInvitationActions } from './invitations.ts';

/**
 * Everything that can happen on the platform and is told to the App: the world changes, tokens die, and then
 * the event is sent. Accounts without the App, and suspended installations, change silently.
 * The functions of the world make the same changes without telling anybody.
 */
export type Platform = ReturnType<typeof createPlatformActions>;
export function createPlatformActions(
  given: Omit<PlatformDeps, 'payloads'> & { readonly views: Views; readonly links: Links },
) {
  const { app, world, webhooks, views, links, userTokens, installationTokens } = given;
  const payloads = createWebhookPayloads(world, app, views, links);
  const deps: PlatformDeps = { ...given, payloads };
  const acting = createActing(deps);
  const { actorId, basisFor, tell } = acting;

  function setTeamMember(action: 'added' | 'removed', organization: string, slug: string, login: string, by?: string) {
    const team = world.setTeamMember(organization, slug, login, action === 'added' ? 'MEMBER' : null);
    tell(basisFor(team.organizationId, by), (basis) => payloads.team(action, basis, team, world.needUser(login)));
    return team;
  }

  function setCollaborator(action: 'added' | 'removed', owner: string, name: string, login: string, by?: string): void {
    const repository = world.needRepository(owner, name);
    const installed = world.installationOf(repository.ownerId);
    if (installed) world.setCollaborator(installed.id, login, action === 'added');
    tell(basisFor(repository.ownerId, by), (basis) =>
      payloads.collaborator(action, basis, repository, world.needUser(login)),
    );
  }

  /** The account goes, and its installation with it, which is told to be gone. */
  function removeAccount(accountId: number, senderId: number, remove: () => void): void {
    const installation = world.installationOf(accountId);
    const last = installation && payloads.installation('deleted', { installation, senderId });
    remove();
    if (installation) installationTokens.revokeAll(installation.id);
    if (last) webhooks.send(last);
  }

  return {
    ...createInstallationActions(deps, acting),
    ...createInvitationActions(deps, acting),
    renameOrganization(login: string, newLogin: string, by?: string) {
      const { login: from } = world.needOrganization(login);
      const organization = world.renameOrganization(login, newLogin);
      const basis = basisFor(organization.id, by);
      tell(basis, (known) => payloads.organization('renamed', known, organization, { changes: { login: { from } } }));
      tell(basis, (known) => payloads.targetRenamed(known, from));
      return organization;
    },
    /** The installation goes with the organization; both are told. */
    deleteOrganization(login: string, by?: string): void {
      const organization = world.needOrganization(login);
      removeAccount(organization.id, actorId(organization.id, by), () => {
        tell(basisFor(organization.id, by), (basis) => payloads.organization('deleted', basis, organization));
        world.removeOrganization(login);
      });
    },
    renameUser(login: string, newLogin: string) {
      const { login: from } = world.needUser(login);
      const user = world.renameUser(login, newLogin);
      tell(basisFor(user.id), (basis) => payloads.targetRenamed(basis, from));
      return user;
    },
    /** An installation on the personal account is told to be gone; every token of the user dies. */
    deleteUser(login: string): void {
      const { id } = world.needUser(login);
      removeAccount(id, id, () => {
        world.removeUser(login);
        userTokens.revokeAll(id);
      });
    },
    removeMember(name: string, login: string, by?: string): void {
      const organization = world.needOrganization(name);
      const before = world.membership(organization.id, world.needUser(login).id);
      const membership = need(before, `membership of '${login}' in '${name}'`);
      const basis = basisFor(organization.id, by);
      world.removeMembership(name, login);
      tell(basis, (known) =>
        payloads.organization('member_removed', known, organization, payloads.membership(membership)),
      );
    },
    /** `team` is a slug. */
    addTeamMember: (organization: string, team: string, login: string, by?: string) =>
      setTeamMember('added', organization, team, login, by),
    removeTeamMember: (organization: string, team: string, login: string, by?: string) =>
      setTeamMember('removed', organization, team, login, by),
    /** An outside collaborator, who from then on sees the installation. */
    addCollaborator: (owner: string, repository: string, login: string, by?: string) =>
      setCollaborator('added', owner, repository, login, by),
    removeCollaborator: (owner: string, repository: string, login: string, by?: string) =>
      setCollaborator('removed', owner, repository, login, by),
    /** The user withdraws the App's authorization: every token of the user dies. */
    revokeAuthorization(login: string): void {
      const user = world.needUser(login);
      userTokens.revokeAll(user.id);
      webhooks.send(payloads.revoked(user));
    },
    ping: () => webhooks.send(payloads.ping(webhooks.hook())),
  };
}
