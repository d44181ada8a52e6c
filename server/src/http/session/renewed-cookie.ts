import fp from 'fastify-plugin';
import type { Runtime } from '../../domain/runtime.ts';
import { wasRefreshed } from '../../domain/session.ts';
import type { Sessions } from '../../sessions/services.ts';
import { setSessionCookie } from './cookies.ts';

/**
 * Sets `host_session` again for refreshed sessions (decision S18): a refresh changes the session's end, and the browser
 * may not know it.
 */
export const renewedCookie = fp<{ readonly runtime: Runtime; readonly sessions: Sessions }>(
  async (app, { runtime, sessions }) => {
    app.addHook('onSend', ({ caller }, reply, payload, done) => {
      const session = caller?.via === 'cookie' ? sessions.fresh.renewalOf(caller.session) : null;
      if (caller !== null && session !== null && wasRefreshed(session))
        setSessionCookie(reply, caller.id, session.expiresAt, runtime.clock.now());
      done(null, payload);
    });
  },
  { name: 'renewed-cookie' },
);
