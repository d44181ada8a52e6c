import { type Static, Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { HostToken } from '../../lib/secrets.ts';
import type { HostClient } from '../client.ts';
import { ORGANIZATION_ACCESS, REPOSITORY_ACCESS } from '../documents.ts';
import { type GraphqlData, type GraphqlError, isGivenUp, refusalIn } from '../graphql.ts';
import { PAGE_SIZE } from '../pages.ts';
import { MISSING, saysTooMuch, UNEXPECTED, unreachable } from '../send/refusals.ts';
import { fits, HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';

export interface OwnerRequest {
  readonly token: HostToken;
  readonly organization: string;
  readonly organizationId: number;
}

/** Highest first. */
export const REPOSITORY_PERMISSIONS = ['ADMIN', 'MAINTAIN', 'WRITE', 'TRIAGE', 'READ'] as const;
export type RepositoryPermission = (typeof REPOSITORY_PERMISSIONS)[number];

export interface RepositoryAccessSource {
  readonly kind: 'organization' | 'team' | 'repository';
  readonly team: string | null;
  /** A custom role counts as the permission that it is based on. */
  readonly permission: RepositoryPermission;
  /** Null for the five that every organization has. */
  readonly customRole: string | null;
}

export interface PersonOfRepository {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** The highest of all sources. */
  readonly permission: RepositoryPermission;
  readonly sources: readonly RepositoryAccessSource[];
}

export interface NamedRepository {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

export interface PeopleOfRepository {
  readonly people: readonly PersonOfRepository[];
  readonly total: number;
  /** Cursor of the next page; null after the last. */
  readonly next: string | null;
  /** Why people or sources are missing; null if complete. */
  readonly withheld: HostRefusal | null;
}

export interface RepositoriesWithPeople {
  readonly repositories: readonly (NamedRepository & PeopleOfRepository)[];
  /** Repositories withheld from this page. */
  readonly unnamed: { readonly count: number; readonly why: HostRefusal } | null;
  readonly total: number;
  readonly next: string | null;
  /** The final page size, which timeouts reduce. */
  readonly size: number;
}

export interface PageRequest {
  readonly after: string | null;
  readonly size: number;
  readonly end?: AbortSignal | undefined;
  /** Limits the list to outside collaborators. Default: false. */
  readonly onlyOutside?: boolean | undefined;
}

const Permission = Type.Union(REPOSITORY_PERMISSIONS.map((permission) => Type.Literal(permission)));
const Source = Type.Object({
  /** Uses the enum of base permissions, which has only these. */
  permission: Type.Union([Type.Literal('ADMIN'), Type.Literal('WRITE'), Type.Literal('READ'), Type.Literal('NONE')]),
  /** More exact if it is one of the five; organizations may have custom roles. */
  roleName: Type.Optional(TextOrNull),
  source: Type.Object({ __typename: Type.String(), slug: Type.Optional(Type.String()) }),
});
const Edge = Type.Object({
  permission: Permission,
  permissionSources: orNull(Type.Array(orNull(Source))),
  node: Type.Object({
    databaseId: orNull(HostId),
    login: HostLogin,
    name: TextOrNull,
    avatarUrl: TextOrNull,
  }),
});

const People = Type.Object({
  totalCount: Type.Integer({ minimum: 0 }),
  edges: orNull(Type.Array(orNull(Edge))),
  pageInfo: Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull }),
});
type PeopleConnection = Static<typeof People>;

function peopleFrom({ edges, totalCount }: PeopleConnection): {
  readonly people: readonly PersonOfRepository[];
  readonly total: number;
  readonly isWhole: boolean;
} {
  let isWhole = edges !== null;
  const people = (edges ?? []).flatMap((edge) => {
    if (edge === null || edge.node.databaseId === null) {
      isWhole = false;
      return [];
    }
    const { permission, permissionSources, node } = edge;
    const sources = permissionSources?.flatMap((source) => (source === null ? [] : sourcesFrom(source))) ?? [];
    if (permissionSources === null || permissionSources.includes(null)) isWhole = false;
    const { databaseId: id, login, name, avatarUrl } = node;
    return [{ id: id ?? 0, login, name, avatarUrl, permission: permission as RepositoryPermission, sources }];
  });
  return { people, total: totalCount, isWhole };
}

const KINDS: Readonly<Record<string, RepositoryAccessSource['kind']>> = {
  Organization: 'organization',
  Team: 'team',
  Repository: 'repository',
};

function sourcesFrom({ permission, roleName, source }: Static<typeof Source>): readonly RepositoryAccessSource[] {
  const kind = KINDS[source.__typename];
  const role = roleName?.toUpperCase();
  const namedPermission = REPOSITORY_PERMISSIONS.find((each) => each === role);
  const grantedPermission = namedPermission ?? (permission === 'NONE' ? null : permission);
  if (kind === undefined || grantedPermission === null) return [];
  const customRole = namedPermission === undefined ? (roleName ?? null) : null;
  return [{ kind, team: kind === 'team' ? (source.slug ?? null) : null, permission: grantedPermission, customRole }];
}

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
    databaseId: HostId,
    repositories: Type.Object({ totalCount: Count, nodes: Type.Array(orNull(Repository)), pageInfo: PageInfo }),
  }),
});
const OneRepository = Type.Object({
  repository: Type.Evaluate(
    Type.Intersect([Repository, Type.Object({ owner: Type.Object({ databaseId: Type.Optional(HostId) }) })]),
  ),
});
const NoRepository = Type.Object({ repository: Type.Null() });

