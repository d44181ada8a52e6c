import type { FastifyInstance } from 'fastify';
import { callingViewer, rateOwnerOf } from '../api/callers.ts';
import { ApiError, fieldsOf } from '../api/errors.ts';
import { guardApi } from '../api/guard.ts';
import type { Parts } from '../parts.ts';
import type { GraphqlRequest } from './executor.ts';

/** Document errors have HTTP 200. GitHub docs: Forming calls with GraphQL. */
export function graphqlRoutes(server: FastifyInstance, parts: Parts): void {
  const { world, app, visibility, links, limits } = parts;
  guardApi(server, 'graphql', parts);

  server.post(links.graphqlPath, async (request, reply) => {
    const viewer = callingViewer(request, world);
    const graphqlRequest = readRequest(request.body);
    // Imported late, because it is large.
    const { runGraphql } = await import('./executor.ts');
    const owner = rateOwnerOf(request);
    const rateState = () => limits.charge(owner, 'graphql', 0);
    const { body, headers } = await runGraphql(graphqlRequest, { app, viewer, world, visibility, links, rateState });
    return reply.headers(headers).send(body);
  });
}

function readRequest(body: unknown): GraphqlRequest {
  const fields = fieldsOf(body);
  const query = fields.get('query');
  if (typeof query !== 'string') throw new ApiError(400, 'A query attribute must be specified and must be a string.');
  const variables: unknown = fields.get('variables') ?? {};
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new ApiError(400, 'Variables must be a JSON object.');
  }
  const operationName = fields.get('operationName');
  return {
    query,
    variables: Object.fromEntries(Object.entries(variables)),
    operationName: typeof operationName === 'string' && operationName !== '' ? operationName : null,
  };
}
