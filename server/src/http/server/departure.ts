import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

const REFUSED = Symbol('refused');

const closures = new WeakMap<Socket, AbortSignal>();

/** Pipelined requests share one listener of their socket: more than ten cause a warning. */
function closeOf(socket: Socket): AbortSignal {
  const shared = closures.get(socket);
  if (shared !== undefined) return shared;
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  closures.set(socket, closed.signal);
  return closed.signal;
}

/**
 * Aborted when the response is finished, the request is refused or the client disconnects. Queued responses report no
 * disconnection, so the socket is checked too.
 */
export function departureOf({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const closed = closeOf(socket);
  const leave = () => {
    response.off('close', leave);
    response.off(REFUSED, leave);
    closed.removeEventListener('abort', leave);
    left.abort();
  };
  response.once('close', leave);
  response.once(REFUSED, leave);
  closed.addEventListener('abort', leave);
  if (response.destroyed || socket.destroyed) leave();
  return left.signal;
}

/** Aborts the signal of a refused request, whose response may wait for earlier ones on the connection. */
export function releaseRefused({ raw: response }: FastifyReply): void {
  response.emit(REFUSED);
}

export function endOfList(
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
  limitMs: number,
): AbortSignal {
  const late = new AbortController();
  const left = departureOf(request, reply);
  if (!left.aborted) {
    const timer = setTimeout(() => late.abort(), limitMs).unref();
    left.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
  return AbortSignal.any([left, stopping, late.signal]);
}
