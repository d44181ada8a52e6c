import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Aborted when whoever waits for the answer has gone, or has it. An answer that never had its turn on its connection is
 * not told that this is gone, so the connection is asked as well.
 */
export function departureOf({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = () => {
    response.off('close', leave);
    socket.off('close', leave);
    left.abort();
  };
  response.once('close', leave);
  socket.once('close', leave);
  if (response.destroyed || socket.destroyed) leave();
  return left.signal;
}
