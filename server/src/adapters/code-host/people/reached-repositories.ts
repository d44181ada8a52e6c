import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { GraphqlData, GraphqlError, GraphqlRequest } from '../../../ports/code-host/graphql.ts';
import type {
  AskedByOwner,
  ListPlace,
  NamedRepository,
  PeopleOfRepository,
  ReachedRepositoriesHost,
  RepositoriesWithPeople,
} from '../../../ports/code-host/reached-repositories.ts';
import type { HostRefusal, Told } from '../../../ports/code-host/refusals.ts';
import { ORGANIZATION_ACCESS, REPOSITORY_ACCESS } from '../graphql/documents.ts';
import { refusalIn } from '../graphql/graphql.ts';
import { PAGE_SIZE } from '../pages/pages.ts';
import { saysTooMuch } from '../send/platform-words.ts';
import { UNEXPECTED, unreachable } from '../send/refusals.ts';
import { fits, orNull, TextOrNull } from '../send/shapes.ts';
import { type Connection, People, peopleFrom } from './people-of-repository.ts';
import type { WaysAsPerson } from './ways-in.ts';

const Count = Type.Integer({ minimum: 0 });
const PageInfo = Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull });
const Repository = Type.Object({
  name: Type.String(),
  isPrivate: Type.Boolean(),
  isArchived: Type.Boolean(),
  collaborators: Type.Optional(orNull(People)),
});
const Repositories = Type.Object({
  organization: Type.Object({
    repositories: Type.Object({ totalCount: Count, nodes: Type.Array(orNull(Repository)), pageInfo: PageInfo }),
  }),
});
const OneRepository = Type.Object({ repository: Repository });
const NoRepository = Type.Object({ repository: Type.Null() });

export function createReachedRepositories(
  waysOf: (token: AskedByOwner['token']) => WaysAsPerson,
): ReachedRepositoriesHost {
  const ask = async ({ token }: AskedByOwner, request: GraphqlRequest, end: AbortSignal | undefined) =>
    judge(await waysOf(token).query(request, end));

  async function readRepositories(
    asked: AskedByOwner,
    { after, size, end, onlyOutside }: ListPlace,
    people: { readonly people: number; readonly person?: string },
  ): Promise<Told<RepositoriesWithPeople>> {
    const variables = { organization: asked.organization, after, ...people, ...affiliation(onlyOutside) };
    const askFor = (first: number, withPeople: boolean) =>
      ask(asked, { ...ORGANIZATION_ACCESS, variables: { ...variables, first, withPeople } }, end);
    const { told, isTooMuch, size: tried } = await inSmallerPages(size, end, (first) => askFor(first, true));
    if (told.ok) return repositoriesFrom(told.value, tried, null);
    if (!isTooMuch || end?.aborted === true) return told;
    // The platform fails on the people of this one repository: return it without them and continue.
    const { told: named } = await askFor(1, false);
    return named.ok ? repositoriesFrom(named.value, size, told.refusal) : named;
  }

  return {
    repositoriesOfPerson: async (asked, person, place) => {
      const page = await readRepositories(asked, place, { people: 1, person });
      if (!page.ok) return page;
      const repositories = page.value.repositories.map((repository) => ({
        ...repository,
        people: repository.people.filter(({ login }) => sameLogin(login, person)),
      }));
      return ok({ ...page.value, repositories });
    },
    repositoriesWithPeople: (asked, place) => readRepositories(asked, place, { people: PAGE_SIZE }),
    async peopleOfRepository(asked, repository, { after, size, end, onlyOutside }) {
      const { organization } = asked;
      const { told, size: tried } = await inSmallerPages(size, end, (first) =>
        ask(
          asked,
          {
            ...REPOSITORY_ACCESS,
            variables: { organization, repository, first, after, ...affiliation(onlyOutside) },
          },
          end,
        ),
      );
      if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
      const { data, errors } = told.value;
      if (fits(NoRepository, data)) return errors.some(isBeyondMissing) ? refuse(withheldBy(errors)) : ok(null);
      if (!fits(OneRepository, data)) return refuse(UNEXPECTED);
      return ok({ ...repositoryFrom(data.repository, errors), size: tried });
    },
  };
}

