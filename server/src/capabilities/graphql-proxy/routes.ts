import { RUN_GRAPHQL_OPERATION } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { wireOf } from './messages.ts';
import { createRunOperation, type RunOperationDeps } from './run-operation.ts';

export interface GraphqlProxyRoutesDeps extends RunOperationDeps {
  readonly guard: SessionGuard;
}

/** Specification: `POST /api/github/graphql`. */
export const graphqlProxyRoutes: FastifyPluginAsync<GraphqlProxyRoutesDeps> = async (app, deps) => {
  const { guard } = deps;
  const runOperation = createRunOperation(deps);

  addEndpoint(
    app,
    RUN_GRAPHQL_OPERATION,
    {
      onRequest: [guard.requireSession(), guard.refuseCrossSite],
      wireOf,
      // Most of the response has no known shape.
      writes: Type.Unknown(),
    },
    async (request, reply) => {
      const outcome = await runOperation(callerOf(request).session, Object(request.body));
      if (!outcome.ok) {
        const { reason, retryAfterSeconds } = outcome.refusal;
        return sendRefusal(reply, wireOf[reason], retryAfterSeconds);
      }
      const { data, errors } = outcome.value;
      if (errors.length === 0) return { data };
      return { data, errors: errors.map(({ message, type, path }) => ({ message, type, path })) };
    },
  );
};
