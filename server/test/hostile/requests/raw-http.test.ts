import { METHODS } from 'node:http';
import { describe, expect, test } from 'vitest';
import { REQUEST_HEADERS_MAX_BYTES } from '../../../src/lib/limits/http.ts';
import { createStateTokens } from '../../../src/lib/state-token.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { inTurns } from '../sign-in/in-turns.ts';
import { headerLines, sendBytes, sendRequest } from './raw-http.ts';

const ROUTES: readonly (readonly [allowed: string, target: string])[] = [
  ['GET', '/api/auth/start'],
  ['GET', '/api/auth'],
  ['GET', '/api/auth/session'],
  ['POST', '/api/auth/logout'],
  ['GET', '/api/organizations'],
  ['GET', '/api/organizations/acme'],
  ['GET', '/api/about'],
  ['GET, HEAD', '/healthz'],
  ['GET, HEAD', '/readyz'],
];
const LONG = 'a'.repeat(REQUEST_HEADERS_MAX_BYTES);
const LOGOUT = 'POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
const READ = 'GET /api/auth/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

/** Bytes that are not a request anybody may act upon, and the status they get. */
const MALFORMED: readonly (readonly [what: string, bytes: string, status: number])[] = [
  ['no host', 'GET /api/about HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a bare line feed after the request line', 'GET /api/about HTTP/1.1\nHost: x\r\n\r\n', 400],
  ['a bare line feed between headers', `${READ}A: b\nC: d\r\n\r\n`, 400],
  ['a bare carriage return in a header', `${READ}A: b\rC: d\r\n\r\n`, 400],
  ['a folded header', `${READ}A: b\r\n c\r\n\r\n`, 400],
  ['a space before the colon', `${READ}Authorization : Bearer x\r\n\r\n`, 400],
  ['a header without a name', `${READ}: x\r\n\r\n`, 400],
  ['a header without a colon', `${READ}nonsense\r\n\r\n`, 400],
  ['a NUL in a header', `${READ}A: \0\r\n\r\n`, 400],
  ['a length and chunks', `${LOGOUT}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunks and a length', `${LOGOUT}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`, 400],
  ['two lengths that differ', `${LOGOUT}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400],
  ['two lengths that agree', `${LOGOUT}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`, 400],
  ['a list of lengths', `${LOGOUT}Content-Length: 5, 5\r\n\r\nhello`, 400],
  ['a negative length', `${LOGOUT}Content-Length: -1\r\n\r\n`, 400],
  ['a signed length', `${LOGOUT}Content-Length: +5\r\n\r\nhello`, 400],
  ['a hexadecimal length', `${LOGOUT}Content-Length: 0x5\r\n\r\nhello`, 400],
  ['a length beyond all numbers', `${LOGOUT}Content-Length: 99999999999999999999\r\n\r\n`, 400],
  ['an unknown coding after chunks', `${LOGOUT}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`, 400],
  ['a disguised coding', `${LOGOUT}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  ['a wrong chunk size', `${LOGOUT}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
  ['an unknown verb', 'BREW /api/about HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a verb in lower case', 'get /api/about HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['an unknown version', 'GET /api/about HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a target without a slash', 'GET api/about HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a space in the target', 'GET /api /about HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a target of 64 KB', `GET /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a query of 64 KB', `GET /api/auth/start?returnTo=${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ['a header of 64 KB', `${READ}A: ${LONG}\r\n\r\n`, 431],
  ['64 KB of small headers', `${READ}${'A: b\r\n'.repeat(REQUEST_HEADERS_MAX_BYTES / 4)}\r\n`, 431],
];

describe('raw HTTP', () => {
  const service = sharedService();

  test.each(MALFORMED)(
    'with %s is answered in JSON and with every security header [E-7]',
    async (what, bytes, status) => {
      const answer = await sendBytes(service().url, bytes);
      expectDocumented(answer, what);
      expect(answer.status).toBe(status);
      expect(headerLines(answer, 'connection')).toEqual(['close']);
    },
  );

  test.each(ROUTES)('%s %s answers no other method', async (allowed, target) => {
    await inTurns(
      METHODS.filter((method) => !allowed.split(', ').includes(method) && method !== 'CONNECT'),
      async (method) => {
        const answer = await sendRequest(service().url, { method, target });
        const what = `${method} ${target}`;
        expect(answer.status, what).toBe(method === 'QUERY' ? 400 : 405);
        if (method === 'HEAD') expect(answer.body, what).toBe('');
        else expectDocumented(answer, what);
        if (answer.status === 405) expect(headerLines(answer, 'allow'), what).toEqual([allowed]);
        expect(headerLines(answer, 'set-cookie'), what).toEqual([]);
      },
    );
  });

  test('of a tunnel, or to the whole server, reaches nothing', async () => {
    expect((await sendRequest(service().url, { method: 'CONNECT', target: '127.0.0.1:22' })).bytes).toBe('');
    expect((await sendRequest(service().url, { method: 'OPTIONS', target: '*' })).status).toBe(404);
  });

  test('with an expectation or an upgrade that nobody fulfils is answered as if it had none', async () => {
    for (const headers of [[['expect', 'miracles']], [['upgrade', 'websocket']], [['upgrade', 'h2c']]] as const) {
      const answer = await sendRequest(service().url, { target: '/api/auth/session', headers });
      expectDocumented(answer, headers.join());
      expect(answer.status).toBe(401);
    }
    const continued = await sendBytes(service().url, `${LOGOUT}Expect: 100-continue\r\nContent-Length: 1\r\n\r\nx`);
    expect(continued.bytes).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  test('sent ahead on one connection gets its answers in order, whatever follows', async () => {
    const pipelined = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);
    const { bytes } = await sendBytes(service().url, `${pipelined}${READ}\r\n`);
    expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual([
      ...Array.from({ length: 20 }, () => 'HTTP/1.1 200'),
      'HTTP/1.1 401',
    ]);
    const { bytes: spoiled } = await sendBytes(service().url, `${pipelined}\0\0\0\r\n\r\n`);
    expect(spoiled.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
    expect((await sendRequest(service().url, { target: '/healthz' })).status).toBe(200);
  });

  test('cannot put a line break or a foreign byte into the redirect of an installation state', async () => {
    const states = createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service().url }, service().clock);
    const state = await states.issue({ type: 'install', csrf: 'c', returnTo: '/', sessionId: 'k' });
    for (const tail of [
      '%0d%0aX-Injected:%20y',
      '\u00e9',
      '\f',
      '\t',
      '#x',
      '//evil.example',
      '&state=x',
      '%5c%5cevil.example',
    ]) {
      for (const site of ['', 'http://evil.example', '//evil.example']) {
        const answer = await sendRequest(service().url, { target: `${site}/api/auth?state=${state}&x=${tail}` });
        expectDocumented(answer, site + tail);
        const [location] = headerLines(answer, 'location');
        if (location !== undefined) expect(location).toMatch(/^\/(api\/install\/callback)?\?/);
      }
    }
  });
});
