import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Target of requests for a host, with a path prefix. */
export interface Behind {
  readonly url: string;
  readonly below?: string;
}

const file = (name: string) => new URL(name, import.meta.url);

/** Certificate of hosts that exist only in tests, for `NODE_EXTRA_CA_CERTS`. Valid for a century. */
export const CERTIFICATE_FILE = fileURLToPath(file('certificate.pem'));

/**
 * Proxies host names over https to services on local ports, for clients configured to use it. Other hosts do not
 * exist.
 */
export async function openFront(hosts: Readonly<Record<string, Behind>>) {
  const secure = createSecureServer(
    { cert: readFileSync(CERTIFICATE_FILE), key: readFileSync(file('key.pem')) },
    (incoming, outgoing) => {
      const behind = hosts[incoming.headers.host ?? ''];
      if (behind === undefined) outgoing.writeHead(421).end();
      else pass(incoming, outgoing, new URL(`${behind.below ?? ''}${incoming.url}`, behind.url));
    },
  );
  // Requests to this machine arrive here too, with an absolute URL.
  const proxy = createServer((incoming, outgoing) => pass(incoming, outgoing, new URL(incoming.url ?? '/')));
  proxy.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    const [host = ''] = url.split(':');
    if (hosts[host] === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const inside = connect(portOf(secure), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(inside).pipe(socket);
    });
    inside.on('error', () => socket.destroy());
    socket.on('error', () => inside.destroy());
  });
  for (const server of [secure, proxy]) await listening(server);
  return {
    proxy: `http://127.0.0.1:${portOf(proxy)}`,
    async close(): Promise<void> {
      for (const server of [proxy, secure]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: URL): void {
  const inner = request(to, { method: incoming.method, headers: incoming.headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  inner.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => inner.destroy());
  incoming.pipe(inner);
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
