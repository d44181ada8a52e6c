import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SlowReader {
  readonly socket: Socket;
  /** Resolves with the status line's code, 0 without one. */
  readonly status: Promise<number>;
  /** Reads on; resolves with all that came when the connection has ended. */
  readonly rest: () => Promise<string>;
}

/** Asks for a file and reads its beginning only. */
export function readSlowly(url: string, path: string, headers: Readonly<Record<string, string>>): SlowReader {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers });
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  let received = '';
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const status = new Promise<number>((resolve) => {
    socket.once('data', (text: string) => {
      received += text;
      socket.pause();
      socket.on('data', (more: string) => {
        received += more;
      });
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0));
    });
    void closed.then(() => resolve(0));
  });
  return {
    socket,
    status,
    rest: async () => {
      socket.resume();
      await closed;
      return received;
    },
  };
}

/** Returns true if a chunked body is complete. */
export const isWhole = (received: string): boolean => received.endsWith('0\r\n\r\n');