interface Asked {
  readonly told: Told<GraphqlData>;
  readonly isTooMuch: boolean;
}

const affiliation = (onlyOutside = false) => (onlyOutside ? { affiliation: 'OUTSIDE' } : {});

/** Halves the page while the answer is too large. */
async function inSmallerPages(
  size: number,
  end: AbortSignal | undefined,
  ask: (first: number) => Promise<Asked>,
): Promise<Asked & { readonly size: number }> {
  for (let first = Math.min(size, PAGE_SIZE); ; first = Math.ceil(first / 2)) {
    const asked = await ask(first);
    if (!asked.isTooMuch || first === 1 || end?.aborted === true) return { ...asked, size: first };
  }
}

const TOO_MUCH = new Set(['RESOURCE_LIMITS_EXCEEDED', 'MAX_NODE_LIMIT_EXCEEDED', 'TIMEOUT']);

/** An answer cut off for its size counts as unreachable. A smaller page does not help against network failures. */
function judge(told: Told<GraphqlData>): Asked {
  if (told.ok) {
    const cut = told.value.errors.find(({ type, message }) => TOO_MUCH.has(type ?? '') || saysTooMuch(message));
    return { told: cut === undefined ? told : refuse(unreachable(cut.message)), isTooMuch: cut !== undefined };
  }
  const { refusal } = told;
  if (refusal.kind === 'rejected' && saysTooMuch(refusal.message))
    return { told: refuse(unreachable(refusal.message)), isTooMuch: true };
  const isTooMuch = refusal.kind === 'unreachable' && (saysTooMuch(refusal.message) || LATE.test(refusal.message));
  return { told, isTooMuch };
}

/** Our own messages for a gateway timeout and for the call deadline. */
const LATE = /^(answered 50[24]|no complete answer within)\b/;

function repositoriesFrom(
  { data, errors }: GraphqlData,
  size: number,
  peopleWithheld: HostRefusal | null,
): Told<RepositoriesWithPeople> {
  if (!fits(Repositories, data)) return refuse(errors.length > 0 ? withheldBy(errors) : UNEXPECTED);
  const { totalCount, nodes, pageInfo } = data.organization.repositories;
  if (isCutOff(pageInfo)) return refuse(UNEXPECTED);
  const within = (place: number) => errors.filter(({ path }) => path?.[2] === 'nodes' && path[3] === place);
  const unnamed = nodes.flatMap((node, place) => (node === null ? [place] : []));
  return ok({
    repositories: nodes.flatMap((node, place) =>
      node === null ? [] : [repositoryFrom(node, within(place), peopleWithheld)],
    ),
    unnamed: unnamed.length === 0 ? null : { count: unnamed.length, why: withheldBy(within(unnamed[0] ?? 0)) },
    total: totalCount,
    next: nextOf(pageInfo),
    size,
  });
}

function repositoryFrom(
  { name, isPrivate, isArchived, collaborators }: Static<typeof Repository>,
  errors: readonly GraphqlError[],
  withheld: HostRefusal | null = null,
): NamedRepository & PeopleOfRepository {
  const told: Connection | null = collaborators ?? null;
  const page = told === null ? NOBODY : peopleFrom(told);
  return {
    name,
    isPrivate,
    isArchived,
    people: page.people,
    total: page.total,
    next: told === null ? null : nextOf(told.pageInfo),
    withheld:
      withheld ??
      (page.isWhole && told !== null && !isCutOff(told.pageInfo) && errors.length === 0 ? null : withheldBy(errors)),
  };
}

const isCutOff = ({ hasNextPage, endCursor }: Static<typeof PageInfo>): boolean => hasNextPage && endCursor === null;

const NOBODY = { people: [], total: 0, isWhole: false } as const;

const nextOf = ({ hasNextPage, endCursor }: Static<typeof PageInfo>): string | null => (hasNextPage ? endCursor : null);

const withheldBy = (errors: readonly GraphqlError[]): HostRefusal =>
  refusalIn(errors) ?? { kind: 'rejected', status: 200, message: '' };

const isBeyondMissing = ({ type }: GraphqlError): boolean => type !== 'NOT_FOUND';
