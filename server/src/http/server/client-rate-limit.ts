import fp from 'fastify-plugin';
import type { Runtime } from '../../domain/runtime.ts';
import type { Allowance } from '../../lib/bounds.ts';
import { clientNetworkOf } from '../../lib/client-network.ts';
import type { Sessions } from '../../sessions/services.ts';
import { credentialOf } from '../session-guard.ts';

type Client = 'client-address' | 'person';

declare module 'fastify' {
  interface FastifyContextConfig {
    endsSessions?: boolean;
  }
}

interface ClientRateLimitOptions {
  /** Null disables the limit. */
  readonly allowances: Readonly<Record<Client | 'session-end', Allowance>> | null;
  readonly runtime: Runtime;
  readonly sessions: Sessions;
}

/**
 * Decision W2. Requests with a session count for its user, all others for their address, so that they cannot exhaust
 * the limit of signed-in users.
 */
export const clientRateLimit = fp<ClientRateLimitOptions>(
  async (app, { allowances, runtime, sessions }) => {
    if (allowances === null) return;

    const refusalOf = (client: Client, key: string): Error | undefined => {
      const waitMs = allowances[client](key);
      if (waitMs === null) return undefined;
      runtime.observations.noteRefusal(client);
      const seconds = Math.ceil(waitMs / 1000);
      return Object.assign(new Error(`Too many requests. Please try again in ${seconds} seconds.`), {
        statusCode: 429,
        retryAfterSeconds: seconds,
      });
    };

    // Runs before the hooks of routes, so that refused requests count too.
    app.addHook('onRequest', (request, _reply, done) => {
      const network = clientNetworkOf(request.ip);
      const key = credentialOf(request)?.key ?? null;
      const endsSessions = request.routeOptions.config.endsSessions === true;
      const refused = (person: number | null): Error | undefined => {
        if (person === null) return refusalOf('client-address', network);
        if (key !== null && endsSessions && allowances['session-end'](key) === null) return undefined;
        return refusalOf('person', String(person));
      };
      const person = key === null ? null : sessions.known.personOf(key);
      // Unknown sessions are read only when the address is at its limit.
      if (key === null || person !== null || allowances['client-address'].waitMs(network) === null)
        done(refused(person));
      else sessions.known.prove(key).then((proven) => done(refused(proven)), done);
    });
  },
  { name: 'client-rate-limit' },
);
