import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { watchAnswers } from '../support/answers/watched-answers.ts';
import { fetchOnce } from '../support/browser.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const SIGN_IN = JSON.stringify({ error: 'Please sign in.' });

test.each([
  ['as documented', 'GET', '/api/organizations', 401, JSON_TYPE, SIGN_IN, null],
  ['an address of another server', 'GET', '/api/other', 418, 'text/plain', 'x', null],
  ['a page', 'GET', '/docs', 200, 'text/html', '<p>', null],
  ['a status', 'GET', '/api/organizations?x=1', 418, JSON_TYPE, SIGN_IN, 'the status is not documented'],
  ['a method', 'POST', '/api/organizations', 200, JSON_TYPE, '{}', 'the method is not documented'],
  ['a status of HEAD', 'HEAD', '/readyz', 500, 'text/html', '', 'the status 500 with content type text/html'],
  ['HEAD like GET', 'HEAD', '/readyz', 503, JSON_TYPE, '', null],
  ['a content type', 'GET', '/api/organizations', 401, 'text/plain', 'no', 'content type text/plain is not documented'],
  ['no JSON', 'GET', '/api/organizations', 401, JSON_TYPE, '{', 'SyntaxError'],
  ['a missing property', 'GET', '/api/organizations/acme', 200, JSON_TYPE, '{}', "required property 'organization'"],
  ['one property more', 'GET', '/api/organizations', 401, JSON_TYPE, '{"error":"x","at":1}', 'additional properties'],
  ['a wrong type', 'GET', '/api/organizations', 401, JSON_TYPE, '{"error":1}', '/error must be string'],
  ['a line', 'GET', '/api/organizations/a/people', 200, 'application/x-ndjson', '{"kind":"x"}\n', '/kind must be'],
  ['a body of a redirect', 'GET', '/api/auth/start', 302, JSON_TYPE, '{}', 'it has a body'],
])('compares with the document: %s', async (_what, method, path, status, type, body, fault) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.write(body.slice(0, 1));
    response.end(body.slice(1));
  });
  const faults = watchAnswers(server);
  const { url, close } = await listening(server);
  await fetchOnce(`${url}${path}`, { method });
  await close();
  const found = await faults();
  if (fault === null) expect(found).toEqual([]);
  else expect(found.join('\n')).toContain(fault);
});

test('a compressed answer is compared as its reader sees it', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' });
    response.end(gzipSync('{"error":1}'));
  });
  const faults = watchAnswers(server);
  const { url, close } = await listening(server);
  await fetchOnce(`${url}/api/organizations`);
  await close();
  expect(await faults()).toEqual([expect.stringContaining('/error must be string')]);
});

test('a list whose reader left is compared up to its last whole line', async () => {
  const reader = new AbortController();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    response.write('{"kind":"x"}\n{"kind":');
  });
  const faults = watchAnswers(server);
  const { url, close } = await listening(server);
  const response = await fetch(`${url}/api/organizations/a/people`, { signal: reader.signal });
  await response.body?.getReader().read();
  reader.abort();
  await close();
  const found = (await faults()).join('\n');
  expect(found).toContain('/kind must be');
  expect(found).not.toContain('SyntaxError');
});

async function listening(server: Server) {
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
