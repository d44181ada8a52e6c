import type { FastifyPluginAsync } from 'fastify';
import type { Storage } from '../ports/storage.ts';

export interface HealthOptions {
  readonly storage: Pick<Storage, 'ready'>;
  /** Resolves when the bundled code host answers; at once with a real one. */
  readonly codeHostStarted: Promise<unknown>;
}

/** `GET /healthz`: the process answers. `GET /readyz`: the database answers and every migration is applied (decision N6),
 * and the bundled code host, where it is used, has started. */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { storage, codeHostStarted }) => {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await Promise.all([storage.ready(), codeHostStarted]);
      return { ok: true };
    } catch (error) {
      request.log.warn(
        { err: error },
        'not ready: the database, or the bundled code host, does not answer as it should',
      );
      return reply.code(503).send({ error: 'The database does not answer as it should.' });
    }
  });
};
