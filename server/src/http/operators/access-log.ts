import fp from 'fastify-plugin';
import { withoutCredentials } from '../../security/credential-shapes.ts';

export interface AccessLogOptions {
  /** Told of every answered request; null when nobody measures. `route` is the pattern, never the address. */
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
 * One line for each answered request, which its answer names in `X-Request-Id`. It names the route and the organization,
 * never the address: queries carry codes and state.
 */
export const accessLog = fp<AccessLogOptions>(
  async (app, { observeRequest }) => {
    // Its fields hold nothing that has to be removed, and looking for that costs more than the line.
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

/** A login or a number as a code host makes them; nothing else from an address gets into the log. */
const ORGANIZATION = /^[\w-]{1,39}$/;

/** The organization that an address names; null when it names none. */
function organizationIn(params: unknown): string | null {
  const { login } = (params ?? {}) as { readonly login?: unknown };
  return typeof login === 'string' && ORGANIZATION.test(login) && withoutCredentials(login, '') === login
    ? login
    : null;
}
