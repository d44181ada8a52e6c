import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { REQUESTS_AT_ONCE, TURN_MS } from '../../src/domain/limits/requests.ts';
import { createBoundedServer } from '../../src/http/server/bounded-server.ts';
import { createTurns } from '../../src/http/server/turns.ts';

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

test('connections take turns, and the first request of one goes before further requests', async () => {
  let now = 0;
  const inTurn = createTurns(() => now);
  const [one, other, late] = [{}, {}, {}];
  const begun: string[] = [];
  const done = new Promise<void>((resolve) => {
    const send = (connection: object, name: string) =>
      inTurn(connection, () => {
        begun.push(name);
        now += TURN_MS;
        if (name === 'one 2') send(late, 'late 1');
        if (begun.length === 7) resolve();
      });
    for (const name of ['one 1', 'one 2', 'one 3']) send(one, name);
    for (const name of ['other 1', 'other 2', 'other 3']) send(other, name);
  });
  await done;

  expect(begun).toEqual(['one 1', 'other 1', 'one 2', 'late 1', 'other 2', 'one 3', 'other 3']);
});

test('work that takes longer than a turn is not followed by more in the same iteration of the event loop', async () => {
  let now = 0;
  const inTurn = createTurns(() => now);
  const begun: string[] = [];
  const send = (name: string, takes: number) =>
    inTurn({}, () => {
      begun.push(name);
      now += takes;
    });
  send('short', TURN_MS / 2);
  send('long', TURN_MS);
  send('next', 0);
  const seen: string[][] = [];
  for (let iteration = 0; iteration < 3; iteration += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push([...begun]);
  }

  expect(seen[0]).toEqual(['short', 'long']);
  expect(seen[2]).toEqual(['short', 'long', 'next']);
});
