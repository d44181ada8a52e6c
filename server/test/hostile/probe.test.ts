import { METHODS } from 'node:http';
import { test } from 'vitest';
import { createStateTokens } from '../../src/security/state-token.ts';
import { sharedService } from '../support/shared-service.ts';
import { SIGNING_SECRET } from '../support/start-service.ts';
import { sendBytes, sendRequest, type RawAnswer } from './raw-http.ts';
const service = sharedService();
const show = (what: string, a: RawAnswer | string) => {
  if (typeof a === 'string') return console.log(what.padEnd(60), a);
  const h = new Map(a.headers);
  console.log(what.slice(0,60).padEnd(60), a.status, [h.has('cache-control') ? 'cc':'--', h.has('x-content-type-options')?'ns':'--', h.has('content-security-policy')?'csp':'--', h.get('referrer-policy') ?? '--', h.get('allow') ?? '', h.get('location') ?? ''].join(' '), a.body.slice(0, 100));
};
const raw = async (bytes: string, label = bytes) => show(JSON.stringify(label).slice(0,58), await sendBytes(service().url, bytes, 3000).catch((e) => String(e.message)));
test('probe', async () => {
  const u = service().url; const host = new URL(u).host;
  const state = await createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: u }, service().clock).issue({ type: 'install', csrf: 'c', returnTo: '/', sessionId: 'k' });
  for (const target of ['/', '/api', '/api/', '/api/auth/session', '//api/auth/session', '/%61pi/auth/session', '/%61pi/organizations', `http://evil.example/api/auth/session`, `HTTP://evil.example/api/auth/session`, 'https://x/api/organizations','/api/../api/organizations', '/api/organizations/', '/api/organizations/..', '/api/organizations/%2e%2e', '/api%2forganizations', '/api/organizations%2facme', '/api/auth/session/', '/API/auth/session', '/api/auth/session;x', '/api/auth/session%00', '/api/%', '/api/organizations/%ff', '/%ff', '/healthz', '*', 'foo', '?x', '/api/auth/start?returnTo=/\u00e9', '/api/auth/start?returnTo=/a#b', '/api/auth/start?returnTo=/a\tb', '/api/auth/start?returnTo=/a\fb', `/api/auth?state=${state}&x=\u00e9`, `/api/auth?state=${state}&x=a\tb`, `/api/auth?state=${state}&x=a\fb`, `/api/auth?state=${state}&x=#b`, `/api/auth#?state=${state}`, '/api/auth?state=é'])
    show(target, await sendRequest(u, { target }).catch((e) => String(e.message)));
  for (const method of [...METHODS, 'FOO', 'get']) for (const target of ['/api/auth/session'])
    show(`${method} ${target}`, await sendRequest(u, { method, target }).catch((e) => String(e.message)));
  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PUT']) for (const target of ['/api/auth', '/api/auth/start', '/api/auth/logout', '/api/organizations', '/api/organizations/acme', '/healthz', '/', '*'])
    show(`${method} ${target}`, await sendRequest(u, { method, target }).catch((e) => String(e.message)));
  const H = `Host: ${host}\r\n`; const C = 'Connection: close\r\n';
  await raw('GET /api/auth/session HTTP/1.1\r\n\r\n');
  await raw('GET /api/auth/session HTTP/1.0\r\n\r\n');
  await raw(`GET /api/auth/session HTTP/1.1\r\n${H}${H}${C}\r\n`);
  await raw(`GET /api/auth/session HTTP/1.1\n${H}\n\n`);
  await raw(`GET /api/auth/session HTTP/1.1\r\n${H}A: b\nC: d\r\n${C}\r\n`);
  await raw(`GET /api/auth/session HTTP/1.1\r\n${H} folded: x\r\n${C}\r\n`);
  await raw(`GET /api/auth/session HTTP/1.1\r\n${H}A : x\r\n${C}\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${C}\r\n0\r\n\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Content-Length: 5\r\nContent-Length: 6\r\n${C}\r\nhello`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Content-Length: -1\r\n${C}\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Content-Length: 5\r\n${C}\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Transfer-Encoding: gzip, chunked\r\n${C}\r\n0\r\n\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\n${C}\r\nzz\r\n\r\n`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Expect: 100-continue\r\nContent-Length: 1\r\n${C}\r\nx`);
  await raw(`POST /api/auth/logout HTTP/1.1\r\n${H}Expect: miracles\r\nContent-Length: 1\r\n${C}\r\nx`);
  await raw(`GET /api/auth/session HTTP/1.1\r\n${H}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await raw(`GET /api/auth/session HTTP/9.9\r\n${H}${C}\r\n`);
  await raw(`GET /api/auth/session\r\n\r\n`);
  await raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  await raw('\x16\x03\x01\x02\x00\x01\x00\x01');
  await raw(`GET /${'a'.repeat(70000)} HTTP/1.1\r\n${H}${C}\r\n`);
  await raw(`GET / HTTP/1.1\r\n${H}X: ${'a'.repeat(70000)}\r\n${C}\r\n`);
  await raw(`GET /healthz HTTP/1.1\r\n${H}\r\nGARBAGE\x00\r\n\r\n`);
  for (const [m, t] of [['POST', '/api/auth/session'], ['POST', '/api/organizations'], ['POST', '/nowhere'], ['DELETE', '/api/auth/session']] as const)
    for (const ct of ['application/json', 'text/plain', 'x'])
      show(`${m} ${t} ${ct}`, await sendRequest(u, { method: m, target: t, headers: [['content-type', ct]], body: '{' }).catch((e) => String(e.message)));
  show('big post', await sendRequest(u, { method: 'POST', target: '/api/organizations', headers: [['content-type', 'application/json']], body: `"${'a'.repeat(2_000_000)}"` }).catch((e) => String(e.message)));
  show('big logout', await sendRequest(u, { method: 'POST', target: '/api/auth/logout', headers: [['content-type', 'application/json']], body: `"${'a'.repeat(2_000_000)}"` }).catch((e) => String(e.message)));
  console.log(service().logLines.filter((l) => /"level":"(error|warn|info)"/.test(l) && !/request answered/.test(l)).slice(0, 20).join(''));
});
