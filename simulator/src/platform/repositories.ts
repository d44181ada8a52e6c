import type { RepositoryRecord } from '../world/records.ts';
import type { NewRepository } from '../world/repositories.ts';
import type { Act, Acting, PlatformDeps } from './acting.ts';
import type { ChangeKind } from './changes.ts';

type RepositoryChange = Partial<Pick<RepositoryRecord, 'description' | 'isArchived' | 'isPrivate'>>;

/** As on the platform, an installation on all repositories gets two events for added and removed ones. */
export function createRepositoryActions(
  { world, payloads, changes }: Pick<PlatformDeps, 'world' | 'payloads' | 'changes'>,
  { actorId, basisFor, basisIn, tell }: Acting,
) {
  function note(kind: ChangeKind, repository: RepositoryRecord, by: Act['by'], before: string | null = null): void {
    const { ownerId: organizationId, name: target } = repository;
    const after = before === null ? null : target;
    changes.note({
      kind,
      organizationId,
      via: 'elsewhere',
      actorId: actorId(organizationId, by),
      target,
      before,
      after,
    });
  }

  function tellReach(action: 'added' | 'removed', repository: RepositoryRecord, by?: string): void {
    const basis = basisFor(repository.ownerId, by);
    if (basis?.installation.repositorySelection !== 'all') return;
    tell(basis, (known) => payloads.repositories(action, known, [repository]));
  }

  return {
    createRepository(given: NewRepository, by?: string): RepositoryRecord {
      const repository = world.addRepository(given);
      note('repository-created', repository, by);
      tell(basisIn(repository, by), (basis) => payloads.repository('created', basis, repository));
      tellReach('added', repository, by);
      return repository;
    },
    renameRepository(owner: string, from: string, name: string, by?: string): RepositoryRecord {
      const repository = world.updateRepository(owner, from, { name });
      note('repository-renamed', repository, by, from);
      const told = { changes: { repository: { name: { from } } } };
      tell(basisIn(repository, by), (basis) => payloads.repository('renamed', basis, repository, told));
      return repository;
    },
    /** Sends one event per changed field. */
    editRepository(owner: string, name: string, change: RepositoryChange, by?: string): RepositoryRecord {
      const before = world.needRepository(owner, name);
      const after = world.updateRepository(owner, name, change);
      const basis = basisIn(after, by);
      const actions = [
        before.description === after.description ? null : 'edited',
        before.isArchived === after.isArchived ? null : after.isArchived ? 'archived' : 'unarchived',
        before.isPrivate === after.isPrivate ? null : after.isPrivate ? 'privatized' : 'publicized',
      ] as const;
      for (const action of actions.filter((known) => known !== null)) {
        note('repository-edited', after, by);
        const told = action === 'edited' ? { changes: { description: { from: before.description } } } : {};
        tell(basis, (known) => payloads.repository(action, known, after, told));
      }
      return after;
    },
    deleteRepository(owner: string, name: string, by?: string): void {
      const gone = world.needRepository(owner, name);
      world.removeRepository(owner, name);
      note('repository-deleted', gone, by);
      tell(basisIn(gone, by), (basis) => payloads.repository('deleted', basis, gone));
      tellReach('removed', gone, by);
    },
  };
}
