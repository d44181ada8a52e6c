import fp from 'fastify-plugin';

/**
 * While the service closes, every answer is the last one on its connection.
 *
 * Otherwise a client that keeps its connection keeps the process, for as long as connections may be idle.
 */
export const drain = fp(
  async (app) => {
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });
    app.addHook('onSend', async (_request, reply) => {
      if (isClosing) reply.header('Connection', 'close');
    });
    app.addHook('onResponse', async () => {
      // An answer that had begun before could not say so; its connection is idle a moment after this.
      if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    });
  },
  { name: 'drain' },
);
