import type { ReachedRepositoriesLine, RepositoryPeopleLine, Withheld, WithheldLine } from '@orgdesk/contract';
import { canBeLogin } from '../../domain/account.ts';
import { REACHED_REPOSITORIES_PAGE, REPOSITORY_PEOPLE_PAGE } from '../../domain/limits/access.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { PeopleHost } from '../../ports/code-host/people.ts';
import type {
  ListPlace,
  PeopleOfRepository,
  ReachedRepositoriesHost,
  RepositoriesWithPeople,
} from '../../ports/code-host/reached-repositories.ts';
import type { HostRefusal } from '../../ports/code-host/refusals.ts';
import { tellWithheld } from '../../refusals.ts';
import type { LiveRights, Owner } from '../../sessions/live-rights.ts';
import { personView, reachedRepositoryView } from './access-view.ts';
import type { AccessRefusal } from './messages.ts';

export interface ReadAccessDeps {
  readonly codeHost: ReachedRepositoriesHost & Pick<PeopleHost, 'isPerson'>;
  readonly liveRights: LiveRights;
}

type Lines<Line extends { readonly kind: string }> = AsyncGenerator<Exclude<Line, { readonly kind: 'end' }>, void>;
type Part = Withheld['part'];

interface Page<Line> {
  readonly lines: readonly Line[];
  readonly next: string | null;
  readonly size: number;
}

/**
 * Reads access lists, and checks before each page that the person is still an owner. Refusals after the first page end
 * the list with a report.
 */
export function createReadAccess({ codeHost, liveRights }: ReadAccessDeps) {
  return {
    async reachedBy(
      session: Session,
      { login, person: given }: { readonly login: string; readonly person: string },
      end: AbortSignal,
    ): Promise<Result<Lines<ReachedRepositoriesLine>, AccessRefusal>> {
      const person = given.trim();
      if (!canBeLogin(person)) return (await refusedOwner(session, login)) ?? refuse({ kind: 'no-person' });
      let lookedAt = 0;
      return pages(
        { session, login, end, part: 'repositories', size: REACHED_REPOSITORIES_PAGE },
        async ({ session: { grant }, organization }, place) => {
          const asked = { token: grant.accessToken, organization };
          // A missing person and one without access have the same list.
          const [known, page] = await Promise.all([
            place.after === null ? codeHost.isPerson({ ...asked, end }, person) : ok(true),
            codeHost.repositoriesOfPerson(asked, person, place),
          ]);
          if (!known.ok) return known;
          if (!known.value) return refuse({ kind: 'no-person' });
          if (!page.ok) return page;
          lookedAt += page.value.repositories.length + (page.value.unnamed?.count ?? 0);
          return ok({ lines: repositoryLines(page.value, lookedAt), next: page.value.next, size: page.value.size });
        },
      );
    },

    async peopleOf(
      session: Session,
      { login, repository }: { readonly login: string; readonly repository: string },
      end: AbortSignal,
    ): Promise<Result<Lines<RepositoryPeopleLine>, AccessRefusal>> {
      if (!CAN_BE_REPOSITORY.test(repository))
        return (await refusedOwner(session, login)) ?? refuse({ kind: 'no-repository' });
      return pages(
        { session, login, end, part: 'collaborators', size: REPOSITORY_PEOPLE_PAGE },
        async ({ session: { grant }, organization }, place) => {
          const asked = { token: grant.accessToken, organization };
          const page = await codeHost.peopleOfRepository(asked, repository, place);
          if (!page.ok) return page;
          if (page.value === null) return refuse({ kind: 'no-repository' });
          const { name, next, size } = page.value;
          return ok({ lines: peopleLines(name, page.value), next, size });
        },
      );
    },
  };

  async function refusedOwner(session: Session, login: string): Promise<Result<never, AccessRefusal> | null> {
    const owner = await liveRights(session, login);
    return owner.ok ? null : owner;
  }

  async function pages<Line>(
    list: ListOfOwner,
    read: (owner: Owner, place: ListPlace) => Promise<Result<Page<Line>, HostRefusal | Nothing>>,
  ): Promise<Result<AsyncGenerator<Line | WithheldLine, void>, AccessRefusal>> {
    const { session, login, end } = list;
    const readPage = async (place: Omit<ListPlace, 'end'>): Promise<Result<Page<Line>, AccessRefusal>> => {
      const owner = await liveRights(session, login);
      return owner.ok ? read(owner.value, { ...place, end }) : owner;
    };
    const first = await readPage({ after: null, size: list.size });
    return first.ok ? ok(follow(first.value, list, readPage)) : first;
  }

  async function* follow<Line>(
    first: Page<Line>,
    { end, part }: ListOfOwner,
    readPage: (place: Omit<ListPlace, 'end'>) => Promise<Result<Page<Line>, AccessRefusal>>,
  ): AsyncGenerator<Line | WithheldLine, void> {
    for (let page = first; ; ) {
      yield* page.lines;
      if (page.next === null) return;
      if (end.aborted) return yield withheldLine(tellWithheld(part, { kind: 'out-of-time' }));
      const next = await readPage({ after: page.next, size: page.size });
      if (!next.ok) return yield brokenOff(part, next.refusal);
      page = next.value;
    }
  }
}

type Nothing = { readonly kind: 'no-person' | 'no-repository' };

interface ListOfOwner {
  readonly session: Session;
  readonly login: string;
  readonly end: AbortSignal;
  /** The part reported as missing if the list ends early. */
  readonly part: Part;
  readonly size: number;
}

const CAN_BE_REPOSITORY = /^[\w.-]{1,100}$/;

function repositoryLines(
  { repositories, unnamed, total }: RepositoriesWithPeople,
  lookedAt: number,
): readonly Exclude<ReachedRepositoriesLine, { readonly kind: 'end' }>[] {
  const reached = repositories.flatMap((repository) =>
    repository.people.map((person) => reachedRepositoryView(repository, person)),
  );
  return [
    { kind: 'repositories', repositories: reached, lookedAt, total },
    ...repositories.flatMap(({ name, withheld }) =>
      withheld === null ? [] : [withheldLine(tellWithheld('collaborators', withheld, name))],
    ),
    ...(unnamed === null ? [] : [withheldLine(tellWithheld('repositories', unnamed.why))]),
  ];
}

const peopleLines = (
  name: string,
  { people, total, withheld }: PeopleOfRepository,
): readonly Exclude<RepositoryPeopleLine, { readonly kind: 'end' }>[] => [
  { kind: 'people', people: people.map(personView), total },
  ...(withheld === null ? [] : [withheldLine(tellWithheld('collaborators', withheld, name))]),
];

const withheldLine = (withheld: Withheld): WithheldLine => ({ kind: 'withheld', withheld });

/** Reports why the rest of a list is missing. */
function brokenOff(part: Part, refusal: AccessRefusal): WithheldLine {
  switch (refusal.kind) {
    case 'no-session':
      return withheldLine(tellWithheld(part, { kind: 'unauthorized' }));
    case 'no-organization':
    case 'not-a-member':
    case 'not-admin':
    case 'no-person':
    case 'no-repository':
    case 'too-many-lists':
      return withheldLine(tellWithheld(part, { kind: 'rejected', status: 403, message: '' }));
    case 'unauthorized':
    case 'rate-limited':
    case 'single-sign-on':
    case 'ip-allow-list':
    case 'missing':
    case 'rejected':
    case 'unreachable':
      return withheldLine(tellWithheld(part, refusal));
  }
}
