import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/service/ports.ts';

/** A bare server for answers that no code host gives, and for addresses that nobody may ever call. */
export interface LoopbackServer {
  readonly url: string;
  connections(): number;
  hits(): number;
}

/** Starts a server that lives as long as the test. */
export async function startLoopback(answer: RequestListener): Promise<LoopbackServer> {
  let hits = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    hits += 1;
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, hits: () => hits };
}

/** An address where nobody listens. */
export const closedAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
