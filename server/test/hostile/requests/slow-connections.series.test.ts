import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { REFUSED_CONNECTION_LIMIT_MS, REQUEST_HEADERS_LIMIT_MS } from '../../../src/lib/limits/http.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { sendRequest } from './raw-http.ts';

const CONNECTIONS = 100;
/** Requests of another person at once, beside those one after another. */
const BURST = 25;
const TRICKLE_MS = 500;
/** The limit for headers, the pause between two looks at it, the time to read the refusal, and room for a busy machine. */
const GONE_AFTER_MS = REQUEST_HEADERS_LIMIT_MS + 1_000 + REFUSED_CONNECTION_LIMIT_MS + 20_000;

/** Ways to keep a connection open without a request. */
const WAYS: readonly ((socket: Socket) => void)[] = [
  () => {},
  (socket) => void socket.write('GET /api/about HTTP/1.1\r\nHost: x\r\nA: '),
  (socket) => void socket.write('GET /api/ab'),
  (socket) => void socket.write('GARBAGE\r\n\r\n'),
  (socket) => void socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /api/about HTTP/1.1\r\nA: '),
];

const service = sharedService();

/** Holds a connection that never closes its own half; resolves with the answer when the service has cut it. */
function hold(index: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ host: 'localhost', port: Number(new URL(service().url).port), allowHalfOpen: true });
    const trickle = setInterval(() => socket.write('x'), TRICKLE_MS);
    const guard = setTimeout(() => {
      socket.destroy();
      reject(new Error(`connection ${index} is still open`));
    }, GONE_AFTER_MS);
    WAYS[index % WAYS.length]?.(socket);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      clearTimeout(guard);
      resolve(received);
    });
  });
}

test('a hundred clients that never finish their request are all cut off, and meanwhile others are served', async () => {
  let heldOpen = true;
  const held = Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => hold(index))).finally(() => {
    heldOpen = false;
  });
  const { bearer } = await service().signIn('ada');
  const statusOfSession = async (): Promise<number> =>
    (await sendRequest(service().url, { target: '/api/auth/session', headers: Object.entries(bearer) })).status;
  expect(await Promise.all(Array.from({ length: BURST }, statusOfSession))).toEqual(Array(BURST).fill(200));
  while (heldOpen) {
    expect(await statusOfSession()).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const answers = await held;
  for (const [index, answer] of answers.entries()) {
    expect(answer.slice(answer.lastIndexOf('HTTP/1.1 ')), `connection ${index}`).toMatch(
      /^HTTP\/1\.1 4\d\d .*"error":"[^"]+"\}$/s,
    );
  }
});
