import fp from 'fastify-plugin';
import { withoutCredentials } from '../../security/credential-shapes.ts';

export interface AccessLogOptions {
  /** Null without metrics. `route` is the route pattern. */
  readonly observeRequest:
    | ((request: {
        readonly method: string;
        readonly route: string;
        readonly status: number;
        readonly seconds: number;
      }) => void)
    | null;
}

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Logs each request with the ID sent in `X-Request-Id`. Logs the route pattern, because URLs contain codes and state.
 */
export const accessLog = fp<AccessLogOptions>(
  async (app, { observeRequest }) => {
    // Redaction costs more than the line, whose fields need none.
    const log = app.log.child({}, { redact: [] });
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('X-Request-Id', request.id);
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.statusCode;
      const organization = organizationIn(request.params);
      const line = {
        reqId: request.id,
        method,
        route,
        ...(organization !== null && { organization }),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      };
      if (QUIET.has(route)) log.debug(line, 'request answered');
      else log.info(line, 'request answered');
      observeRequest?.({ method, route, status, seconds: reply.elapsedTime / 1000 });
      done();
    });
  },
  { name: 'access-log' },
);

/** No other text from the URL is logged. */
const ORGANIZATION = /^[\w-]{1,39}$/;

function organizationIn(params: unknown): string | null {
  const { login } = (params ?? {}) as { readonly login?: unknown };
  return typeof login === 'string' && ORGANIZATION.test(login) && withoutCredentials(login, '') === login
    ? login
    : null;
}
