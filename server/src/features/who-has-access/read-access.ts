import type {
  AccessSource,
  OrganizationRolesLine,
  ReachedRepositoriesLine,
  ReachedRepository,
  RepositoryPeopleLine,
  Withheld,
  WithheldLine,
} from '@orgdesk/contract';
import type { CodeHost } from '../../code-host/code-host.ts';
import { readOrganizationRoles } from '../../code-host/people/organization-roles.ts';
import { isPerson } from '../../code-host/people/people.ts';
import {
  type NamedRepository,
  type PageRequest,
  type PeopleOfRepository,
  type PersonOfRepository,
  type RepositoriesWithPeople,
  type RepositoryAccessSource,
  readPeopleOfRepository,
  readRepositoriesOfPerson,
} from '../../code-host/people/reached-repositories.ts';
import { canBeLogin, sameLogin } from '../../domain/account.ts';
import { type HostRefusal, hostMessage } from '../../domain/host-refusal.ts';
import { withheldPart } from '../../http/refusals.ts';
import { REACHED_REPOSITORIES_PAGE, REPOSITORY_PEOPLE_PAGE } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type Owner, type RightsRefusal, sameOrganization } from '../../sessions/live-rights.ts';
import type { Sessions } from '../../sessions/services.ts';

type ListedPerson = Extract<RepositoryPeopleLine, { readonly kind: 'people' }>['people'][number];

const reachedRepositoryView = (
  { name, isPrivate, isArchived }: NamedRepository,
  { permission, sources }: PersonOfRepository,
): ReachedRepository => ({ name, isPrivate, isArchived, permission, sources: sources.map(sourceView) });

const personView = ({ id, login, name, avatarUrl, permission, sources }: PersonOfRepository): ListedPerson => ({
  id,
  login,
  name,
  avatarUrl,
  permission,
  sources: sources.map(sourceView),
});

const sourceView = ({ kind, team, permission }: RepositoryAccessSource): AccessSource => ({ kind, team, permission });

export interface WhoHasAccessServices {
  readonly codeHost: CodeHost;
  readonly sessions: Sessions;
}

type Lines<Line extends { readonly kind: string }> = AsyncGenerator<Exclude<Line, { readonly kind: 'end' }>, void>;
type ListPart = Withheld['part'];

interface LinesPage<Line> {
  readonly lines: readonly Line[];
  readonly next: string | null;
  readonly size: number;
}

export async function readReachedRepositories(
  services: WhoHasAccessServices,
  owner: Owner,
  requestedPerson: string,
  end: AbortSignal,
): Promise<Result<Lines<ReachedRepositoriesLine>, HostRefusal | NoPerson>> {
  const { codeHost } = services;
  const person = requestedPerson.trim();
  if (!canBeLogin(person)) return refuse({ kind: 'no-person' });
  let lookedAt = 0;
  return pages<Exclude<ReachedRepositoriesLine, { readonly kind: 'end' }>, NoPerson>(
    services,
    { owner, end, part: 'repositories', size: REACHED_REPOSITORIES_PAGE, person },
    async ({ session: { grant }, organization, organizationId }, request) => {
      const target = { token: grant.accessToken, organization, organizationId };
      // A missing person and one without access have the same list.
      const [personExists, page] = await Promise.all([
        request.after === null ? isPerson(codeHost.as(target), { ...target, end }, person) : ok(true),
        readRepositoriesOfPerson(codeHost.as(target), target, person, request),
      ]);
      if (!personExists.ok) return personExists;
      if (!personExists.value) return refuse({ kind: 'no-person' });
      if (!page.ok) return page;
      lookedAt += page.value.repositories.length + (page.value.unnamed?.count ?? 0);
      return ok({ lines: repositoryLines(page.value, lookedAt), next: page.value.next, size: page.value.size });
    },
  );
}

export async function readRepositoryPeople(
  services: WhoHasAccessServices,
  owner: Owner,
  repository: string,
  end: AbortSignal,
): Promise<Result<Lines<RepositoryPeopleLine>, HostRefusal | NoRepository>> {
  if (!CAN_BE_REPOSITORY.test(repository)) return refuse({ kind: 'no-repository' });
  return pages<Exclude<RepositoryPeopleLine, { readonly kind: 'end' }>, NoRepository>(
    services,
    { owner, end, part: 'collaborators', size: REPOSITORY_PEOPLE_PAGE, person: null },
    async ({ session: { grant }, organization, organizationId }, request) => {
      const target = { token: grant.accessToken, organization, organizationId };
      const page = await readPeopleOfRepository(services.codeHost.as(target), target, repository, request);
      if (!page.ok) return page;
      if (page.value === null) return refuse({ kind: 'no-repository' });
      const { name, next, size } = page.value;
      return ok({ lines: peopleLines(name, page.value), next, size });
    },
  );
}

/**
 * Reads who has access, page by page, while the person is an owner. A refusal of the first page refuses the whole list;
 * a later one is reported in the list and ends it.
 */
