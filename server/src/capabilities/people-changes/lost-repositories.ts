import { LOST_REPOSITORIES } from '../../domain/limits/people.ts';
import type { PeopleChange } from '../../domain/people-change.ts';
import type {
  NamedRepository,
  OwnerRequest,
  PersonOfRepository,
  ReachedRepositoriesHost,
} from '../../ports/code-host/reached-repositories.ts';
import type { CurrentPerson } from './read-person.ts';

export interface LostRepositories {
  /** Returns null if unknown or too expensive to count. */
  count(at: OwnerRequest, person: CurrentPerson): Promise<number | null>;
}

/** All people of a preview share one page limit. */
export function createLostRepositories(
  codeHost: Pick<ReachedRepositoriesHost, 'repositoriesOfPerson'>,
  change: PeopleChange,
  /** The permission of every member in every repository; null if unknown. */
  basePermission: string | null,
  end: AbortSignal,
): LostRepositories {
  let pagesLeft: number = LOST_REPOSITORIES.pagesMax;
  let isTooMuch = false;

  async function countLost(at: OwnerRequest, login: string): Promise<number | null> {
    let lost = 0;
    let after: string | null = null;
    do {
      if (isTooMuch || pagesLeft === 0 || end.aborted) return null;
      pagesLeft -= 1;
      const place = { after, size: LOST_REPOSITORIES.page, end };
      const page: Awaited<ReturnType<typeof codeHost.repositoriesOfPerson>> = await codeHost.repositoriesOfPerson(
        at,
        login,
        place,
      );
      // Other people's requests would be refused too.
      isTooMuch = !page.ok || page.value.total > LOST_REPOSITORIES.most;
      if (!page.ok || isTooMuch || page.value.unnamed !== null) return null;
      for (const { people, withheld, ...repository } of page.value.repositories) {
        if (withheld !== null) return null;
        const [reached] = people;
        if (reached !== undefined && isLost(change, repository, reached)) lost += 1;
      }
      after = page.value.next;
    } while (after !== null);
    return lost;
  }

  return {
    async count(at, { login, role }) {
      if (change.kind === 'add-to-team' || (change.kind === 'role' && role !== 'admin')) return 0;
      if (change.kind === 'role' && basePermission === null) return null;
      if (change.kind === 'role' && basePermission !== 'none') return 0;
      return countLost(at, login);
    },
  };
}

/** Public repositories stay readable, and outside collaborators keep access from teams and repositories. */
function isLost(
  change: PeopleChange,
  { isPrivate }: NamedRepository,
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
