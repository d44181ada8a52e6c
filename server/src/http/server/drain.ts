import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fp from 'fastify-plugin';
import { Bag } from '../../lib/bounds.ts';
import { UNFINISHED_REQUEST_LIMIT_MS } from '../../lib/limits/operate.ts';

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
