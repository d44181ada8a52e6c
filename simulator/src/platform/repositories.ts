import type { RepositoryRecord } from '../world/records.ts';
import type { NewRepository } from '../world/repositories.ts';
import type { Act, Acting, PlatformDeps } from './acting.ts';
import type { ChangeKind } from './changes.ts';

type RepositoryChange = Partial<Pick<RepositoryRecord, 'description' | 'isArchived' | 'isPrivate'>>;

/** As on the platform, an installation on all repositories gets two events for each. */
export function createRepositoryActions(
  { world, payloads, changes }: Pick<PlatformDeps, 'world' | 'payloads' | 'changes'>,
  { actorId, basisFor, basisIn, sendEvent }: Acting,
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

  function sendReachEvent(action: 'added' | 'removed', repository: RepositoryRecord, by?: string): void {
    const basis = basisFor(repository.ownerId, by);
    if (basis?.installation.repositorySelection !== 'all') return;
    sendEvent(basis, (eventBasis) => payloads.repositories(action, eventBasis, [repository]));
  }

  return {
    createRepository(newRepository: NewRepository, by?: string): RepositoryRecord {
      const repository = world.addRepository(newRepository);
      note('repository-created', repository, by);
      sendEvent(basisIn(repository, by), (basis) => payloads.repository('created', basis, repository));
      sendReachEvent('added', repository, by);
      return repository;
    },
    renameRepository(owner: string, from: string, name: string, by?: string): RepositoryRecord {
      const repository = world.updateRepository(owner, from, { name });
      note('repository-renamed', repository, by, from);
      const details = { changes: { repository: { name: { from } } } };
      sendEvent(basisIn(repository, by), (basis) => payloads.repository('renamed', basis, repository, details));
      return repository;
    },
    editRepository(owner: string, name: string, change: RepositoryChange, by?: string): RepositoryRecord {
      const before = world.needRepository(owner, name);
      const after = world.updateRepository(owner, name, change);
      const basis = basisIn(after, by);
      const actions = [
        before.description === after.description ? null : 'edited',
        before.isArchived === after.isArchived ? null : after.isArchived ? 'archived' : 'unarchived',
        before.isPrivate === after.isPrivate ? null : after.isPrivate ? 'privatized' : 'publicized',
      ] as const;
      for (const action of actions.filter((action) => action !== null)) {
        note('repository-edited', after, by);
        const details = action === 'edited' ? { changes: { description: { from: before.description } } } : {};
        sendEvent(basis, (eventBasis) => payloads.repository(action, eventBasis, after, details));
      }
      return after;
    },
    deleteRepository(owner: string, name: string, by?: string): void {
      const gone = world.needRepository(owner, name);
      world.removeRepository(owner, name);
      note('repository-deleted', gone, by);
      sendEvent(basisIn(gone, by), (basis) => payloads.repository('deleted', basis, gone));
      sendReachEvent('removed', gone, by);
    },
  };
}
