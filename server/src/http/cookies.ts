import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Runtime } from '../domain/runtime.ts';
import { wasRefreshed } from '../domain/session.ts';
import { CSRF_COOKIE_LIFETIME_SECONDS } from '../lib/limits/sessions.ts';
import type { SessionId } from '../lib/secrets.ts';
import { isLoopback } from '../lib/texts.ts';
import type { Sessions } from '../sessions/services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isPlainLoopback: boolean;
  }
}

// CSRF cookies are sent cross-site when the code host redirects back.
const AS_SPECIFIED = {
  session: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
  flow: { httpOnly: true, secure: true, sameSite: 'none', path: '/' },
} as const;
// `None` requires `Secure`. `Lax` cookies are sent with top-level redirects.
const WITHOUT_SECURE = {
  session: { httpOnly: true, secure: false, sameSite: 'lax', path: '/' },
  flow: { httpOnly: true, secure: false, sameSite: 'lax', path: '/' },
} as const;

export function decorateWithAddress(app: FastifyInstance, { protocol, hostname }: URL): void {
  app.decorate('isPlainLoopback', protocol === 'http:' && isLoopback(hostname));
}

/**
 * Attributes of the specification, except for WebKit with http on localhost, where it stores no `Secure` cookie
 * (decision 0121).
 */
const cookieAttributes = ({ server, headers }: FastifyRequest) =>
  server.isPlainLoopback && isWebKit(headers['user-agent'] ?? '') ? WITHOUT_SECURE : AS_SPECIFIED;

/** Blink browsers also contain WebKit's name, with its last shared version. */
const OF_BLINK = /AppleWebKit\/537\.36\b|Chrom(e|ium)\/|Android|Edge\//;

/** Safari, WebKitGTK and all iOS browsers. */
export const isWebKit = (userAgent: string): boolean => userAgent.includes('AppleWebKit/') && !OF_BLINK.test(userAgent);

export const SESSION_COOKIE = 'host_session';
export const AUTH_CSRF_COOKIE = 'host_auth_csrf';
export const INSTALL_CSRF_COOKIE = 'host_install_csrf';

type CsrfCookie = typeof AUTH_CSRF_COOKIE | typeof INSTALL_CSRF_COOKIE;

/** Lasts as long as the session. Specification: Cookies. */
export function setSessionCookie(reply: FastifyReply, id: SessionId, expiresAt: Date, now: Date): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  reply.setCookie(SESSION_COOKIE, id, { ...cookieAttributes(reply.request).session, maxAge });
}

/**
 * Replaces an earlier cookie, so that the latest flow can finish. Ignores requests that cannot start a flow, such as
 * images on other sites (decision S19).
 */
export function setCsrfCookie(reply: FastifyReply, name: CsrfCookie, csrf: string): void {
  if (!mayBeginFlow(reply.request)) return;
  reply.setCookie(name, csrf, { ...cookieAttributes(reply.request).flow, maxAge: CSRF_COOKIE_LIFETIME_SECONDS });
}

export function clearCsrfCookie(reply: FastifyReply, name: CsrfCookie): void {
  reply.setCookie(name, '', { ...cookieAttributes(reply.request).flow, maxAge: 0 });
}

export function clearAllCookies(reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, '', { ...cookieAttributes(reply.request).session, maxAge: 0 });
  clearCsrfCookie(reply, AUTH_CSRF_COOKIE);
  clearCsrfCookie(reply, INSTALL_CSRF_COOKIE);
}

/**
 * Returns all values of a cookie, in order. A sibling site can add a second one: CSRF checks accept any match, the
 * session uses the first.
 */
export function cookieValues(request: Pick<FastifyRequest, 'headers'>, name: string): readonly string[] {
  const header = request.headers.cookie ?? '';
  const prefix = `${name}=`;
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}

function mayBeginFlow({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-site': site } = headers;
  if (destination === undefined || destination === 'document') return true;
  return destination === 'empty' && (site === 'same-origin' || site === 'none');
}

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
