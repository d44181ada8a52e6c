import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../lib/loopback.ts';

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
export const cookieAttributes = ({ server, headers }: FastifyRequest) =>
  server.isPlainLoopback && isWebKit(headers['user-agent'] ?? '') ? WITHOUT_SECURE : AS_SPECIFIED;

/** Blink browsers also contain WebKit's name, with its last shared version. */
const OF_BLINK = /AppleWebKit\/537\.36\b|Chrom(e|ium)\/|Android|Edge\//;

/** Safari, WebKitGTK and all iOS browsers. */
export const isWebKit = (userAgent: string): boolean => userAgent.includes('AppleWebKit/') && !OF_BLINK.test(userAgent);
