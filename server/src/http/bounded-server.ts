import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import {
  CONNECTIONS_MAX,
  IDLE_CONNECTION_LIMIT_MS,
  REQUEST_HEADERS_LIMIT_MS,
  REQUEST_HEADERS_MAX_BYTES,
  REQUEST_LIMIT_MS,
  REQUESTS_AT_ONCE,
  REQUESTS_WAITING_MAX,
  UNREAD_ANSWER_LIMIT_MS,
} from '../domain/limits.ts';

const OPTIONS: ServerOptions = {
  maxHeaderSize: REQUEST_HEADERS_MAX_BYTES,
  headersTimeout: REQUEST_HEADERS_LIMIT_MS,
  requestTimeout: REQUEST_LIMIT_MS,
  keepAliveTimeout: IDLE_CONNECTION_LIMIT_MS,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** What is under way on a connection. */
interface Work {
  atOnce: number;
  readonly waiting: (() => void)[];
}

/**
 * An HTTP server whose memory does not depend on what its clients leave unread. A client may send requests ahead of
 * the answers: each gets its turn, a few on a connection at once, and whoever does not take the answers is cut.
 */
export function createBoundedServer(answer: RequestListener): Server {
  const works = new WeakMap<Socket, Work>();
  let waitingInAll = 0;

  const workOn = (socket: Socket): Work => {
    const known = works.get(socket);
    if (known !== undefined) return known;
    const work: Work = { atOnce: 0, waiting: [] };
    works.set(socket, work);
    socket.once('close', () => {
      waitingInAll -= work.waiting.splice(0).length;
    });
    return work;
  };

  const server = createServer(OPTIONS, (request: IncomingMessage, response) => {
    const { socket } = request;
    const work = workOn(socket);
    const begin = () => {
      work.atOnce += 1;
      response.once('close', () => {
        work.atOnce -= 1;
        const next = work.waiting.shift();
        if (next === undefined) return;
        waitingInAll -= 1;
        if (!socket.destroyed) next();
      });
      answer(request, response);
    };
    if (work.atOnce < REQUESTS_AT_ONCE) return begin();
    if (waitingInAll >= REQUESTS_WAITING_MAX) return cut(socket);
    work.waiting.push(begin);
    waitingInAll += 1;
  });

  server.maxConnections = CONNECTIONS_MAX;
  server.on('drop', () => server.closeIdleConnections());
  server.setTimeout(UNREAD_ANSWER_LIMIT_MS, (socket) => {
    // With an answer under way and nothing to take, it is the client that waits.
    if (socket.writableLength > 0 || (works.get(socket)?.atOnce ?? 0) === 0) socket.destroy();
  });
  return server;
}

/**
 * Closes a connection in the middle of what has arrived. Thousands of requests may be left in that, and each would take
 * memory until the connection is gone; taken for the beginning of another protocol (2), the rest is not looked at. The
 * parser is no documented part of a socket: were it gone, the connection would be closed all the same.
 */
function cut(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}
