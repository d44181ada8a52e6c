import type {
  AccessName,
  Grant,
  MemberRole,
  MembershipRecord,
  RepositoryInvitationRecord,
  TeamMember,
} from '../world/records.ts';
import type { TeamName } from '../world/repositories.ts';
import type { NewRepositoryInvitation } from '../world/repository-invitations.ts';
import { need } from '../world/store.ts';
import type { Act, Acting, PlatformDeps } from './acting.ts';
import type { ChangeKind } from './changes.ts';

export const nameOf = (grant: Grant | null): AccessName | null => grant && (grant.role ?? grant.permission);

export type PeopleActions = ReturnType<typeof createPeopleActions>;
export function createPeopleActions(
  { world, payloads, changes }: Pick<PlatformDeps, 'world' | 'payloads' | 'changes'>,
  { actorId, basisFor, basisIn, sendEvent }: Acting,
) {
  const membershipOf = (name: string, login: string): MembershipRecord => {
    const membership = world.membership(world.needOrganization(name).id, world.needUser(login).id);
    return need(membership, `membership of '${login}' in '${name}'`);
  };

  /** Changing a role sends no event. */
  function setRole({ by, via }: Act, name: string, login: string, role: MemberRole): MembershipRecord {
    const { role: before, state, organizationId } = membershipOf(name, login);
    const after = world.setRole(name, login, role);
    const kind: ChangeKind = state === 'active' ? 'role-changed' : 'invitation-changed';
    const noted = { kind, organizationId, via, target: world.needUser(login).login, before, after: role };
    if (role !== before) changes.note({ ...noted, actorId: actorId(organizationId, by) });
    return after;
  }

  function leaveOrganization(
    { by, via }: Act,
    name: string,
    login: string,
    kind: 'member-removed' | 'member-converted',
  ): void {
    const organization = world.needOrganization(name);
    const membership = membershipOf(name, login);
    const target = world.needUser(login).login;
    const [basis, actor] = [basisFor(organization.id, by), actorId(organization.id, by)];
    const remainingAccess = kind === 'member-converted' ? world.makeOutside(name, login) : [];
    if (kind === 'member-removed') world.removeMembership(name, login);
    changes.note({ kind, organizationId: organization.id, via, actorId: actor, target, before: membership.role });
    if (world.membership(organization.id, membership.userId) !== null) return;
    sendEvent(basis, (eventBasis) =>
      payloads.organization('member_removed', eventBasis, organization, payloads.membership(membership)),
    );
    for (const { repository, permission, role } of remainingAccess) {
      const change = { from: null, to: { permission, role } };
      sendEvent(basisIn(repository, actor), (eventBasis) =>
        payloads.collaborator('added', eventBasis, repository, world.needUser(login), change),
      );
    }
  }

  function setCollaborator(
    { by, via }: Act,
    owner: string,
    name: string,
    login: string,
    access: AccessName | null,
  ): void {
    const [repository, user] = [world.needRepository(owner, name), world.needUser(login)];
    const before = world.directAccessOf(repository.id).find(({ userId }) => userId === user.id) ?? null;
    const after = access === null ? null : world.grantOf(repository.ownerId, access);
    if (nameOf(before) === nameOf(after)) return;
    world.setDirectAccess(owner, name, login, access);
    const action = before === null ? 'added' : after === null ? 'removed' : 'edited';
    const kind: ChangeKind = action === 'edited' ? 'collaborator-changed' : `collaborator-${action}`;
    const of = { kind, organizationId: repository.ownerId, via, target: user.login, within: repository.name };
    changes.note({ ...of, actorId: actorId(repository.ownerId, by), before: nameOf(before), after: nameOf(after) });
    sendEvent(basisIn(repository, by), (basis) =>
      payloads.collaborator(action, basis, repository, user, { from: before, to: after }),
    );
  }

  /** Inviting somebody to a repository sends no event. */
  function noteInvitation(
    kind: 'collaborator-invited' | 'collaborator-uninvited',
    { by, via }: Act,
    invitation: RepositoryInvitationRecord,
  ): RepositoryInvitationRecord {
    const { name: within, ownerId } = need(world.repositoryById(invitation.repositoryId), 'repository');
    const target = need(world.userById(invitation.inviteeId), 'invitee').login;
    const values = kind === 'collaborator-invited' ? { after: nameOf(invitation) } : { before: nameOf(invitation) };
    changes.note({ kind, organizationId: ownerId, via, actorId: actorId(ownerId, by), target, within, ...values });
    return invitation;
  }

  return {
    inviteCollaborator: (act: Act, invited: NewRepositoryInvitation) =>
      noteInvitation('collaborator-invited', act, world.inviteToRepository(invited)),
    removeRepositoryInvitation(act: Act, invitation: RepositoryInvitationRecord): void {
      noteInvitation('collaborator-uninvited', act, invitation);
      world.removeRepositoryInvitation(invitation.id);
    },
    acceptRepositoryInvitation(owner: string, repository: string, login: string): void {
      const { id, permission, role } = world.needRepositoryInvitation(owner, repository, login);
      world.removeRepositoryInvitation(id);
      setCollaborator({ by: login, via: 'elsewhere' }, owner, repository, login, role ?? permission);
    },
    setRole,
    removeMember: (act: Act, name: string, login: string): void =>
      leaveOrganization(act, name, login, 'member-removed'),
    convertMember: (act: Act, name: string, login: string): void =>
      leaveOrganization(act, name, login, 'member-converted'),
    setCollaborator,
    removeOutsideCollaborator(act: Act, name: string, login: string): void {
      const { id } = world.needOrganization(name);
      const collaborator = world.outsideCollaboratorsOf(id).find(({ user }) => user.id === world.needUser(login).id);
      for (const { repository } of collaborator?.repositories ?? []) {
        setCollaborator(act, name, repository.name, login, null);
      }
    },
    setTeamMember({ by, via }: Act, name: string, named: TeamName, login: string, role: TeamMember['role'] | null) {
      const user = world.needUser(login);
      const team = world.needTeam(name, named);
      const before = team.members.find(({ userId }) => userId === user.id)?.role ?? null;
      if (before === role) return team;
      const after = world.setTeamMember(name, team.id, login, role);
      const action = role === null ? 'removed' : 'added';
      const isChange = before !== null && role !== null;
      const kind: ChangeKind = isChange ? 'team-member-changed' : `team-member-${action}`;
      const of = { kind, organizationId: team.organizationId, via, target: user.login, within: team.slug };
      changes.note({ ...of, actorId: actorId(team.organizationId, by), before, after: role });
      if (isChange) return after;
      sendEvent(basisFor(team.organizationId, by), (basis) => payloads.membershipOfTeam(action, basis, after, user));
      return after;
    },
  };
}
