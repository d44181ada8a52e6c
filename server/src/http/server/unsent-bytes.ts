import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that a connection holds until its client takes them; answers behind others are not on it yet. */
export function unsentBytesOf(socket: Socket, responses: Iterable<ServerResponse>): number {
  let bytes = socket.writableLength;
  for (const response of responses) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}

/** The connections to close so that the others hold no more than that: those that hold the most. */
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
