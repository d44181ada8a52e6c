import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Queued responses are not part of the socket yet. */
export function unsentBytesOf(socket: Socket, answers: Iterable<{ readonly response: ServerResponse }>): number {
  let bytes = socket.writableLength;
  for (const { response } of answers) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}

/** Largest first, until the rest fits. */
export function holdingMost(held: readonly (readonly [Socket, bytes: number])[], maxBytes: number): readonly Socket[] {
  let left = held.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (left <= maxBytes) return [];
  const closed: Socket[] = [];
  for (const [socket, bytes] of held.toSorted(([, a], [, b]) => b - a)) {
    if (left <= maxBytes) break;
    left -= bytes;
    closed.push(socket);
  }
  return closed;
}
