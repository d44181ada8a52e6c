import type { FastifyPluginAsync } from 'fastify';
import type { Storage } from '../ports/storage.ts';

export interface HealthOptions {
  readonly storage: Pick<Storage, 'ready'>;
}

/** `GET /healthz`: the process answers. `GET /readyz`: the database answers and every migration is applied (decision N6). */
export const healthRoutes: FastifyPluginAsync<HealthOptions> = async (app, { storage }) => {
  app.get('/healthz', async (_request, reply) => reply.header('Cache-Control', 'no-store').send({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      await storage.ready();
      return { ok: true };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer as it should');
      return reply.code(503).send({ error: 'The database does not answer as it should.' });
    }
  });
};