async function pages<Line, Missing extends NotFound>(
  services: WhoHasAccessServices,
  list: ListOfOwner,
  read: (owner: Owner, request: PageRequest) => Promise<Result<LinesPage<Line>, HostRefusal | Missing>>,
): Promise<Result<AsyncGenerator<Line | WithheldLine | OrganizationRolesLine, void>, HostRefusal | Missing>> {
  const { owner, end } = list;
  const first = await read(owner, { after: null, size: list.size, end });
  if (!first.ok) return first;
  const readPage = async (
    request: Omit<PageRequest, 'end'>,
  ): Promise<Result<LinesPage<Line>, RightsRefusal | NotFound>> => {
    const still = await services.sessions.rights(owner.session, owner.organization);
    return still.ok ? read(still.value, { ...request, end }) : still;
  };
  return ok(follow(services, first.value, list, readPage));
}

async function* follow<Line>(
  services: WhoHasAccessServices,
  first: LinesPage<Line>,
  list: ListOfOwner,
  readPage: (request: Omit<PageRequest, 'end'>) => Promise<Result<LinesPage<Line>, RightsRefusal | NotFound>>,
): AsyncGenerator<Line | WithheldLine | OrganizationRolesLine, void> {
  const { end, part } = list;
  for (let page = first; ; ) {
    yield* page.lines;
    if (page.next === null) {
      const roles = await rolesLine(services, list);
      if (roles.roles?.length !== 0) yield roles;
      return;
    }
    if (end.aborted) return yield withheldLine(withheldPart(part, { kind: 'out-of-time' }));
    const next = await readPage({ after: page.next, size: page.size });
    if (!next.ok) return yield reasonLine(part, next.refusal);
    page = next.value;
  }
}

async function rolesLine(
  { codeHost, sessions }: WhoHasAccessServices,
  { owner, person, end }: ListOfOwner,
): Promise<OrganizationRolesLine> {
  const still = await sessions.rights(owner.session, owner.organization);
  if (!still.ok) return { kind: 'roles', roles: null, message: null };
  const { session, organization, organizationId } = still.value;
  const at = { token: session.grant.accessToken, organization, organizationId, end };
  const roles = await readOrganizationRoles(codeHost.as(at), at);
  const same = roles.ok && roles.value.length > 0 ? await sameOrganization(codeHost, still.value) : ok(undefined);
  if (!roles.ok || !same.ok) {
    const refusal = roles.ok ? (same.ok ? null : same.refusal) : roles.refusal;
    return { kind: 'roles', roles: null, message: refusal === null ? null : hostMessage(refusal) };
  }
  return {
    kind: 'roles',
    roles: roles.value
      .map(({ name, permission, people }) => ({
        name,
        permission,
        people: people
          .filter(({ login }) => person === null || sameLogin(login, person))
          .map(({ id, login, teams }) => ({ id, login, teams: [...teams] })),
      }))
      .filter(({ people }) => people.length > 0),
    message: null,
  };
}

type NoPerson = { readonly kind: 'no-person' };
type NoRepository = { readonly kind: 'no-repository' };
type NotFound = NoPerson | NoRepository;

interface ListOfOwner {
  readonly owner: Owner;
  readonly end: AbortSignal;
  /** The part reported as missing if the list ends early. */
  readonly part: ListPart;
  readonly size: number;
  /** Whose roles are read; null for everybody's. */
  readonly person: string | null;
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
      withheld === null ? [] : [withheldLine(withheldPart('collaborators', withheld, name))],
    ),
    ...(unnamed === null ? [] : [withheldLine(withheldPart('repositories', unnamed.why))]),
  ];
}

const peopleLines = (
  name: string,
  { people, total, withheld }: PeopleOfRepository,
): readonly Exclude<RepositoryPeopleLine, { readonly kind: 'end' }>[] => [
  { kind: 'people', people: people.map(personView), total },
  ...(withheld === null ? [] : [withheldLine(withheldPart('collaborators', withheld, name))]),
];

const withheldLine = (withheld: Withheld): WithheldLine => ({ kind: 'withheld', withheld });

/** Reports why the rest of a list is missing. */
function reasonLine(part: ListPart, refusal: RightsRefusal | NotFound): WithheldLine {
  switch (refusal.kind) {
    case 'no-session':
      return withheldLine(withheldPart(part, { kind: 'unauthorized' }));
    case 'no-organization':
    case 'not-a-member':
    case 'renamed':
    case 'not-admin':
    case 'no-person':
    case 'no-repository':
      return withheldLine(withheldPart(part, { kind: 'rejected', status: 403, message: '' }));
    case 'unauthorized':
    case 'rate-limited':
    case 'single-sign-on':
    case 'ip-allow-list':
    case 'missing':
    case 'rejected':
    case 'unreachable':
      return withheldLine(withheldPart(part, refusal));
  }
}
