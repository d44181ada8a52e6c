import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** The address of something that listens until the test has ended. */
export async function serviceThat(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes as long as somebody reads. */
export async function writeEndlessly(response: ServerResponse, piece: string, everyMs = 0): Promise<void> {
  let goOn = () => {};
  response.on('drain', () => goOn()).on('close', () => goOn());
  while (!response.destroyed) {
    const { promise, resolve } = Promise.withResolvers<void>();
    goOn = resolve;
    if (!response.write(piece)) await promise;
    await delay(everyMs);
  }
}
