import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** Every call to a team can also be made with numbers. GitHub docs: Get a team by name, note. */
const TEAM_BY_SLUG = '/orgs/:org/teams/:slug';
const TEAM_BY_NUMBER = '/organizations/:org/team/:teamId';

type CallerCheck<Path extends string, Caller> = (request: FastifyRequest, params: ParametersOf<Path>) => Caller;

/** The endpoint checks these in this order. */
interface Demands<Path extends string, Caller, Body> {
  readonly by: CallerCheck<Path, Caller>;
  readonly creates?: boolean;
  readonly body?: (body: unknown) => Body;
  /** Default: the status already set, else 200 or 204. */
  readonly status?: number;
}

export type Endpoints = ReturnType<typeof endpointsOn>;
export function endpointsOn(server: FastifyInstance, { links, creations, world }: Parts) {
  const withNames = ({ org = '', ...others }: Readonly<Record<string, string>>) => ({
    ...others,
    slug: '',
    org: world.organizationById(Number(org))?.login ?? '',
  });
  return <Path extends string, Caller, Body = unknown>(
    name: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${Path}`,
    demanded: CallerCheck<Path, Caller> | Demands<Path, Caller, Body>,
    answer: (call: EndpointCall<ParametersOf<Path>, Caller, Body>) => unknown,
  ): void => {
    const [method = '', url = ''] = name.split(' ');
    const demands = typeof demanded === 'function' ? { by: demanded } : demanded;
    serve(url, (params) => params);
    if (url.startsWith(TEAM_BY_SLUG)) serve(url.replace(TEAM_BY_SLUG, TEAM_BY_NUMBER), withNames);

    function serve(address: string, read: (params: Readonly<Record<string, string>>) => object): void {
      server.route({ method, url: address, handler: (request, reply) => handle(request, reply, read) });
    }

    async function handle(
      request: FastifyRequest,
      reply: FastifyReply,
      read: (params: Readonly<Record<string, string>>) => object,
    ) {
      const params = read(Object(request.params)) as ParametersOf<Path>;
      const caller = demands.by(request, params);
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
