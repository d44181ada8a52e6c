import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBoundedServer, type ServerBounds } from '../../src/http/server/bounded-server.ts';
import {
  CONNECTIONS_MAX,
  REQUESTS_AT_ONCE,
  REQUESTS_WAITING_MAX,
  REQUESTS_WAITING_ON_CONNECTION_MAX,
  UNREAD_ANSWER_LIMIT_MS,
} from '../../src/lib/limits/http.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const NEVER_ANSWERED = GET.replace(' / ', ' /later ');
/** More than the system keeps for two connections that nobody reads from. */
const MORE_THAN_BUFFERS = Buffer.alloc(64 * 1024 * 1024);
const REQUESTS_ON_CONNECTION = REQUESTS_AT_ONCE + REQUESTS_WAITING_ON_CONNECTION_MAX;
/** Instead of `UNREAD_ANSWER_LIMIT_MS`, from when nothing but the client is waited for. */
const SHORT_LIMIT_MS = 200;

async function listening(answer: RequestListener, bounds: Partial<ServerBounds> = {}): Promise<Server> {
  const server = createBoundedServer(answer, { unsentMaxBytes: Infinity, ...bounds });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** A connection that reads, and keeps what it has read. */
async function connected(
  server: Server,
  localAddress = '127.0.0.1',
): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, received: () => received };
}

const answersIn = (text: string): number => text.split('HTTP/1.1 200').length - 1;

describe('a connection', () => {
  test('has eight requests worked on at once, and those behind them wait for their turn', async () => {
    const begun: ServerResponse[] = [];
    const server = await listening((_request, response) => void begun.push(response));
    const { socket, received } = await connected(server);
    socket.write(GET.repeat(20));
    await expect.poll(() => begun.length).toBe(REQUESTS_AT_ONCE);

    begun[1]?.end('second');
    begun[0]?.end('first');
    await expect.poll(() => begun.length).toBe(REQUESTS_AT_ONCE + 2);
    for (let index = 2; index < 20; index += 1) {
      await expect.poll(() => begun.length).toBeGreaterThan(index);
      begun[index]?.end(`answer ${index}`);
    }
    await expect.poll(() => answersIn(received())).toBe(20);
    expect(received().indexOf('first')).toBeLessThan(received().indexOf('second'));
    expect(received().indexOf('second')).toBeLessThan(received().indexOf('answer 2'));
  });

  test('that makes more requests wait than may wait is cut, and gives its slots back', async () => {
    let seen = 0;
    const server = await listening(({ url }, response) => void (url === '/' && response.end()));
    server.prependListener('request', () => {
      seen += 1;
    });
    const greedy = await connected(server);
    const closed = once(greedy.socket, 'close');
    // All of it arrives in one piece: what is behind the one request too many is not even looked at.
    greedy.socket.write(NEVER_ANSWERED.repeat(2 * REQUESTS_ON_CONNECTION));
    await closed;
    expect(seen).toBe(REQUESTS_ON_CONNECTION + 1);

    const patient = await connected(server);
    patient.socket.write(GET.repeat(REQUESTS_ON_CONNECTION));
    await expect.poll(() => answersIn(patient.received())).toBe(REQUESTS_ON_CONNECTION);
  });

  test('that makes requests wait when as many wait as may on all connections is cut', async () => {
    const server = await listening(({ url }, response) => void (url === '/' && response.end('ok')));
    const full = REQUESTS_WAITING_MAX / REQUESTS_WAITING_ON_CONNECTION_MAX;
    let seen = 0;
    server.prependListener('request', () => {
      seen += 1;
    });
    for (let index = 0; index < full; index += 1)
      (await connected(server)).socket.write(NEVER_ANSWERED.repeat(REQUESTS_ON_CONNECTION));
    await expect.poll(() => seen).toBe(full * REQUESTS_ON_CONNECTION);

    const late = await connected(server);
    late.socket.write(GET);
    await expect.poll(late.received).toContain('ok');
    const closed = once(late.socket, 'close');
    late.socket.write(NEVER_ANSWERED.repeat(REQUESTS_AT_ONCE + 1));
    await closed;
  });

  test('whose answer nobody takes is cut, while one that waits longer for its answer is not', async () => {
    const begun: ServerResponse[] = [];
    const server = await listening(({ url }, response) => {
      begun.push(response);
      if (url === '/') response.end(MORE_THAN_BUFFERS);
    });
    const waiting = await connected(server);
    waiting.socket.write(NEVER_ANSWERED);
    await expect.poll(() => begun.length).toBe(1);
    const silent = await connected(server);
    silent.socket.pause();
    silent.socket.write(GET);
    await expect.poll(() => begun.length).toBe(2);
    const [waitingAtServer, silentAtServer] = begun.map(({ req }) => req.socket);
    expect([waitingAtServer?.timeout, silentAtServer?.timeout]).toEqual([
      UNREAD_ANSWER_LIMIT_MS,
      UNREAD_ANSWER_LIMIT_MS,
    ]);

    const isCut = once(silentAtServer ?? server, 'close');
    const isOver = once(waitingAtServer ?? server, 'timeout');
    for (const socket of [waitingAtServer, silentAtServer]) socket?.setTimeout(SHORT_LIMIT_MS);
    await Promise.all([isCut, isOver]);
    begun[0]?.end('at last');
    await expect.poll(waiting.received).toContain('at last');
  });
});

