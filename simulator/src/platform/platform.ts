import type { Views } from '../views/views.ts';
import { createWebhookPayloads } from '../webhooks/payloads.ts';
import type { Links } from '../world/links.ts';
import type { AccessName, MemberRole, RepositoryInvitationRecord, TeamMember, TeamRecord } from '../world/records.ts';
import type { NewTeam, TeamName } from '../world/repositories.ts';
import type { NewRepositoryInvitation } from '../world/repository-invitations.ts';
import { need } from '../world/store.ts';
import { type Act, createActing, type PlatformDeps } from './acting.ts';
import { createChangeLog } from './changes.ts';
import { createConversions } from './conversions.ts';
import { createInstallationActions } from './installations.ts';
import { createInvitationActions } from './invitations.ts';
import { createPeopleActions } from './people.ts';
import { createRepositoryActions } from './repositories.ts';
import { createTeamActions } from './teams.ts';

type TeamChange = Partial<Pick<TeamRecord, 'name' | 'description' | 'privacy' | 'parentId'>>;

/** Changes the world, then sends events if there is an active installation. */
export type Platform = ReturnType<typeof createPlatformActions>;
export function createPlatformActions(
  dependencies: Omit<PlatformDeps, 'payloads' | 'changes'> & { readonly views: Views; readonly links: Links },
) {
  const { app, world, webhooks, views, links, userTokens, installationTokens } = dependencies;
  const payloads = createWebhookPayloads(world, app, views, links);
  const changes = createChangeLog(world, app, dependencies.now);
  const deps: PlatformDeps = { ...dependencies, payloads, changes };
  const acting = createActing(deps);
  const { actorId, basisFor, sendEvent } = acting;

  const people = createPeopleActions(deps, acting);
  const teams = createTeamActions(deps, acting);
  const conversions = createConversions(world, people);
  const { asApi, ...invitations } = createInvitationActions(deps, acting);
  const elsewhere = (by?: string): Act => ({ by, via: 'elsewhere' });

  function removeAccount(accountId: number, senderId: number, remove: () => void): void {
    const installation = world.installationOf(accountId);
    const last = installation && payloads.installation('deleted', { installation, senderId });
    remove();
    if (installation) installationTokens.revokeAll(installation.id);
    if (last) webhooks.send(last);
  }

  return {
    ...createInstallationActions(deps, acting),
    ...invitations,
    createTeam: (newTeam: NewTeam, by?: string) => teams.createTeam(elsewhere(by), newTeam),
    editTeam: (organization: string, team: TeamName, change: TeamChange, by?: string) =>
      teams.editTeam(elsewhere(by), organization, team, change),
    deleteTeam: (organization: string, team: TeamName, by?: string) =>
      teams.deleteTeam(elsewhere(by), organization, team),
    setTeamRepository: (organization: string, team: TeamName, name: string, access: AccessName | null, by?: string) =>
      teams.setTeamRepository(elsewhere(by), organization, team, name, access),
    ...createRepositoryActions(deps, acting),
    renameOrganization(login: string, newLogin: string, by?: string) {
      const { login: from } = world.needOrganization(login);
      const organization = world.renameOrganization(login, newLogin);
      const noted = { kind: 'organization-renamed', via: 'elsewhere', target: newLogin, before: from } as const;
      changes.note({ ...noted, organizationId: organization.id, actorId: actorId(organization.id, by) });
      const basis = basisFor(organization.id, by);
      sendEvent(basis, (eventBasis) =>
        payloads.organization('renamed', eventBasis, organization, { changes: { login: { from } } }),
      );
      sendEvent(basis, (eventBasis) => payloads.targetRenamed(eventBasis, from));
      return organization;
    },
    deleteOrganization(login: string, by?: string): void {
      const organization = world.needOrganization(login);
      removeAccount(organization.id, actorId(organization.id, by), () => {
        sendEvent(basisFor(organization.id, by), (basis) => payloads.organization('deleted', basis, organization));
        world.removeOrganization(login);
      });
    },
    renameUser(login: string, newLogin: string) {
      const { login: from } = world.needUser(login);
      const user = world.renameUser(login, newLogin);
      sendEvent(basisFor(user.id), (basis) => payloads.targetRenamed(basis, from));
      return user;
    },
    deleteUser(login: string): void {
      const { id } = world.needUser(login);
      removeAccount(id, id, () => {
        world.removeUser(login);
        userTokens.revokeAll(id);
      });
    },
    setRole: (organization: string, login: string, role: MemberRole, by?: string) =>
      people.setRole(elsewhere(by), organization, login, role),
    removeMember: (organization: string, login: string, by?: string) =>
      people.removeMember(elsewhere(by), organization, login),
    convertMember: (organization: string, login: string, by?: string) =>
      people.convertMember(elsewhere(by), organization, login),
    addTeamMember: (
      organization: string,
      team: TeamName,
      login: string,
      by?: string,
      role: TeamMember['role'] = 'MEMBER',
    ) => people.setTeamMember(elsewhere(by), organization, team, login, role),
    removeTeamMember: (organization: string, team: TeamName, login: string, by?: string) =>
      people.setTeamMember(elsewhere(by), organization, team, login, null),
    /** Also shows the installation to the person. */
    addCollaborator: (owner: string, repository: string, login: string, by?: string, access: AccessName = 'WRITE') =>
      people.setCollaborator(elsewhere(by), owner, repository, login, access),
    removeCollaborator: (owner: string, repository: string, login: string, by?: string) =>
      people.setCollaborator(elsewhere(by), owner, repository, login, null),
    inviteCollaborator: (invited: NewRepositoryInvitation) =>
      people.inviteCollaborator(elsewhere(String(invited.by)), invited),
    /** Sends `member` with `added`. */
    acceptRepositoryInvitation: people.acceptRepositoryInvitation,
    /** Declining an invitation sends no event. */
    declineRepositoryInvitation(owner: string, repository: string, login: string): void {
      world.removeRepositoryInvitation(world.needRepositoryInvitation(owner, repository, login).id);
    },
    removeOutsideCollaborator: (organization: string, login: string, by?: string) =>
      people.removeOutsideCollaborator(elsewhere(by), organization, login),
    changes,
    conversions,
    asApi: {
      ...asApi,
      setRole: (by: number, organization: string, login: string, role: MemberRole) =>
        people.setRole({ by, via: 'api' }, organization, login, role),
      removeMember: (by: number, organization: string, login: string) =>
        people.removeMember({ by, via: 'api' }, organization, login),
      convertMember: (by: number, organization: string, login: string) =>
        people.convertMember({ by, via: 'api' }, organization, login),
      convertMemberLater: (by: number, organizationId: number, userId: number) =>
        conversions.later({ act: { by, via: 'api' }, organizationId, userId }),
      removeOutsideCollaborator: (by: number, organization: string, login: string) =>
        people.removeOutsideCollaborator({ by, via: 'api' }, organization, login),
      createTeam: (by: number, newTeam: NewTeam) => teams.createTeam({ by, via: 'api' }, newTeam),
      editTeam: (by: number, organization: string, team: TeamName, change: TeamChange) =>
        teams.editTeam({ by, via: 'api' }, organization, team, change),
      deleteTeam: (by: number, organization: string, team: TeamName) =>
        teams.deleteTeam({ by, via: 'api' }, organization, team),
      setTeamRepository: (by: number, organization: string, team: TeamName, name: string, access: AccessName | null) =>
        teams.setTeamRepository({ by, via: 'api' }, organization, team, name, access),
      setCollaborator: (by: number, owner: string, repository: string, login: string, access: AccessName | null) =>
        people.setCollaborator({ by, via: 'api' }, owner, repository, login, access),
      inviteCollaborator: (by: number, invited: Omit<NewRepositoryInvitation, 'by'>) =>
        people.inviteCollaborator({ by, via: 'api' }, { ...invited, by }),
      removeRepositoryInvitation: (by: number, invitation: RepositoryInvitationRecord) =>
        people.removeRepositoryInvitation({ by, via: 'api' }, invitation),
      setTeamMember: (
        by: number,
        organization: string,
        team: TeamName,
        login: string,
        role: TeamMember['role'] | null,
      ) => people.setTeamMember({ by, via: 'api' }, organization, team, login, role),
    },
    revokeAuthorization(login: string): void {
      const user = world.needUser(login);
      userTokens.revokeAll(user.id);
      webhooks.send(payloads.revoked(user));
    },
    /** Has `installation: null`, as deliveries about accounts that are deleted. Does not delete the account. */
    sendWithoutInstallation(login: string, event = 'installation', action = 'deleted'): void {
      const { id } = need(world.account(login), `account '${login}'`);
      webhooks.send(payloads.withoutInstallation(id, event, action));
    },
    ping: () => webhooks.send(payloads.ping(webhooks.hook())),
  };
}
