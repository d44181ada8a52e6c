import fp from 'fastify-plugin';

/** What a measurement of one answered request needs. `route` is the pattern, never the address. */
export type RequestObserver = (observation: {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}) => void;

export interface AccessLogOptions {
  readonly observe: RequestObserver | null;
}

const QUIET: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** One line for each answered request. It names the route, never the address: queries carry codes and state. */
export const accessLog = fp<AccessLogOptions>(
  async (app, { observe }) => {
    // Its fields hold nothing that has to be removed, and looking for that costs more than the line.
    const log = app.log.child({}, { redact: [] });
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.statusCode;
      const line = { reqId: request.id, method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10 };
      if (QUIET.has(route)) log.debug(line, 'request answered');
      else log.info(line, 'request answered');
      observe?.({ method, route, status, seconds: reply.elapsedTime / 1000 });
      done();
    });
  },
  { name: 'access-log' },
);
