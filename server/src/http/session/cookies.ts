import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionId } from '../../lib/crypto/credentials.ts';
import { CSRF_COOKIE_LIFETIME_SECONDS } from '../../lib/limits/sessions.ts';
import { cookieAttributes } from './cookie-attributes.ts';

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
