import { errorCodes, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isWithinJsonBounds } from '../../lib/bounds/json-bounds.ts';
import { BODIES_REFUSED_RETRY_SECONDS, JSON_BODIES, JSON_BODY_BOUNDS } from '../../lib/limits/requests.ts';
import { type BodyRefusal, createBodyReader } from './read-body.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws the error for the client. */
    readBody(request: FastifyRequest): Promise<Buffer>;
  }
}

/** All routes share one memory budget. */
export const jsonBodies = fp(
  async (app) => {
    const readWithin = createBodyReader(JSON_BODIES);
    const readBody = async (request: FastifyRequest): Promise<Buffer> => {
      const body = await readWithin(request, request.routeOptions.bodyLimit);
      if (!body.ok) throw errorOf(body.refusal);
      return body.value;
    };
    app.decorate('readBody', readBody);
    app.decorateRequest('releaseBody', null);
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.releaseBody?.();
      done(null, payload);
    });

    const parse = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', (request, _payload, done) => {
      readBody(request).then((body) => {
        if (!isWithinJsonBounds(body, JSON_BODY_BOUNDS)) return done(errorOf('too-large'));
        parse(request, body.toString('utf8'), done);
      }, done);
    });
  },
  { name: 'json-bodies' },
);

function errorOf(refusal: BodyRefusal): Error {
  if (refusal === 'too-large') return errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  if (refusal === 'too-slow')
    return Object.assign(new Error('body too slow'), { statusCode: 408, code: 'BODY_TOO_SLOW' });
  const seconds = BODIES_REFUSED_RETRY_SECONDS;
  return Object.assign(new Error(`Too many requests. Please try again in ${seconds} seconds.`), {
    statusCode: 429,
    retryAfterSeconds: seconds,
  });
}
