import fp from 'fastify-plugin';
import type { Clock } from '../ports/system.ts';
import type { FreshSession } from '../sessions/fresh-session.ts';
import { setSessionCookie } from './cookies.ts';

export interface RenewedCookieDeps {
  readonly freshSession: Pick<FreshSession, 'renewalOf'>;
  readonly clock: Clock;
}

/**
 * Sets `host_session` again whenever a request refreshed the token of its session, which moves the end of the
 * session (decision S13). Whatever the request was for: otherwise the browser would drop the cookie too early.
 */
export const renewedCookie = fp<RenewedCookieDeps>(
  async (app, { freshSession, clock }) => {
    app.addHook('onSend', async ({ caller }, reply) => {
      if (caller === null || caller.via !== 'cookie') return;
      const renewed = freshSession.renewalOf(caller.session);
      if (renewed === null || renewed.expiresAt.getTime() === caller.session.expiresAt.getTime()) return;
      setSessionCookie(reply, caller.id, renewed.expiresAt, clock.now());
    });
  },
  { name: 'renewed-cookie' },
);
