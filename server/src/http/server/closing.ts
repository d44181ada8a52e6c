import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { Bag } from '../../lib/bounds.ts';
import {
  REFUSED_BODIES_BYTES_PER_SECOND,
  REFUSED_BODY_LIMIT_MS,
  REFUSED_BODY_MAX_BYTES,
  REFUSED_BODY_PAUSE_BYTES,
  REFUSED_BODY_PROGRESS,
} from '../../lib/limits/http.ts';
import { UNFINISHED_REQUEST_LIMIT_MS } from '../../lib/limits/operate.ts';
import { watchProgress } from './read-body.ts';

export interface DrainOptions {
  /** Aborted at the stop signal; requests are still served. */
  readonly stopping: AbortSignal;
}

/** Closes connections after their response once stopping. During shutdown, incomplete requests are aborted soon. */
export const drain = fp<DrainOptions>(
  async (app, { stopping }) => {
    let isClosing = false;
    /** With the requests on each that have no answer yet. */
    const connections = new Map<Socket, Bag<IncomingMessage>>();
    const open = (socket: Socket): Bag<IncomingMessage> => {
      const unanswered = new Bag<IncomingMessage>();
      connections.set(socket, unanswered);
      socket.once('close', () => connections.delete(socket));
      return unanswered;
    };
    app.server.on('connection', open);
    // A shared listener saves a twentieth of the time of reading a session.
    const forget = function (this: ServerResponse): void {
      connections.get(this.req.socket)?.remove(this.req);
    };
    app.addHook('onRequest', ({ raw }, reply, done) => {
      // Fastify has a second server where `localhost` is two addresses.
      (connections.get(raw.socket) ?? open(raw.socket)).add(raw);
      reply.raw.on('close', forget);
      done();
    });

    app.addHook('preClose', async () => {
      isClosing = true;
      setTimeout(() => {
        for (const [socket, unanswered] of connections) {
          if (![...unanswered].some(({ complete }) => complete)) socket.destroy();
        }
      }, UNFINISHED_REQUEST_LIMIT_MS).unref();
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing || stopping.aborted) reply.header('Connection', 'close');
      done(null, payload);
    });
    app.addHook('onResponse', (_request, _reply, done) => {
      // Responses started earlier lack the `Connection: close` header.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections());
      done();
    });
  },
  { name: 'drain' },
);

/**
 * Lets clients read an early response: closing a connection with unread input would reset it and discard the response,
 * so the rest of the request is read and dropped for a while.
 */
export const lingeringClose = fp<{ readonly closing: AbortSignal }>(
  async (app, { closing }) => {
    const pauseMsAfter = createDropPace();
    app.addHook('onSend', ({ raw }, reply, payload: unknown, done) => {
      if (raw.complete || !hasBody(raw)) return done(null, payload);
      if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0)
        return done(null, payload);
      reply.headers({ Connection: 'close', 'Content-Length': Buffer.byteLength(payload) });
      done(null, Readable.from(lingering(payload, () => dropRest(raw, closing, pauseMsAfter))));
    });
  },
  { name: 'lingering-close' },
);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function* lingering(answer: string | Buffer, drainRequest: () => Promise<void>) {
  yield answer;
  await drainRequest();
}

type DropPace = (droppedBytes: number) => number;

/** Returns how many milliseconds to pause after dropping bytes. All connections share one speed. */
function createDropPace(): DropPace {
  let freeAt = 0;
  return (droppedBytes) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (droppedBytes / REFUSED_BODIES_BYTES_PER_SECOND) * 1_000;
    return freeAt - now;
  };
}

function dropRest(request: IncomingMessage, closing: AbortSignal, pauseMsAfter: DropPace): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    let unpaced = 0;
    const done = () => {
      stopWatching();
      clearTimeout(limit);
      closing.removeEventListener('abort', done);
      resolve();
    };
    const stopWatching = watchProgress(() => bytes, REFUSED_BODY_PROGRESS, done);
    const limit = setTimeout(done, REFUSED_BODY_LIMIT_MS);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > REFUSED_BODY_MAX_BYTES) return done();
      unpaced += chunk.length;
      if (unpaced < REFUSED_BODY_PAUSE_BYTES) return;
      request.pause();
      setTimeout(() => request.resume(), pauseMsAfter(unpaced));
      unpaced = 0;
    });
    // The client may disconnect after reading the response.
    request.on('error', () => {});
    request.once('close', done).once('end', done);
    closing.addEventListener('abort', done);
    if (request.destroyed || closing.aborted) done();
    else request.resume();
  });
}
