import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api/errors.ts';
import { type ApiGuardDeps, callingViewer, guardApi, rateOwnerOf } from '../api/guard.ts';
import type { Visibility } from '../api/visibility.ts';
import type { GraphqlRequest } from './executor.ts';

/** What the GraphQL endpoint needs. */
export interface GraphqlDeps extends ApiGuardDeps {
  readonly visibility: Visibility;
}

/**
 * The GraphQL endpoint. A bad token is refused as in REST; everything that concerns the document
 * comes with HTTP 200. GitHub docs: Forming calls with GraphQL.
 */
export function graphqlRoutes(server: FastifyInstance, deps: GraphqlDeps): void {
  const { world, visibility, links, limits } = deps;
  guardApi(server, 'graphql', deps);

  server.post(links.graphqlPath, async (request, reply) => {
    const viewer = callingViewer(request, world);
    const asked = readRequest(request.body);
    // The library and the schema are large; they must not delay the start.
    const { runGraphql } = await import('./executor.ts');
    const { key } = rateOwnerOf(request);
    const rateState = () => limits.charge(key, 'graphql', 0);
    const { body, samlUrl } = await runGraphql(asked, { viewer, world, visibility, links, rateState });
    if (samlUrl !== null) reply.header('x-github-sso', `required; url=${samlUrl}`);
    return body;
  });
}

function readRequest(body: unknown): GraphqlRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError(400, 'Body should be a JSON object');
  const given = new Map<string, unknown>(Object.entries(body));
  const query = given.get('query');
  if (typeof query !== 'string') throw new ApiError(400, 'A query attribute must be specified and must be a string.');
  const variables: unknown = given.get('variables') ?? {};
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new ApiError(400, 'Variables must be a JSON object.');
  }
  const operationName = given.get('operationName');
  return {
    query,
    variables: Object.fromEntries(Object.entries(variables)),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : null,
  };
}
