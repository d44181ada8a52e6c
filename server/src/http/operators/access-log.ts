import fp from 'fastify-plugin';

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
 * One line for each answered request, which its answer names in `X-Request-Id`. It names the route, never the address:
 * queries carry codes and state.
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
      const line = { reqId: request.id, method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10 };
      if (QUIET.has(route)) log.debug(line, 'request answered');
      else log.info(line, 'request answered');
      observeRequest?.({ method, route, status, seconds: reply.elapsedTime / 1000 });
      done();
    });
  },
  { name: 'access-log' },
);
