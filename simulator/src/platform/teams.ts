import type { AccessName, RepositoryPermission, TeamRecord } from '../world/records.ts';
import type { NewTeam, TeamName } from '../world/repositories.ts';
import type { Act, Acting, PlatformDeps } from './acting.ts';
import type { NotedChange } from './changes.ts';
import { nameOf } from './people.ts';

export function createTeamActions(
  { world, payloads, changes }: Pick<PlatformDeps, 'world' | 'payloads' | 'changes'>,
  { actorId, basisFor, sendEvent }: Acting,
) {
  function note(team: TeamRecord, { by, via }: Act, change: Pick<NotedChange, 'kind'> & Partial<NotedChange>): void {
    const { organizationId, slug: target } = team;
    changes.note({ organizationId, via, actorId: actorId(organizationId, by), target, ...change });
  }

  return {
    createTeam(act: Act, newTeam: NewTeam): TeamRecord {
      const team = world.addTeam(newTeam);
      note(team, act, { kind: 'team-created' });
      sendEvent(basisFor(team.organizationId, act.by), (basis) => payloads.team('created', basis, team));
      return team;
    },
    editTeam(
      act: Act,
      organization: string,
      team: TeamName,
      change: Partial<Pick<TeamRecord, 'name' | 'description' | 'privacy' | 'parentId'>>,
    ): TeamRecord {
      const before = world.needTeam(organization, team);
      const after = world.updateTeam(organization, team, change);
      const changed = changedFields(before, after);
      if (Object.keys(changed).length === 0) return after;
      note(after, act, { kind: 'team-edited', before: before.slug, after: after.slug });
      const details = { changes: changed };
      sendEvent(basisFor(after.organizationId, act.by), (basis) =>
        payloads.team('edited', basis, after, null, details),
      );
      return after;
    },
    deleteTeam(act: Act, organization: string, team: TeamName): void {
      const gone = world.needTeam(organization, team);
      const children = world.teamsOf(gone.organizationId).filter(({ parentId }) => parentId === gone.id);
      for (const { id } of children) this.deleteTeam(act, organization, id);
      sendEvent(basisFor(gone.organizationId, act.by), (basis) => payloads.team('deleted', basis, gone));
      world.removeTeam(organization, team);
      note(gone, act, { kind: 'team-deleted' });
    },
    setTeamRepository(
      act: Act,
      organization: string,
      team: TeamName,
      name: string,
      access: AccessName | null,
    ): TeamRecord {
      const repository = world.needRepository(organization, name);
      const { repositories } = world.needTeam(organization, team);
      const before = repositories.find(({ repositoryId }) => repositoryId === repository.id) ?? null;
      const granted = access === null ? null : world.grantOf(repository.ownerId, access);
      const after = world.setTeamRepository(organization, team, name, access);
      if (nameOf(before) === nameOf(granted)) return after;
      const values = { within: repository.name, before: nameOf(before), after: nameOf(granted) };
      const basis = basisFor(after.organizationId, act.by);
      if (before !== null && granted !== null) {
        note(after, act, { kind: 'team-repository-changed', ...values });
        const details = { changes: { repository: { permissions: { from: levels(before.permission) } } } };
        sendEvent(basis, (eventBasis) => payloads.team('edited', eventBasis, after, repository, details));
      } else if (granted === null) {
        note(after, act, { kind: 'team-repository-removed', ...values });
        sendEvent(basis, (eventBasis) => payloads.team('removed_from_repository', eventBasis, after, repository));
      } else {
        note(after, act, { kind: 'team-repository-added', ...values });
        sendEvent(basis, (eventBasis) => payloads.team('added_to_repository', eventBasis, after, repository));
      }
      return after;
    },
  };
}

function changedFields(before: TeamRecord, after: TeamRecord): object {
  const privacy = before.privacy === 'VISIBLE' ? 'closed' : 'secret';
  return {
    ...(before.name === after.name ? {} : { name: { from: before.name } }),
    ...(before.description === after.description ? {} : { description: { from: before.description ?? '' } }),
    ...(before.parentId === after.parentId ? {} : { parent: { from: null } }),
    ...(before.privacy === after.privacy ? {} : { privacy: { from: privacy } }),
  };
}

const levels = (permission: RepositoryPermission) => ({
  admin: permission === 'ADMIN',
  push: ['WRITE', 'MAINTAIN', 'ADMIN'].includes(permission),
  pull: true,
});
