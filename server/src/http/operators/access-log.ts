import fp from 'fastify-plugin';
import { type DestinationStream, type Logger, symbols } from 'pino';
import { withoutCredentials } from '../../lib/crypto/credential-shapes.ts';
import { OPERATOR_ADDRESSES } from './health.ts';

export interface AccessLogOptions {
  readonly log: Logger;
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields are JSON values; the message needs no escapes. */
    logged: { readonly fields: object; readonly message: string } | null;
  }
}

const ANSWERED = 'request answered';

/**
 * Logs each request with the ID sent in `X-Request-Id`. Logs the route pattern, because URLs contain codes and state.
 */
export const accessLog = fp<AccessLogOptions>(
  async (app, { log, observeRequest }) => {
    // No field needs redaction.
    const lines = log.child({}, { redact: [] });
    const stream = (lines as unknown as Readonly<Record<symbol, DestinationStream>>)[symbols.streamSym];
    app.decorateRequest('logged', null);
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('X-Request-Id', request.id);
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const { id: reqId, method, logged } = request;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.statusCode;
      const organization = organizationIn(request.params);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      if (OPERATOR_ADDRESSES.has(route)) lines.debug({ reqId, method, route, status, ms }, ANSWERED);
      else if (lines.isLevelEnabled('info')) {
        const fields = logged?.fields ?? (organization === null ? {} : { organization });
        // No other value needs escapes.
        stream?.write(
          `{"level":"info","time":"${new Date().toISOString()}","reqId":"${reqId}","method":"${method}","route":"${route}",${membersOf(fields)}"status":${status},"ms":${ms},"msg":"${logged?.message ?? ANSWERED}"}\n`,
        );
      }
      observeRequest?.({ method, route, status, seconds: reply.elapsedTime / 1000 });
      done();
    });
  },
  { name: 'access-log' },
);

/** As they stand in an object before further members. */
function membersOf(fields: object): string {
  const text = JSON.stringify(fields);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/** No other text from the URL is logged. */
const ORGANIZATION = /^[\w-]{1,39}$/;

function organizationIn(params: unknown): string | null {
  const { login } = (params ?? {}) as { readonly login?: unknown };
  return typeof login === 'string' && ORGANIZATION.test(login) && withoutCredentials(login, '') === login
    ? login
    : null;
}
