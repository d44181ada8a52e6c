import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../../domain/loopback.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the service's own address is http, and of this machine. */
    isPlainLoopback: boolean;
  }
}

// The code host sends people back from its own site, so the CSRF cookies have to travel cross-site.
const AS_SPECIFIED = {
  session: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
  flow: { httpOnly: true, secure: true, sameSite: 'none', path: '/' },
} as const;
// Without `Secure`, there is no `None`; `Lax` travels with the redirect back, which opens a page.
const WITHOUT_SECURE = {
  session: { httpOnly: true, secure: false, sameSite: 'lax', path: '/' },
  flow: { httpOnly: true, secure: false, sameSite: 'lax', path: '/' },
} as const;

/** Notes for the cookies of all routes whether the service runs at an http address of this machine. */
export function decorateWithAddress(app: FastifyInstance, { protocol, hostname }: URL): void {
  app.decorate('isPlainLoopback', protocol === 'http:' && isLoopback(hostname));
}

/**
 * Attributes of the cookies for one browser: those of the specification, but for WebKit at an http address of this machine,
 * where it stores no `Secure` cookie (decision 0121).
 */
export const cookieAttributes = ({ server, headers }: FastifyRequest) =>
  server.isPlainLoopback && isWebKit(headers['user-agent'] ?? '') ? WITHOUT_SECURE : AS_SPECIFIED;

/** Browsers on Blink carry WebKit's name with the number it had when they left it, and one of these besides. */
const OF_BLINK = /AppleWebKit\/537\.36\b|Chrom(e|ium)\/|Android|Edge\//;

/** Whether a browser is built on WebKit: Safari, WebKitGTK, and every browser on iOS. */
export const isWebKit = (userAgent: string): boolean => userAgent.includes('AppleWebKit/') && !OF_BLINK.test(userAgent);
