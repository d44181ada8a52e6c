import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fp from 'fastify-plugin';
import helmet from 'helmet';

/** Inline style of the design system for screen readers. */
const LIVE_REGION_STYLE = "'sha256-DTxLo/p0U68OvQ0C/ZBm32x0lyr7xl7Dd6LHwBsg7sc='";

interface SecurityHeadersOptions {
  readonly baseUrl: URL;
  /** Origin for avatars. */
  readonly codeHostOrigin: string;
}

/** Security headers, a strict content security policy and `no-store` by default (decision W5). */
export const securityHeaders = fp<SecurityHeadersOptions>(
  async (app, options) => {
    const headers = { ...helmetHeaders(options), 'cache-control': 'no-store' };
    // `/%61pi` and `http://host/api` also reach the API, so paths are not compared.
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers);
      done();
    });
  },
  { name: 'security-headers' },
);

function helmetHeaders({ baseUrl, codeHostOrigin }: SecurityHeadersOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", LIVE_REGION_STYLE],
        imgSrc: ["'self'", 'data:', 'https:', codeHostOrigin],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: baseUrl.protocol === 'https:' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
  set(request, response, () => {});
  return response.getHeaders();
}
