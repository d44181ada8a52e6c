import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { Observations } from '../../ports/observations.ts';

export interface ClientRateLimitOptions {
  /** Requests a minute and client address, or null for no limit. */
  readonly rateLimit: number | null;
  readonly observations: Pick<Observations, 'noteRefusal'>;
}

const NOT_TOLD = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** Answers 429 with `Retry-After` to a client address that asks too often (decision W2). Counted on each instance by itself. */
export const clientRateLimit = fp<ClientRateLimitOptions>(
  async (app, { rateLimit: perMinute, observations }) => {
    if (perMinute === null) return;
    await app.register(rateLimit, {
      global: false,
      max: perMinute,
      timeWindow: 60_000,
      onExceeded: () => observations.noteRefusal('client-address'),
      addHeadersOnExceeding: NOT_TOLD,
      addHeaders: { ...NOT_TOLD, 'retry-after': true },
      errorResponseBuilder: (_request, { ttl }) =>
        Object.assign(new Error(`Too many requests. Please try again in ${Math.ceil(ttl / 1000)} seconds.`), {
          statusCode: 429,
        }),
    });
    // A hook of the scope runs before those of a route: what a route refuses is counted, and a refusal is cheap.
    app.addHook('onRequest', app.rateLimit());
  },
  { name: 'client-rate-limit' },
);
