import { createHmac } from 'node:crypto';
import fastify, { LogController } from 'fastify';
import { repeatedAnswer } from './answer.ts';
import { prepareSessionQuery } from './session-query.ts';

/**
 * The service's framework with nothing else: sends the same bytes. With `DATABASE_URL`, after the service's own query for a
 * session; with `SECRET`, after it hashed and parsed the body; with `LOG`, with one line of its log for each answer.
 */
const { status, headers, bytes } = repeatedAnswer();
const { DATABASE_URL: url, SECRET: secret, LOG: log, PORT: port } = process.env;
const hasSession = url === undefined ? null : await prepareSessionQuery(url);
const app = fastify({ logger: log !== undefined, logController: new LogController({ disableRequestLogging: true }) });
if (log !== undefined) {
  app.addHook('onResponse', async ({ id, method, routeOptions }, { statusCode, elapsedTime }) =>
    app.log.info(
      { reqId: id, method, route: routeOptions.url, status: statusCode, ms: elapsedTime },
      'request answered',
    ),
  );
}
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.all('/*', async (request, reply) => {
  if (hasSession !== null && !(await hasSession(request.headers.authorization))) return reply.code(401).send();
  if (secret !== undefined && !isRight(request.headers['x-hub-signature-256'], request.body, secret)) {
    return reply.code(403).send();
  }
  return reply.code(status).headers(headers).send(bytes);
});
await app.listen({ port: Number(port), host: '127.0.0.1' });

function isRight(signature: unknown, body: unknown, key: string): boolean {
  if (!Buffer.isBuffer(body)) return false;
  JSON.parse(body.toString('utf8'));
  return signature === `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}
