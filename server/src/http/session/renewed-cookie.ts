import fp from 'fastify-plugin';
import { wasRefreshed } from '../../domain/session.ts';
import type { Clock } from '../../ports/system.ts';
import type { FreshSession } from '../../sessions/fresh-session.ts';
import { setSessionCookie } from './cookies.ts';

export interface RenewedCookieDeps {
  readonly freshSession: Pick<FreshSession, 'renewalOf'>;
  readonly clock: Clock;
}

/**
 * Sets `host_session` again for a session that was ever refreshed, whenever a request looks at its token (decision S18).
 *
 * A refresh moves the end of the session, and nobody knows whether the browser was told: the one who refreshed may have
 * been a bearer client, the callback of an installation, or a request whose answer was lost.
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
