import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionQueue, createBoundedServer, createRequestQueue } from '../../src/http/server/bounded-server.ts';
import { ACCEPTED_BEFORE_TURN, REQUESTS_AT_ONCE, TURN_MS } from '../../src/lib/limits/http.ts';

const CONNECTIONS = 60;
const requestFor = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Keeps the event loop busy for longer than a turn. */
function work(): void {
  const endsAt = performance.now() + 2 * TURN_MS;
  while (performance.now() < endsAt);
}

test('a new client does not wait for all the requests that others sent before it', async () => {
  const begun: string[] = [];
  const server = createBoundedServer(({ url }, response) => {
    begun.push(url ?? '');
    work();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const send = (text: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.write(text);
    return socket.resume();
  };
  for (let sent = 0; sent < CONNECTIONS; sent += 1) send(requestFor('/many').repeat(REQUESTS_AT_ONCE));
  await once(send(requestFor('/one')), 'data');

  expect(begun.indexOf('/one')).toBeLessThan((CONNECTIONS * REQUESTS_AT_ONCE) / 2);
});

test('connections take turns, and a new one waits for one request of each other', async () => {
  let now = 0;
  const requestQueue = createRequestQueue(() => now);
  const [one, other, late] = [
    requestQueue.createConnectionQueue(),
    requestQueue.createConnectionQueue(),
    requestQueue.createConnectionQueue(),
  ];
  const begun: string[] = [];
  const done = new Promise<void>((resolve) => {
    const send = (queue: ConnectionQueue, name: string) =>
      requestQueue.start(queue, () => {
        begun.push(name);
        now += TURN_MS;
        if (name === 'one 2') send(late, 'late 1');
        if (begun.length === 7) resolve();
      });
    for (const name of ['one 1', 'one 2', 'one 3']) send(one, name);
    for (const name of ['other 1', 'other 2', 'other 3']) send(other, name);
  });
  await done;

  expect(begun).toEqual(['one 1', 'other 1', 'one 2', 'other 2', 'one 3', 'late 1', 'other 3']);
});

test('a connection is not delayed by new ones that keep coming', async () => {
  const requestQueue = createRequestQueue(() => 0);
  const begun: string[] = [];
  const old = requestQueue.createConnectionQueue();
  const sendNew = (nth: number) =>
    requestQueue.start(requestQueue.createConnectionQueue(), () => {
      begun.push(`new ${nth}`);
      if (nth < 20) sendNew(nth + 1);
    });
  requestQueue.start(old, () => void begun.push('old 1'));
  requestQueue.start(old, () => void begun.push('old 2'));
  sendNew(1);
  await expect.poll(() => begun.length).toBe(22);

  expect(begun.indexOf('old 2')).toBeLessThan(5);
});

/** Starts work in the iterations of the event loop that follow; returns what has begun after each. */
async function begunIn(iterations: number, begun: readonly string[], before: () => void = () => {}) {
  const seen: string[][] = [];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    before();
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([...begun]);
  }
  return seen;
}

test('work that takes longer than a turn is not followed by more in the same iteration of the event loop', async () => {
  let now = 0;
  const requestQueue = createRequestQueue(() => now);
  const begun: string[] = [];
  const send = (name: string, takes: number) =>
    requestQueue.start(requestQueue.createConnectionQueue(), () => {
      begun.push(name);
      now += takes;
    });
  send('short', TURN_MS / 2);
  send('long', TURN_MS);
  send('next', 0);
  const seen = await begunIn(3, begun);

  expect(seen[0]).toEqual(['short', 'long']);
  expect(seen[2]).toEqual(['short', 'long', 'next']);
});

test('work waits while connections are accepted, but not for all of them', async () => {
  let now = 0;
  const requestQueue = createRequestQueue(() => now);
  const begun: string[] = [];
  for (const name of ['first', 'second'])
    requestQueue.start(requestQueue.createConnectionQueue(), () => {
      begun.push(name);
      now += TURN_MS;
    });
  const seen = await begunIn(3 * ACCEPTED_BEFORE_TURN, begun, requestQueue.noteConnection);

  const counts = seen.map(({ length }) => length);
  expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(ACCEPTED_BEFORE_TURN - 1);
  expect(counts.filter((count) => count === 1).length).toBeGreaterThanOrEqual(ACCEPTED_BEFORE_TURN - 1);
  expect(counts.at(-1)).toBe(2);
});
