import type { Access } from './access.ts';
import type { AccessName, RepositoryInvitationRecord } from './records.ts';
import type { Repositories } from './repositories.ts';
import { isoSeconds, need, select, type WorldStore } from './store.ts';

export interface NewRepositoryInvitation {
  readonly owner: string;
  readonly repository: string;
  readonly login: string;
  /** Default: `WRITE`. */
  readonly access?: AccessName;
  /** A login or account ID. */
  readonly by: string | number;
  readonly createdAt?: string;
}

/** Invitations to single repositories expire after seven days, like those to organizations. */
const LIFETIME_MS = 7 * 86_400_000;

export type RepositoryInvitations = ReturnType<typeof createRepositoryInvitations>;
export function createRepositoryInvitations(
  store: WorldStore,
  { needRepository, grantOf }: Pick<Repositories, 'needRepository' | 'grantOf'>,
  { setDirectAccess }: Pick<Access, 'setDirectAccess'>,
  now: () => number,
) {
  const repositoryInvitationsOf = (repositoryId: number): readonly RepositoryInvitationRecord[] =>
    select(store.repositoryInvitations, (record) => record.repositoryId === repositoryId);
  const isExpired = ({ createdAt }: RepositoryInvitationRecord) => Date.parse(createdAt) + LIFETIME_MS <= now();
  const invitationTo = (repositoryId: number, userId: number) =>
    repositoryInvitationsOf(repositoryId).find(({ inviteeId }) => inviteeId === userId) ?? null;

  function removeRepositoryInvitation(id: number): void {
    if (!store.repositoryInvitations.delete(id)) need(null, `repository invitation ${id}`);
  }

  /** The waiting one of a person; throws if there is none or it expired. */
  function needRepositoryInvitation(owner: string, repository: string, login: string): RepositoryInvitationRecord {
    const found = invitationTo(needRepository(owner, repository).id, store.accountIdOf(login));
    return need(found && !isExpired(found) ? found : null, `invitation of '${login}' to '${owner}/${repository}'`);
  }

  return {
    /** Includes expired ones. */
    repositoryInvitationsOf,
    repositoryInvitationExpired: isExpired,
    /** Changes an invitation that waits. */
    inviteToRepository({ owner, repository, login, access = 'WRITE', by, createdAt }: NewRepositoryInvitation) {
      const { id: repositoryId, ownerId } = needRepository(owner, repository);
      const inviteeId = store.accountIdOf(login);
      const before = invitationTo(repositoryId, inviteeId);
      const waiting = before && !isExpired(before) ? before : null;
      if (before && !waiting) store.repositoryInvitations.delete(before.id);
      const record: RepositoryInvitationRecord = {
        id: waiting?.id ?? store.nextId('repositoryInvitation'),
        repositoryId,
        inviteeId,
        inviterId: typeof by === 'string' ? store.accountIdOf(by) : by,
        ...grantOf(ownerId, access),
        createdAt: waiting?.createdAt ?? createdAt ?? isoSeconds(now()),
      };
      store.repositoryInvitations.set(record.id, record);
      return record;
    },
    needRepositoryInvitation,
    acceptRepositoryInvitation(owner: string, repository: string, login: string): void {
      const { id, permission, role } = needRepositoryInvitation(owner, repository, login);
      removeRepositoryInvitation(id);
      setDirectAccess(owner, repository, login, role ?? permission);
    },
    removeRepositoryInvitation,
  };
}
