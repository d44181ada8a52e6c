import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address of a database behind which another server can be put, or nothing at all. */
export interface Door {
  readonly url: string;
  /** New connections lead to another server; those there are stay where they lead. */
  leadTo(url: string): void;
  /** While shut, connections are accepted and stay open, and nothing passes: what is sent is lost in silence. */
  shut(value: boolean): void;
  close(): void;
}

/** Opens a door in front of a server. */
export async function openDoor(url: string): Promise<Door> {
  let target = new URL(url);
  let isShut = false;
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(Number(target.port), target.hostname);
    for (const [socket, end] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          end.destroy();
        });
      socket.on('data', (bytes) => end.write(bytes));
      if (isShut) socket.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the door has no port');
  const through = new URL(url);
  through.port = String(address.port);
  return {
    url: through.href,
    leadTo: (next) => {
      target = new URL(next);
    },
    shut: (value) => {
      isShut = value;
      for (const socket of sockets) value ? socket.pause() : socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
