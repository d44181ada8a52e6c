import { ErrorAnswer, type GraphqlProxyAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf, type SessionGuard, SIGN_IN_FIRST } from '../../http/session/session-guard.ts';
import { wireOf } from './messages.ts';
import { RUN_GRAPHQL_OPERATION } from './operations.ts';
import { createRunOperation, type RunOperationDeps } from './run-operation.ts';

export interface GraphqlProxyRoutesDeps extends RunOperationDeps {
  readonly guard: SessionGuard;
}

/** Specification: `POST /api/github/graphql`. */
export const graphqlProxyRoutes: FastifyPluginAsync<GraphqlProxyRoutesDeps> = async (app, deps) => {
  const { guard } = deps;
  const runOperation = createRunOperation(deps);

  app.post<{ Body: unknown }>(
    '/api/github/graphql',
    {
      config: { operation: RUN_GRAPHQL_OPERATION },
      onRequest: [guard.requireSession(SIGN_IN_FIRST), guard.refuseCrossSite],
      schema: { response: { '4xx': ErrorAnswer, '5xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const { query, operationName, variables } = Object(request.body);
      const outcome = await runOperation(callerOf(request).session, { query, operationName, variables });
      if (!outcome.ok) {
        const { reason, retryAfterSeconds } = outcome.refusal;
        const { status, error } = wireOf[reason];
        if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
        return reply.code(status).send({ error });
      }
      const { data, errors } = outcome.value;
      const answer: GraphqlProxyAnswer =
        errors.length === 0
          ? { data }
          : {
              data,
              errors: errors.map(({ message, type, path }) => ({
                message,
                type,
                path: path === null ? null : [...path],
              })),
            };
      return answer;
    },
  );
};
