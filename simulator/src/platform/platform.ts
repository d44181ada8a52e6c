import type { Links } from '../links.ts';
import type { UserTokens } from '../oauth/user-tokens.ts';
import type { RestViews } from '../views/views.ts';
import { createWebhookPayloads, type WebhookEvent } from '../webhooks/payloads.ts';
import type {
  InstallationRecord,
  MembershipRecord,
  OrganizationRecord,
  OrganizationRole,
  TeamRecord,
  UserRecord,
} from '../world/records.ts';
import { need } from '../world/store.ts';
import {
  actingAccountId,
  createInstallationActions,
  type InstallationActions,
  type PlatformDeps,
} from './installations.ts';
import { createInvitationActions, type InvitationActions } from './invitations.ts';

/**
 * Everything that can happen on the platform and is told to the App: the world changes, tokens die, and then
 * the event is sent. Accounts without the App, and suspended installations, change silently.
 * The functions of the world make the same changes without telling anybody.
 */
export interface Platform extends InstallationActions, InvitationActions {
  renameOrganization(login: string, newLogin: string, by?: string): OrganizationRecord;
  /** The installation goes with the organization; both are told. */
  deleteOrganization(login: string, by?: string): void;
  renameUser(login: string, newLogin: string): UserRecord;
  /** An installation on the personal account is told to be gone; every token of the user dies. */
  deleteUser(login: string): void;
  addMember(organization: string, login: string, role?: OrganizationRole, by?: string): MembershipRecord;
  removeMember(organization: string, login: string, by?: string): void;
  /** `team` is a slug. */
  addTeamMember(organization: string, team: string, login: string, by?: string): TeamRecord;
  removeTeamMember(organization: string, team: string, login: string, by?: string): TeamRecord;
  /** An outside collaborator, who from then on sees the installation. */
  addCollaborator(owner: string, repository: string, login: string, by?: string): void;
  removeCollaborator(owner: string, repository: string, login: string, by?: string): void;
  /** The user withdraws the App's authorization: every token of the user dies. */
  revokeAuthorization(login: string): void;
  ping(): void;
}

/** The actions over one world. */
export function createPlatformActions(
  given: Omit<PlatformDeps, 'payloads'> & {
    readonly views: RestViews;
    readonly links: Links;
    readonly userTokens: UserTokens;
  },
): Platform {
  const { app, world, webhooks, views, links, userTokens } = given;
  const payloads = createWebhookPayloads(world, app, views, links);
  const deps: PlatformDeps = { ...given, payloads };
  const needOrganization = (login: string) => need(world.organization(login), `organization '${login}'`);
  const needUser = (login: string) => need(world.user(login), `user '${login}'`);

  /** The installation that events of an account are sent through; null when nothing is to be told. */
  const basisFor = (accountId: number, by?: string) => {
    const senderId = actingAccountId(deps, accountId, by);
    const installation = world.installationOf(accountId);
    return installation?.suspendedAt === null ? { installation, senderId } : null;
  };
  type Basis = { readonly installation: InstallationRecord; readonly senderId: number };
  const tell = (basis: Basis | null, make: (basis: Basis) => WebhookEvent) => {
    if (basis === null) return;
    const event = make(basis);
    const isSubscription = event.event !== 'installation' && event.event !== 'installation_target';
    if (!isSubscription || app.events.includes(event.event)) webhooks.send(event);
  };
  const tellFrom = (organizationId: number, senderId: number, make: (basis: Basis) => WebhookEvent) => {
    const basis = basisFor(organizationId);
    tell(basis && { ...basis, senderId }, make);
  };
  const setTeamMember = (
    action: 'added' | 'removed',
    organization: string,
    slug: string,
    login: string,
    by?: string,
  ) => {
    const team = world.setTeamMember(organization, slug, login, action === 'added' ? 'MEMBER' : null);
    tell(basisFor(team.organizationId, by), (basis) => payloads.team(action, basis, team, needUser(login)));
    return team;
  };
  const setCollaborator = (action: 'added' | 'removed', owner: string, name: string, login: string, by?: string) => {
    const repository = need(world.repository(owner, name), `repository '${owner}/${name}'`);
    const installed = world.installationOf(repository.ownerId);
    if (installed) world.setCollaborator(installed.id, login, action === 'added');
    tell(basisFor(repository.ownerId, by), (basis) =>
      payloads.collaborator(action, basis, repository, needUser(login)),
    );
  };

  return {
    ...createInstallationActions(deps),
    ...createInvitationActions({ world, payloads, tell: tellFrom, now: given.now }),
    renameOrganization(login, newLogin, by) {
      const { login: from } = needOrganization(login);
      const organization = world.renameOrganization(login, newLogin);
      const basis = basisFor(organization.id, by);
      tell(basis, (known) => payloads.organization('renamed', known, { organization, from }));
      tell(basis, (known) => payloads.targetRenamed(known, from));
      return organization;
    },
    deleteOrganization(login, by) {
      const organization = needOrganization(login);
      const senderId = actingAccountId(deps, organization.id, by);
      const installation = world.installationOf(organization.id);
      const basis = basisFor(organization.id, by);
      const last = installation && payloads.installation('deleted', { installation, senderId });
      tell(basis, (known) => payloads.organization('deleted', known, { organization }));
      world.removeOrganization(login);
      if (installation) given.installationTokens.revokeAll(installation.id);
      if (last) webhooks.send(last);
    },
    renameUser(login, newLogin) {
      const { login: from } = needUser(login);
      const user = world.renameUser(login, newLogin);
      tell(basisFor(user.id), (basis) => payloads.targetRenamed(basis, from));
      return user;
    },
    deleteUser(login) {
      const { id } = needUser(login);
      const installation = world.installationOf(id);
      const last = installation && payloads.installation('deleted', { installation, senderId: id });
      world.removeUser(login);
      if (installation) given.installationTokens.revokeAll(installation.id);
      userTokens.revokeAll(id);
      if (last) webhooks.send(last);
    },
    addMember(name, login, role = 'member', by) {
      const organization = needOrganization(name);
      const membership = world.addMembership({ organization: name, login, role });
      tell(basisFor(organization.id, by), (basis) =>
        payloads.organization('member_added', basis, { organization, membership }),
      );
      return membership;
    },
    removeMember(name, login, by) {
      const organization = needOrganization(name);
      const before = world.membership(organization.id, needUser(login).id);
      const membership = need(before, `membership of '${login}' in '${name}'`);
      const basis = basisFor(organization.id, by);
      world.removeMembership(name, login);
      tell(basis, (known) => payloads.organization('member_removed', known, { organization, membership }));
    },
    addTeamMember: (organization, team, login, by) => setTeamMember('added', organization, team, login, by),
    removeTeamMember: (organization, team, login, by) => setTeamMember('removed', organization, team, login, by),
    addCollaborator: (owner, repository, login, by) => setCollaborator('added', owner, repository, login, by),
    removeCollaborator: (owner, repository, login, by) => setCollaborator('removed', owner, repository, login, by),
    revokeAuthorization(login) {
      const user = needUser(login);
      userTokens.revokeAll(user.id);
      webhooks.send(payloads.revoked(user));
    },
    ping: () => webhooks.send(payloads.ping(webhooks.hook())),
  };
}