async function readRepositories(
  { query }: HostClient,
  { organization, organizationId }: OwnerRequest,
  { after, size, end, onlyOutside }: PageRequest,
  people: { readonly people: number; readonly person?: string },
): Promise<HostResult<RepositoriesWithPeople>> {
  const variables = { organization, after, ...people, ...affiliation(onlyOutside) };
  const askFor = async (first: number, withPeople: boolean) =>
    judge(await query({ ...ORGANIZATION_ACCESS, variables: { ...variables, first, withPeople } }, end));
  const { result: answer, isTooMuch, size: tried } = await inSmallerPages(size, end, (first) => askFor(first, true));
  if (answer.ok) return repositoriesFrom(answer.value, { organizationId, size: tried, peopleWithheld: null });
  if (!isTooMuch || end?.aborted === true) return answer;
  // The platform fails on the people of this one repository: return it without them and continue.
  const { result: named } = await askFor(1, false);
  return named.ok ? repositoriesFrom(named.value, { organizationId, size, peopleWithheld: answer.refusal }) : named;
}

/** Access that owners can see, for repositories the App covers. Each repository lists only this person. */
export async function readRepositoriesOfPerson(
  client: HostClient,
  request: OwnerRequest,
  person: string,
  pageRequest: PageRequest,
): Promise<HostResult<RepositoriesWithPeople>> {
  const page = await readRepositories(client, request, pageRequest, { people: 1, person });
  if (!page.ok) return page;
  const repositories = page.value.repositories.map((repository) => ({
    ...repository,
    people: repository.people.filter(({ login }) => sameLogin(login, person)),
  }));
  return ok({ ...page.value, repositories });
}

/** Access that owners can see, for repositories the App covers. Each repository lists its first people. */
export const readRepositoriesWithPeople = (
  client: HostClient,
  request: OwnerRequest,
  pageRequest: PageRequest,
): Promise<HostResult<RepositoriesWithPeople>> => readRepositories(client, request, pageRequest, { people: PAGE_SIZE });

/** Returns null if the repository does not exist. */
export async function readPeopleOfRepository(
  { query }: HostClient,
  { organization, organizationId }: OwnerRequest,
  repository: string,
  { after, size, end, onlyOutside }: PageRequest,
): Promise<Result<(PeopleOfRepository & NamedRepository & { readonly size: number }) | null, HostRefusal>> {
  const { result: answer, size: tried } = await inSmallerPages(size, end, async (first) => {
    const variables = { organization, repository, first, after, ...affiliation(onlyOutside) };
    return judge(await query({ ...REPOSITORY_ACCESS, variables }, end));
  });
  if (!answer.ok) return answer.refusal.kind === 'missing' ? ok(null) : answer;
  const { data, errors } = answer.value;
  if (fits(NoRepository, data)) return errors.some(isBeyondMissing) ? refuse(withheldBy(errors)) : ok(null);
  if (!fits(OneRepository, data)) return refuse(UNEXPECTED);
  if (data.repository.owner.databaseId !== organizationId) return refuse(MISSING);
  return ok({ ...repositoryFrom(data.repository, errors), size: tried });
}

