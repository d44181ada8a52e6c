import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { SIGN_OUT } from '@orgdesk/contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBoundedServer } from '../../src/http/server/bounded-server.ts';
import { REQUESTS_OF_SESSION_AT_ONCE } from '../../src/lib/limits/http.ts';

const [SESSION, OTHER_SESSION] = ['a', 'b'].map((letter) => letter.repeat(64));
const requestFor = (path: string, headers: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`;
const bearer = (session: string | undefined) => `Authorization: Bearer ${session}`;
const cookie = (session: string | undefined) => `Cookie: other=1; host_session=${session}`;

describe('requests of a session', () => {
  let server: Server;
  let begun: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
  beforeEach(async () => {
    begun = [];
    server = createBoundedServer((request, response) => void begun.push({ request, response }));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  });
  const send = (...requests: readonly string[]): Socket => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(requests.join(''));
    return socket.resume();
  };
  const paths = () => begun.map(({ request }) => request.url);
  /** Fills the slots of a session, from connections of their own, with one request more behind them. */
  const sendOneTooMany = async () => {
    const sockets = Array.from({ length: REQUESTS_OF_SESSION_AT_ONCE }, (_, nth) =>
      send(requestFor('/many', nth % 2 === 0 ? bearer(SESSION) : cookie(SESSION))),
    );
    await expect.poll(() => begun.length).toBe(REQUESTS_OF_SESSION_AT_ONCE);
    const socket = send(requestFor('/waiting', bearer(SESSION)));
    send(requestFor('/other', bearer(OTHER_SESSION)), requestFor('/none', 'Accept: */*'));
    await expect.poll(paths).toContain('/none');
    expect(paths()).toContain('/other');
    expect(paths()).not.toContain('/waiting');
    return { sockets, socket };
  };

  test('beyond those at once wait for an answer, those of others do not', async () => {
    await sendOneTooMany();
    begun[0]?.response.end();
    await expect.poll(paths).toContain('/waiting');
  });

  test('go on when the client of one has left, whose answer waits behind another as well', async () => {
    const [first, second] = [requestFor('/first', bearer(SESSION)), requestFor('/second', bearer(SESSION))];
    const gone = send(first, second);
    await expect.poll(paths).toContain('/second');
    for (let sent = 2; sent < REQUESTS_OF_SESSION_AT_ONCE; sent += 1) send(requestFor('/many', bearer(SESSION)));
    await expect.poll(() => begun.length).toBe(REQUESTS_OF_SESSION_AT_ONCE);
    for (const path of ['/third', '/fourth']) send(requestFor(path, bearer(SESSION)));
    gone.destroy();
    await expect.poll(paths).toContain('/third');
    await expect.poll(paths).toContain('/fourth');
  });

  test('wait for no answer if they sign out', async () => {
    await sendOneTooMany();
    const signOut = `${SIGN_OUT.method} ${SIGN_OUT.path}`;
    for (const query of ['', '?from=menu'])
      send(`${signOut}${query} HTTP/1.1\r\nHost: x\r\n${cookie(SESSION)}\r\nContent-Length: 0\r\n\r\n`);
    await expect.poll(paths).toContain(SIGN_OUT.path);
    await expect.poll(paths).toContain(`${SIGN_OUT.path}?from=menu`);
    expect(paths()).not.toContain('/waiting');
  });

  test('do not wait for a stream that has begun', async () => {
    await sendOneTooMany();
    begun[0]?.response.write('data: begun');
    await expect.poll(paths).toContain('/waiting');
  });

  test('are forgotten when their client leaves before their turn', async () => {
    const { socket } = await sendOneTooMany();
    const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    const before = Number(await connections());
    socket.destroy();
    await expect.poll(connections).toBe(before - 1);
    begun[0]?.response.end();
    send(requestFor('/next', bearer(SESSION)));
    await expect.poll(paths).toContain('/next');
    expect(paths()).not.toContain('/waiting');
  });
});
