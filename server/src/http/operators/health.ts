import { GET_HEALTH, GET_READINESS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Storage } from '../../ports/storage/storage.ts';
import { addEndpoint } from '../contract/add-endpoint.ts';
import { dueToThrown, sendRefusal } from '../contract/refusals.ts';

export interface HealthOptions {
  readonly storage: Pick<Storage, 'ready'>;
  /** Resolves when the bundled code host answers; at once with a real one. */
  readonly codeHostStarted: Promise<unknown>;
  /** Aborted when the service was told to stop. */
  readonly stopping: AbortSignal;
}

const wireOf = {
  'not-ready': {
    status: 503,
    error: 'The database does not answer as it should.',
    outage: 'database-away',
    retryAfter: 'Seconds to wait.',
  },
  stopping: { status: 503, error: 'The service is being stopped.' },
} as const;

/** `GET /healthz`: the process answers. `GET /readyz`: the database answers, can be written to and has every migration
 * (decision N6), the service was not told to stop, and the bundled code host, where it is used, has started. */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { storage, codeHostStarted, stopping }) => {
  addEndpoint(app, GET_HEALTH, {}, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ ok: true }),
  );

  addEndpoint(app, GET_READINESS, { wireOf }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (stopping.aborted) return sendRefusal(reply, wireOf.stopping);
    try {
      await Promise.all([storage.ready(), codeHostStarted]);
      return { ok: true };
    } catch (error) {
      app.tellFailure(request.log, {
        level: 'warn',
        error,
        fields: { reqId: request.id },
        sentence: 'not ready: the database, or the bundled code host, does not answer as it should',
      });
      return sendRefusal(reply, dueToThrown(wireOf['not-ready'], error));
    }
  });
};
