import type { CodeHost } from '../../code-host/code-host.ts';
import {
  type NamedRepository,
  type OwnerRequest,
  type PersonOfRepository,
  REPOSITORY_PERMISSIONS,
  type RepositoriesWithPeople,
  type RepositoryPermission,
  readRepositoriesOfPerson,
} from '../../code-host/people/reached-repositories.ts';
import type { HostResult } from '../../domain/host-refusal.ts';
import type { PeopleChange } from '../../domain/people-change.ts';
import { LOST_REPOSITORIES } from '../../lib/limits/people.ts';
import type { CurrentPerson } from './read-person.ts';

export interface AccessChange {
  /** Names of repositories. */
  readonly lost: readonly string[];
  /** Empty unless the person is converted. */
  readonly kept: readonly { readonly name: string; readonly permission: RepositoryPermission }[];
}

interface LostRepositories {
  /** Returns null if unknown or too expensive to read. */
  read(at: OwnerRequest, person: CurrentPerson): Promise<AccessChange | null>;
}

const UNCHANGED: AccessChange = { lost: [], kept: [] };

/** All people of a preview share one page limit. */
export function createLostRepositories(
  codeHost: CodeHost,
  change: PeopleChange,
  /** The permission of every member in every repository; null if unknown. */
  basePermission: string | null,
  end: AbortSignal,
): LostRepositories {
  let pagesLeft: number = LOST_REPOSITORIES.pagesMax;
  let isTooMuch = false;

  async function readChange(at: OwnerRequest, login: string): Promise<AccessChange | null> {
    const lost: string[] = [];
    const kept: AccessChange['kept'][number][] = [];
    let reserved = 0;
    try {
      for (let after: string | null = null, size: number = LOST_REPOSITORIES.page; ; ) {
        if (reserved === 0) {
          if (isTooMuch || pagesLeft === 0) return null;
          pagesLeft -= 1;
        } else reserved -= 1;
        if (end.aborted) return null;
        const page: HostResult<RepositoriesWithPeople> = await readRepositoriesOfPerson(codeHost.as(at), at, login, {
          after,
          size,
          end,
        });
        // Other people's requests would be refused too.
        isTooMuch ||= !page.ok || page.value.total > LOST_REPOSITORIES.most;
        if (!page.ok || isTooMuch || page.value.unnamed !== null) return null;
        for (const { people, withheld, name, isPrivate } of page.value.repositories) {
          if (withheld !== null) return null;
          const [reached] = people;
          if (reached === undefined) continue;
          const permission = change.kind === 'convert' ? permissionWithout(reached) : null;
          if (isLost(change, { isPrivate }, reached)) lost.push(name);
          else if (permission !== null && (isPrivate || permission !== 'READ')) kept.push({ name, permission });
        }
        if (page.value.next === null) return { lost, kept };
        if (after === null) {
          // Whoever cannot be read to the end is not begun.
          const further = Math.ceil(page.value.total / page.value.size) - 1;
          if (further > pagesLeft) return null;
          pagesLeft -= further;
          reserved = further;
        }
        ({ next: after, size } = page.value);
      }
    } finally {
      pagesLeft += reserved;
    }
  }

  return {
    async read(at, { login, role }) {
      if (change.kind === 'add-to-team' || (change.kind === 'role' && role !== 'admin')) return UNCHANGED;
      if (change.kind === 'role' && basePermission === null) return null;
      if (change.kind === 'role' && basePermission !== 'none') return UNCHANGED;
      return readChange(at, login);
    },
  };
}

/** Returns the highest permission that the organization does not grant; null if there is none. */
const permissionWithout = ({ sources }: Pick<PersonOfRepository, 'sources'>): RepositoryPermission | null =>
  REPOSITORY_PERMISSIONS.find((each) =>
    sources.some(({ kind, permission }) => kind !== 'organization' && permission === each),
  ) ?? null;

/** Public repositories stay readable, and outside collaborators keep access from teams and repositories. */
function isLost(
  change: PeopleChange,
  { isPrivate }: Pick<NamedRepository, 'isPrivate'>,
  { permission, sources }: Pick<PersonOfRepository, 'permission' | 'sources'>,
): boolean {
  if (!isPrivate && permission === 'READ') return false;
  switch (change.kind) {
    case 'remove':
      return true;
    case 'convert':
    case 'role':
      return sources.every(({ kind }) => kind === 'organization');
    case 'remove-from-team':
      return sources.every(({ team }) => team === change.team);
    case 'add-to-team':
      return false;
  }
}
