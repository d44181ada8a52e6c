import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A door to the database that can be held shut: connections stay open and nothing passes. */
export async function stallingDoor(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    for (const [socket, other] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => other.write(bytes));
      if (stalled) socket.pause();
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no port');
  const through = new URL(url);
  through.port = `${address.port}`;
  return {
    url: through.href,
    /** Stalls the connections there are; new ones pass. */
    stallOpenOnes: (): void => {
      for (const socket of sockets) socket.pause();
    },
    stall: (value: boolean): void => {
      stalled = value;
      for (const socket of sockets) stalled ? socket.pause() : socket.resume();
    },
  };
}
