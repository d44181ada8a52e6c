import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { addressOf, pageOf } from './paging.ts';

/** The parameters of a path, which stand behind colons. */
type ParametersOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & ParametersOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown;

/** A call that may be made, with a body that fits. */
export interface Call<Parameters, Caller, Body> {
  readonly params: Parameters;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The page of a list that the call asks for; the reply links to the others. */
  page<T, V>(items: readonly T[], view: (item: T) => V): readonly V[];
}

/** Answers who calls; refuses those who may not. */
type CallerCheck<Path extends string, Caller> = (request: FastifyRequest, params: ParametersOf<Path>) => Caller;

/** What a call has to bring along; checked in this order. */
interface Demands<Path extends string, Caller, Body> {
  readonly by: CallerCheck<Path, Caller>;
  /** Counts against the limit on creating content. */
  readonly creates?: boolean;
  /** Reads the body; refuses what does not fit. */
  readonly body?: (body: unknown) => Body;
  /** Default: what the answer has set; else 200, and 204 where it is nothing. */
  readonly status?: number;
}

/** Declares endpoints of the REST API. */
export type Endpoints = ReturnType<typeof endpointsOn>;
export function endpointsOn(server: FastifyInstance, { links, creations }: Parts) {
  return <Path extends string, Caller, Body = unknown>(
    name: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${Path}`,
    demanded: CallerCheck<Path, Caller> | Demands<Path, Caller, Body>,
    answer: (call: Call<ParametersOf<Path>, Caller, Body>) => unknown,
  ): void => {
    const [method = '', url = ''] = name.split(' ');
    const demands = typeof demanded === 'function' ? { by: demanded } : demanded;
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const params = request.params as ParametersOf<Path>;
        const caller = demands.by(request, params);
        if (demands.creates) creations.take(request);
        const body = (demands.body ? demands.body(request.body) : request.body) as Body;
        const { searchParams: query } = addressOf(request, links);
        const page = <T, V>(items: readonly T[], view: (item: T) => V) =>
          pageOf(items, request, reply, links).map(view);
        const result = answer({ params, query, caller, body, request, reply, page });
        if (reply.statusCode === 200) reply.code(demands.status ?? (result === undefined ? 204 : 200));
        return reply.send(result);
      },
    });
  };
}
