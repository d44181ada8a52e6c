import { ErrorAnswer, OkAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Storage } from '../../ports/storage.ts';
import type { Operation } from '../contract/operation.ts';

export interface HealthOptions {
  readonly storage: Pick<Storage, 'ready'>;
  /** Resolves when the bundled code host answers; at once with a real one. */
  readonly codeHostStarted: Promise<unknown>;
  /** Aborted when the service was told to stop. */
  readonly stopping: AbortSignal;
}

const NOT_READY = { error: 'The database does not answer as it should.' };
const STOPPING = { error: 'The service is being stopped.' };

const GET_HEALTH: Operation = {
  id: 'getHealth',
  chapter: 'Service',
  summary: 'Whether the process answers',
  description: 'For operators. Asks nothing else.',
  session: 'unused',
  answers: { 200: { description: 'It does.', json: OkAnswer } },
};

const GET_READINESS: Operation = {
  id: 'getReadiness',
  chapter: 'Service',
  summary: 'Whether requests can be served',
  description:
    'For operators: the database answers, can be written to and is migrated, and the service was not told to stop.',
  session: 'unused',
  answers: {
    200: { description: 'They can.', json: OkAnswer },
    503: { description: `- ${NOT_READY.error}\n- ${STOPPING.error}`, json: ErrorAnswer },
  },
};

/** `GET /healthz`: the process answers. `GET /readyz`: the database answers, can be written to and has every migration
 * (decision N6), the service was not told to stop, and the bundled code host, where it is used, has started. */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { storage, codeHostStarted, stopping }) => {
  app.get('/healthz', { config: { operation: GET_HEALTH } }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ ok: true }),
  );

  app.get('/readyz', { config: { operation: GET_READINESS } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (stopping.aborted) return reply.code(503).send(STOPPING);
    try {
      await Promise.all([storage.ready(), codeHostStarted]);
      return { ok: true };
    } catch (error) {
      app.tellFailure(request.log, {
        level: 'warn',
        error,
        fields: {},
        sentence: 'not ready: the database, or the bundled code host, does not answer as it should',
      });
      return reply.code(503).send(NOT_READY);
    }
  });
};
