import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { SELF_SIGNED } from '../self-signed.ts';

/** A server of the test's own, for what is no code host and no orgdesk. */
export async function serverFor(answer: RequestListener, secure = false): Promise<string> {
  const server = secure ? createSecureServer(SELF_SIGNED, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that answers everything with this status. */
export const answering =
  (status: number): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end();
