import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Allowance } from '../../domain/bounds/allowance.ts';
import { clientNetworkOf } from '../../domain/client-network.ts';
import type { Observations } from '../../ports/operators/observations.ts';
import { sessionKeyOf } from '../../security/secrets.ts';
import type { KnownSessions } from '../../sessions/known-sessions.ts';
import { credentialOf } from '../session/session-guard.ts';

const CLIENTS = ['client-address', 'person'] as const;
type Client = (typeof CLIENTS)[number];

export interface ClientRateLimitOptions {
  /** Null disables the limit. */
  readonly allowances: Readonly<Record<Client, Allowance>> | null;
  readonly knownSessions: Pick<KnownSessions, 'personOf' | 'prove'>;
  readonly observations: Pick<Observations, 'noteRefusal'>;
}

const HIDDEN = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
/** The library compares this with the allowance. */
const MAX = 1;

/**
 * Decision W2. Requests with a session count for its user, all others for their address, so that they cannot exhaust
 * the limit of signed-in users.
 */
export const clientRateLimit = fp<ClientRateLimitOptions>(
  async (app, { allowances, knownSessions, observations }) => {
    if (allowances === null) return;

    /** An unknown session counts for the address until its limit is reached; only then is the session read. */
    const clientOf = async (request: FastifyRequest): Promise<string> => {
      const network = clientNetworkOf(request.ip);
      const address = `client-address ${network}`;
      const id = credentialOf(request)?.id ?? null;
      if (id === null) return address;
      const key = sessionKeyOf(id);
      let person = knownSessions.personOf(key);
      if (person === null && allowances['client-address'].waitMs(network) !== null) {
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
    // Runs before the hooks of routes, so that refused requests count too.
    app.addHook('onRequest', app.rateLimit());
  },
  { name: 'client-rate-limit' },
);

function partsOf(name: string): { readonly client: Client; readonly key: string } {
  const client = CLIENTS.find((one) => name.startsWith(`${one} `)) ?? 'client-address';
  return { client, key: name.slice(client.length + 1) };
}

/** The library requires a class. */
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
