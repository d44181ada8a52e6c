import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfApp } from '../api/callers.ts';
import { acceptedHeader, type NeededPermissions } from '../api/permissions.ts';
import type { Parts } from '../parts.ts';
import { addressOf, pageOf } from './paging.ts';

type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown;

export interface EndpointCall<Parameters, Caller, Body> {
  readonly params: Parameters;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  page<T, V>(items: readonly T[], view: (item: T) => V): readonly V[];
}

/** The platform writes the second address in links, and documents it for teams. GitHub docs: Get a team by name, note. */
const BY_NUMBER = [
  ['/orgs/:org/teams/:slug', '/organizations/:org/team/:teamId'],
  ['/orgs/:org', '/organizations/:org'],
  ['/repos/:org/:repo', '/repositories/:repositoryId'],
] as const;

type RawParameters = Readonly<Partial<Record<string, string>>>;

interface CallerCheck<Path extends string, Caller> {
  (request: FastifyRequest, params: ParametersOf<Path>): Caller;
  /** What it checks of the App; absent where no permission is needed. */
  readonly needed?: NeededPermissions;
}

/** The endpoint checks these in this order. */
interface Demands<Path extends string, Caller, Body> {
  readonly by: CallerCheck<Path, Caller>;
  readonly creates?: boolean;
  readonly body?: (body: unknown) => Body;
  /** Default: the status already set, else 200 or 204. */
  readonly status?: number;
}

export type Endpoints = ReturnType<typeof endpointsOn>;
export function endpointsOn(server: FastifyInstance, { links, creations, renames, world }: Parts) {
  const withNames = ({ org = '', repositoryId, ...others }: RawParameters): RawParameters => {
    if (repositoryId === undefined) {
      return { ...others, slug: '', org: world.organizationById(Number(org))?.login ?? '' };
    }
    const repository = world.repositoryById(Number(repositoryId));
    const owner = repository && world.accountById(repository.ownerId);
    return { ...others, org: owner?.login ?? '', repo: repository?.name ?? '' };
  };
  /** What follows the first segments of the address, with the query. */
  const below = (request: FastifyRequest, segments: number) =>
    addressOf(request, links)
      .href.slice(links.api('').length)
      .replace(new RegExp(`^(/[^/?]*){${segments}}`), '');

  return <Path extends string, Caller, Body = unknown>(
    name: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${Path}`,
    demanded: CallerCheck<Path, Caller> | Demands<Path, Caller, Body>,
    answer: (call: EndpointCall<ParametersOf<Path>, Caller, Body>) => unknown,
  ): void => {
    const [method = '', url = ''] = name.split(' ');
    const demands = typeof demanded === 'function' ? { by: demanded } : demanded;
    serve(url, (params) => params);
    const [named, numbered] = BY_NUMBER.find(([start]) => url.startsWith(start)) ?? [];
    if (named !== undefined) serve(url.replace(named, numbered ?? ''), withNames);

    function serve(address: string, read: (params: RawParameters) => RawParameters): void {
      server.route({ method, url: address, handler: (request, reply) => handle(request, reply, read) });
    }

    async function handle(
      request: FastifyRequest,
      reply: FastifyReply,
      read: (params: RawParameters) => RawParameters,
    ) {
      const raw = read(Object(request.params));
      const params = raw as ParametersOf<Path>;
      const { org = '', repo = '', owner = '' } = raw;
      if (url.startsWith('/orgs/:org')) renames.checkOrganization(request, org, below(request, 2));
      const { needed } = demands.by;
      if (needed !== undefined && isOfApp(request)) reply.headers(acceptedHeader(needed));
      const caller = demands.by(request, params);
      if (url.startsWith('/repos/:org/:repo')) renames.checkRepository(request, org, repo, below(request, 3));
      if (url.includes('/:owner/:repo') && method !== 'GET') renames.checkRepository(request, owner, repo, '');
      if (demands.creates) creations.take(request);
      const body = (demands.body ? demands.body(request.body) : request.body) as Body;
      const { searchParams: query } = addressOf(request, links);
      const page = <T, V>(items: readonly T[], view: (item: T) => V) => pageOf(items, request, reply, links).map(view);
      const result = answer({ params, query, caller, body, request, reply, page });
      if (reply.statusCode === 200) reply.code(demands.status ?? (result === undefined ? 204 : 200));
      return reply.send(result);
    }
  };
}
