import { createServer, type IncomingHttpHeaders, type RequestListener, request as send } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SELF_SIGNED } from '../self-signed.ts';

/** A server of the test's own, for what is no code host and no orgdesk. */
export async function serverFor(
  answer: RequestListener,
  certificate: typeof SELF_SIGNED | null = null,
): Promise<string> {
  const server = certificate === null ? createServer(answer) : createSecureServer(certificate, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${certificate === null ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers everything with this status. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);

/** The port of a server that accepts connections and does this with them. */
export async function socketServer(accept: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    accept(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export interface Forwarding {
  readonly request?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  readonly response?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** A reverse proxy on this machine that passes on everything to a port, but changes headers. */
export const forwarding =
  (port: number, { request: changed = (same) => same, response: changedBack = (same) => same }: Forwarding) =>
  (...[request, response]: Parameters<RequestListener>): void => {
    const { method, url: path } = request;
    const headers = changed(request.headers);
    // A kept connection may be closed by the service meanwhile.
    const passed = send({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, changedBack(answer.headers));
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };

export const without =
  (name: string) =>
  ({ [name]: _, ...others }: IncomingHttpHeaders): IncomingHttpHeaders =>
    others;
