import type { FastifyReply, FastifyRequest } from 'fastify';
import { CSRF_COOKIE_LIFETIME_SECONDS } from '../../domain/limits/sessions.ts';
import type { SessionId } from '../../domain/session.ts';
import { cookieAttributes } from './cookie-attributes.ts';

export const SESSION_COOKIE = 'host_session';
export const AUTH_CSRF_COOKIE = 'host_auth_csrf';
export const INSTALL_CSRF_COOKIE = 'host_install_csrf';

type CsrfCookie = typeof AUTH_CSRF_COOKIE | typeof INSTALL_CSRF_COOKIE;

/** Sets `host_session` for the time the session has left. Specification: Cookies. */
export function setSessionCookie(reply: FastifyReply, id: SessionId, expiresAt: Date, now: Date): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  reply.setCookie(SESSION_COOKIE, id, { ...cookieAttributes(reply.request).session, maxAge });
}

/**
 * Sets the CSRF cookie of a flow; a former one is overwritten, so the flow started last can be finished.
 *
 * Does nothing for a request that cannot begin one (decision S19), so that a picture on another site's page breaks no
 * flow under way.
 */
export function setCsrfCookie(reply: FastifyReply, name: CsrfCookie, csrf: string): void {
  if (!mayBeginFlow(reply.request)) return;
  reply.setCookie(name, csrf, { ...cookieAttributes(reply.request).flow, maxAge: CSRF_COOKIE_LIFETIME_SECONDS });
}

export function clearCsrfCookie(reply: FastifyReply, name: CsrfCookie): void {
  reply.setCookie(name, '', { ...cookieAttributes(reply.request).flow, maxAge: 0 });
}

/** Clears every cookie the service sets. */
export function clearAllCookies(reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, '', { ...cookieAttributes(reply.request).session, maxAge: 0 });
  clearCsrfCookie(reply, AUTH_CSRF_COOKIE);
  clearCsrfCookie(reply, INSTALL_CSRF_COOKIE);
}

/**
 * Every value the request carries under a cookie name, in the order sent.
 *
 * A sibling site on the same domain can add a second cookie of the same name. Callers choose what that
 * means: a CSRF check accepts any match, the session is named by the first.
 */
export function cookieValues(request: FastifyRequest, name: string): readonly string[] {
  const header = request.headers.cookie ?? '';
  const prefix = `${name}=`;
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}

/** A page that a browser opens, a call that no other site's page makes, or a client that does not say. */
function mayBeginFlow({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-dest': destination, 'sec-fetch-site': site } = headers;
  if (destination === undefined || destination === 'document') return true;
  return destination === 'empty' && (site === 'same-origin' || site === 'none');
}