interface GraphqlAttempt {
  readonly result: HostResult<GraphqlData>;
  readonly isTooMuch: boolean;
}

const affiliation = (onlyOutside = false) => (onlyOutside ? { affiliation: 'OUTSIDE' } : {});

/** A page that takes too long is retried at half the size, down to one entry. */
async function inSmallerPages(
  size: number,
  end: AbortSignal | undefined,
  ask: (first: number) => Promise<GraphqlAttempt>,
): Promise<GraphqlAttempt & { readonly size: number }> {
  for (let first = Math.min(size, PAGE_SIZE); ; first = Math.ceil(first / 2)) {
    const attempt = await ask(first);
    if (!attempt.isTooMuch || first === 1 || end?.aborted === true) return { ...attempt, size: first };
  }
}

/** An answer cut off for its size counts as unreachable. A smaller page does not help against network failures. */
function judge(result: HostResult<GraphqlData>): GraphqlAttempt {
  if (result.ok) {
    const limitError = result.value.errors.find(isGivenUp);
    return {
      result: limitError === undefined ? result : refuse(unreachable(limitError.message)),
      isTooMuch: limitError !== undefined,
    };
  }
  const { refusal } = result;
  const isTooMuch = refusal.kind === 'unreachable' && (saysTooMuch(refusal.message) || LATE.test(refusal.message));
  return { result, isTooMuch };
}

/** Our own messages for a gateway timeout and for the call deadline. */
const LATE = /^(answered 50[24]|no complete response within)\b/;

function repositoriesFrom(
  { data, errors }: GraphqlData,
  {
    organizationId,
    size,
    peopleWithheld,
  }: { readonly organizationId: number; readonly size: number; readonly peopleWithheld: HostRefusal | null },
): HostResult<RepositoriesWithPeople> {
  if (!fits(Repositories, data)) return refuse(errors.length > 0 ? withheldBy(errors) : UNEXPECTED);
  if (data.organization.databaseId !== organizationId) return refuse(MISSING);
  const { totalCount, nodes, pageInfo } = data.organization.repositories;
  if (isCutOff(pageInfo)) return refuse(UNEXPECTED);
  const within = (index: number) => errors.filter(({ path }) => path?.[2] === 'nodes' && path[3] === index);
  const unnamed = nodes.flatMap((node, index) => (node === null ? [index] : []));
  return ok({
    repositories: nodes.flatMap((node, index) =>
      node === null ? [] : [repositoryFrom(node, within(index), peopleWithheld)],
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
  const connection: PeopleConnection | null = collaborators ?? null;
  const page = connection === null ? NOBODY : peopleFrom(connection);
  return {
    name,
    isPrivate,
    isArchived,
    people: page.people,
    total: page.total,
    next: connection === null ? null : nextOf(connection.pageInfo),
    withheld:
      withheld ??
      (page.isWhole && connection !== null && !isCutOff(connection.pageInfo) && errors.length === 0
        ? null
        : withheldBy(errors)),
  };
}

const isCutOff = ({ hasNextPage, endCursor }: Static<typeof PageInfo>): boolean => hasNextPage && endCursor === null;

const NOBODY = { people: [], total: 0, isWhole: false } as const;

const nextOf = ({ hasNextPage, endCursor }: Static<typeof PageInfo>): string | null => (hasNextPage ? endCursor : null);

const withheldBy = (errors: readonly GraphqlError[]): HostRefusal =>
  refusalIn(errors) ?? { kind: 'rejected', status: 200, message: '' };

const isBeyondMissing = ({ type }: GraphqlError): boolean => type !== 'NOT_FOUND';
