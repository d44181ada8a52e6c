import type { RepositoryPermission, TeamRecord } from '../world/records.ts';
import type { NewTeam } from '../world/repositories.ts';
import type { Acting, PlatformDeps } from './acting.ts';
import type { NotedChange } from './changes.ts';

export function createTeamActions(
  { world, payloads, changes }: Pick<PlatformDeps, 'world' | 'payloads' | 'changes'>,
  { actorId, basisFor, sendEvent }: Acting,
) {
  function note(
    team: TeamRecord,
    by: string | undefined,
    change: Pick<NotedChange, 'kind'> & Partial<NotedChange>,
  ): void {
    const { organizationId, slug: target } = team;
    changes.note({ organizationId, via: 'elsewhere', actorId: actorId(organizationId, by), target, ...change });
  }

  return {
    createTeam(newTeam: NewTeam, by?: string): TeamRecord {
      const team = world.addTeam(newTeam);
      note(team, by, { kind: 'team-created' });
      sendEvent(basisFor(team.organizationId, by), (basis) => payloads.team('created', basis, team));
      return team;
    },
    editTeam(
      organization: string,
      team: string,
      change: Partial<Pick<TeamRecord, 'name' | 'description' | 'privacy'>>,
      by?: string,
    ): TeamRecord {
      const before = world.needTeam(organization, team);
      const after = world.updateTeam(organization, team, change);
      const changed = changedFields(before, after);
      if (Object.keys(changed).length === 0) return after;
      note(after, by, { kind: 'team-edited', before: before.slug, after: after.slug });
      const details = { changes: changed };
      sendEvent(basisFor(after.organizationId, by), (basis) => payloads.team('edited', basis, after, null, details));
      return after;
    },
    deleteTeam(organization: string, team: string, by?: string): void {
      const gone = world.needTeam(organization, team);
      sendEvent(basisFor(gone.organizationId, by), (basis) => payloads.team('deleted', basis, gone));
      world.removeTeam(organization, team);
      note(gone, by, { kind: 'team-deleted' });
    },
    setTeamRepository(
      organization: string,
      team: string,
      name: string,
      permission: RepositoryPermission | null,
      by?: string,
    ): TeamRecord {
      const repository = world.needRepository(organization, name);
      const { repositories } = world.needTeam(organization, team);
      const before = repositories.find(({ repositoryId }) => repositoryId === repository.id)?.permission ?? null;
      const after = world.setTeamRepository(organization, team, name, permission);
      if (before === permission) return after;
      const values = { within: repository.name, before, after: permission };
      const basis = basisFor(after.organizationId, by);
      if (before !== null && permission !== null) {
        note(after, by, { kind: 'team-repository-changed', ...values });
        const details = { changes: { repository: { permissions: { from: levels(before) } } } };
        sendEvent(basis, (eventBasis) => payloads.team('edited', eventBasis, after, repository, details));
      } else if (permission === null) {
        note(after, by, { kind: 'team-repository-removed', ...values });
        sendEvent(basis, (eventBasis) => payloads.team('removed_from_repository', eventBasis, after, repository));
      } else {
        note(after, by, { kind: 'team-repository-added', ...values });
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
    ...(before.privacy === after.privacy ? {} : { privacy: { from: privacy } }),
  };
}

const levels = (permission: RepositoryPermission) => ({
  admin: permission === 'ADMIN',
  push: ['WRITE', 'MAINTAIN', 'ADMIN'].includes(permission),
  pull: true,
});