describe('one connection more than there may be', () => {
  test('takes the place of the one that was used longest ago, whatever that is busy with', async () => {
    const server = await listening(({ url }, response) => void (url === '/' && response.end('ok')), {
      connectionsMax: 3,
    });
    expect(CONNECTIONS_MAX).toBeGreaterThan(1_000);
    const used = await connected(server);
    const busy = [await connected(server), await connected(server)] as const;
    for (const { socket } of busy) socket.write(NEVER_ANSWERED);
    used.socket.write(GET);
    await expect.poll(used.received).toContain('ok');
    const gone = once(busy[0].socket, 'close');

    const next = await connected(server);
    next.socket.write(GET);
    await expect.poll(next.received).toContain('ok');
    await gone;
    used.socket.write(GET);
    await expect.poll(() => answersIn(used.received())).toBe(2);
  });

  test('takes it from the address that has the most', async () => {
    const server = await listening(({ url }, response) => void (url === '/' && response.end('ok')), {
      connectionsMax: 4,
    });
    const alone = await connected(server, '127.0.0.2');
    const many = [await connected(server), await connected(server), await connected(server)] as const;
    const gone = once(many[0].socket, 'close');
    await connected(server, '127.0.0.3');
    await gone;
    alone.socket.write(GET);
    await expect.poll(alone.received).toContain('ok');
  });
});

describe('answers that nobody takes', () => {
  const MEGABYTE = 1024 * 1024;

  test('are bounded on all connections together: the one that holds the most is closed, the others get theirs', async () => {
    const server = await listening(({ url }, response) => void response.end(Buffer.alloc(Number(url?.slice(1)))), {
      unsentMaxBytes: 60 * MEGABYTE,
    });
    const served: Socket[] = [];
    server.on('connection', (socket: Socket) => void served.push(socket));
    const asking = async (bytes: number) => {
      const { socket, received } = await connected(server);
      socket.pause().write(`GET /${bytes} HTTP/1.1\r\nHost: x\r\n\r\n`);
      return { socket, received };
    };
    const others = [await asking(20 * MEGABYTE), await asking(32 * MEGABYTE)];
    await asking(48 * MEGABYTE);
    await expect.poll(() => served[2]?.destroyed).toBe(true);
    for (const { socket, received } of others) {
      socket.resume();
      await expect.poll(() => received().length).toBeGreaterThan(20 * MEGABYTE);
    }
  });

  test('that wait behind others on a connection count as well', async () => {
    const begun: ServerResponse[] = [];
    const server = await listening((_request, response) => void begun.push(response), {
      unsentMaxBytes: 20 * MEGABYTE,
    });
    const { socket } = await connected(server);
    const closed = once(socket, 'close');
    socket.write(GET.repeat(3));
    await expect.poll(() => begun.length).toBe(3);
    for (const response of begun.slice(1)) response.end(Buffer.alloc(12 * MEGABYTE));
    await closed;
    expect(server.listening).toBe(true);
  });
});
