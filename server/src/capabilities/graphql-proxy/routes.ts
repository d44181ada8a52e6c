import { RUN_GRAPHQL_OPERATION } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { ok } from '../../domain/result.ts';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { signedIn } from '../../http/rights/access.ts';
import { wireOf } from './messages.ts';
import { createRunOperation, type RunOperationDeps } from './run-operation.ts';

export type GraphqlProxyRoutesDeps = RunOperationDeps;

/** Specification: `POST /api/github/graphql`. */
export const graphqlProxyRoutes: FastifyPluginAsync<GraphqlProxyRoutesDeps> = async (app, deps) => {
  const runOperation = createRunOperation(deps);

  addEndpoint(
    app,
    RUN_GRAPHQL_OPERATION,
    {
      access: signedIn,
      wireOf,
      // Most of the response has no known shape.
      writes: Type.Unknown(),
    },
    async (request, { session }, reply) => {
      const outcome = await runOperation(session, Object(request.body));
      if (!outcome.ok) {
        const { reason, retryAfterSeconds } = outcome.refusal;
        return sendRefusal(reply, wireOf[reason], retryAfterSeconds);
      }
      const { data, errors } = outcome.value;
      if (errors.length === 0) return ok({ data });
      return ok({ data, errors: errors.map(({ message, type, path }) => ({ message, type, path })) });
    },
  );
};
