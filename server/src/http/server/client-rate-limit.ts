import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Allowance } from '../../domain/bounds/allowance.ts';
import type { Observations } from '../../ports/operators/observations.ts';
import { sessionKeyOf } from '../../security/secrets.ts';
import type { KnownSessions } from '../../sessions/known-sessions.ts';
import { credentialOf } from '../session/session-guard.ts';

/** By whom requests are counted. */
const CLIENTS = ['client-address', 'person'] as const;
type Client = (typeof CLIENTS)[number];

export interface ClientRateLimitOptions {
  /** Of client addresses, and of people in all their sessions; null for no limit. */
  readonly allowances: Readonly<Record<Client, Allowance>> | null;
  readonly knownSessions: Pick<KnownSessions, 'personOf' | 'prove'>;
  readonly observations: Pick<Observations, 'noteRefusal'>;
}

const HIDDEN = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** The allowance decides; its answer is told in the words of the library, which compares it with this. */
const MAX = 1;

/**
 * Answers 429 with `Retry-After` to a client that asks too often (decision W2). Requests with a session are counted for its
 * person, all others for their address, so that nobody behind an address uses up what signed-in people there have.
 */
export const clientRateLimit = fp<ClientRateLimitOptions>(
  async (app, { allowances, knownSessions, observations }) => {
    if (allowances === null) return;

    /** An unknown session ID counts for the address while that has some left; then it has to prove itself. */
    const clientOf = async (request: FastifyRequest): Promise<string> => {
      const address = `client-address ${request.ip}`;
      const id = credentialOf(request)?.id ?? null;
      if (id === null) return address;
      const key = sessionKeyOf(id);
      let person = knownSessions.personOf(key);
      if (person === null && allowances['client-address'].waitMs(request.ip) !== null) {
        person = await knownSessions.prove(key);
      }
      return person === null ? address : `person ${person}`;
    };

    await app.register(rateLimit, {
      global: false,
      max: MAX,
      keyGenerator: clientOf,
      store: storeOf(allowances),
      onExceeded: (_request, name) => observations.noteRefusal(partsOf(name).client),
      addHeadersOnExceeding: HIDDEN,
      addHeaders: { ...HIDDEN, 'retry-after': true },
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

/** What a name says by whom it is counted, and under which key. */
function partsOf(name: string): { readonly client: Client; readonly key: string } {
  const client = CLIENTS.find((one) => name.startsWith(`${one} `)) ?? 'client-address';
  return { client, key: name.slice(client.length + 1) };
}

/** The library makes its store itself, of a class. */
function storeOf(allowances: Readonly<Record<Client, Allowance>>): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(name: string, tell: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const { client, key } = partsOf(name);
      const waitMs = allowances[client](key);
      tell(null, waitMs === null ? ALLOWED : { current: MAX + 1, ttl: waitMs });
    }

    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

const ALLOWED = { current: 0, ttl: 0 };
