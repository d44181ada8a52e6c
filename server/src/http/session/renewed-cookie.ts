import fp from 'fastify-plugin';
import { wasRefreshed } from '../../domain/session.ts';
import type { Clock } from '../../lib/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { setSessionCookie } from './cookies.ts';

export interface RenewedCookieDeps {
  readonly freshSession: Pick<FreshSession, 'renewalOf'>;
  readonly clock: Clock;
}

/**
 * Sets `host_session` again for refreshed sessions (decision S18): a refresh changes the session's end, and the browser
 * may not know it.
 */
export const renewedCookie = fp<RenewedCookieDeps>(
  async (app, { freshSession, clock }) => {
    app.addHook('onSend', ({ caller }, reply, payload, done) => {
      const session = caller?.via === 'cookie' ? freshSession.renewalOf(caller.session) : null;
      if (caller !== null && session !== null && wasRefreshed(session))
        setSessionCookie(reply, caller.id, session.expiresAt, clock.now());
      done(null, payload);
    });
  },
  { name: 'renewed-cookie' },
);
