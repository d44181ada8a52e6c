import { type AboutAnswer, GET_ABOUT, GET_HEALTH, GET_READINESS } from '@orgdesk/contract';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../lib/result.ts';
import { everybody } from './access.ts';
import { addEndpoint } from './contract/add-endpoint.ts';
import { dueToThrown, sendRefusal } from './contract/answer-refusal.ts';

export interface HealthOptions {
  readonly codeHostStarted: Promise<unknown>;
  readonly stopping: AbortSignal;
}

const refusalResponses = {
  'not-ready': {
    status: 503,
    error: 'The database is unavailable.',
    outage: 'database-away',
    retryAfter: 'Seconds to wait.',
  },
  stopping: { status: 503, error: 'The service is stopping.' },
} as const;

const DATABASE_FAILS = 'not ready: the database is unavailable';

/** Addresses that tools of operators ask, however they ask. */
export const OPERATOR_ADDRESSES: ReadonlySet<string> = new Set(
  [GET_HEALTH, GET_READINESS].flatMap(({ path }) => [path, `${path}/`]),
);

/**
 * `/readyz` checks that the database is reachable, writable and migrated (decision N6), that its disk is not full, that
 * the service is not stopping and that a bundled code host has started. Both addresses answer HEAD like GET, and with a
 * slash at the end as without: as pages of the console, they would be 200 at any time.
 */
export const healthRoutes: FastifyPluginAsync<
  HealthOptions & { readonly storage: { ready(): Promise<void> } }
> = async (app, { storage, codeHostStarted, stopping }) => {
  const answerHealth = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-store').send({ ok: true });

  const answerReadiness = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    if (stopping.aborted) return sendRefusal(reply, refusalResponses.stopping);
    const [database, codeHost] = await Promise.allSettled([storage.ready(), codeHostStarted]);
    const failed = database.status === 'rejected' ? database : codeHost;
    if (failed.status === 'fulfilled') return reply.send({ ok: true });
    app.logFailure(request.log, {
      level: 'warn',
      error: failed.reason,
      fields: { reqId: request.id },
      message: failed === database ? DATABASE_FAILS : 'not ready: the bundled code host has not started',
    });
    return sendRefusal(reply, dueToThrown(refusalResponses['not-ready'], failed.reason));
  };

  addEndpoint(app, GET_HEALTH, { access: everybody }, answerHealth);
  addEndpoint(app, GET_READINESS, { access: everybody, refusalResponses }, answerReadiness);
  for (const [{ path }, handler] of [
    [GET_HEALTH, answerHealth],
    [GET_READINESS, answerReadiness],
  ] as const) {
    app.route({ method: 'HEAD', url: path, schema: { hide: true }, handler });
    app.route({ method: ['GET', 'HEAD'], url: `${path}/`, schema: { hide: true }, handler });
  }
};

export interface AboutOptions {
  readonly about: () => Promise<AboutAnswer>;
}

/** `GET /api/about`, shown before sign-in. An addition to the specification. */
export const aboutRoutes: FastifyPluginAsync<AboutOptions> = async (app, { about }) => {
  addEndpoint(app, GET_ABOUT, { access: everybody }, async () => ok(await about()));
};
