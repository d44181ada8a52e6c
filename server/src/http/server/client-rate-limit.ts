import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { Allowance } from '../../domain/bounds/allowance.ts';
import type { Observations } from '../../ports/operators/observations.ts';

export interface ClientRateLimitOptions {
  /** Of client addresses; null for no limit. */
  readonly allowance: Allowance | null;
  readonly observations: Pick<Observations, 'noteRefusal'>;
}

const NOT_TOLD = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** The allowance decides; its answer is told in the words of the library, which compares it with this. */
const MAX = 1;

/** Answers 429 with `Retry-After` to a client address that asks too often (decision W2). */
export const clientRateLimit = fp<ClientRateLimitOptions>(
  async (app, { allowance, observations }) => {
    if (allowance === null) return;
    await app.register(rateLimit, {
      global: false,
      max: MAX,
      store: storeOf(allowance),
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

/** The library makes its store itself, of a class. */
function storeOf(allowance: Allowance): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(key: string, tell: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const waitMs = allowance(key);
      tell(null, waitMs === null ? ALLOWED : { current: MAX + 1, ttl: waitMs });
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

const ALLOWED = { current: 0, ttl: 0 };
