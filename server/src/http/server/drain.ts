import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fp from 'fastify-plugin';
import { UNFINISHED_REQUEST_LIMIT_MS } from '../../domain/limits/process.ts';

export interface DrainOptions {
  /** Aborted when the service was told to stop: it still serves, but nobody should stay. */
  readonly stopping: AbortSignal;
}

/**
 * From the signal to stop on, every answer is the last one on its connection. While the service closes, a request that
 * goes on arriving is cut off soon.
 *
 * Otherwise a client that keeps its connection, or its request half sent, keeps the process.
 */
export const drain = fp<DrainOptions>(
  async (app, { stopping }) => {
    let isClosing = false;
    const connections = new Set<Socket>();
    const unanswered = new Set<IncomingMessage>();
    app.server.on('connection', (socket: Socket) => {
      connections.add(socket);
      socket.once('close', () => connections.delete(socket));
    });
    // One listener for all requests: one of its own for each takes a twentieth of the time for a session read.
    const forget = function (this: ServerResponse): void {
      unanswered.delete(this.req);
    };
    app.addHook('onRequest', ({ raw }, reply, done) => {
      unanswered.add(raw);
      reply.raw.on('close', forget);
      done();
    });

    app.addHook('preClose', async () => {
      isClosing = true;
      setTimeout(() => {
        const waiting = new Set([...unanswered].filter(({ complete }) => complete).map(({ socket }) => socket));
        for (const socket of [...connections, ...[...unanswered].map((request) => request.socket)]) {
          if (!waiting.has(socket)) socket.destroy();
        }
      }, UNFINISHED_REQUEST_LIMIT_MS).unref();
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isClosing || stopping.aborted) reply.header('Connection', 'close');
      done(null, payload);
    });
    app.addHook('onResponse', (_request, _reply, done) => {
      // An answer that had begun before could not say so; its connection is idle a moment after this.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections());
      done();
    });
  },
  { name: 'drain' },
);
