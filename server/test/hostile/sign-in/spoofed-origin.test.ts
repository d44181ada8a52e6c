import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { headerLines, type RawAnswer, sendBytes } from '../requests/raw-http.ts';

const SPOOFS: readonly (readonly string[])[] = [
  ['Host: evil.example'],
  ['Host: localhost:1'],
  ['Host:'],
  ['Host: evil.example', 'Host: localhost'],
  ['Host: localhost', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 443'],
  ['Host: localhost', 'X_Forwarded_Host: evil.example', 'X-Host: evil.example', 'X-Original-Host: evil.example'],
  ['Host: localhost', 'Forwarded: for=1.2.3.4;host=evil.example;proto=https'],
  ['Host: localhost', 'X-Original-Url: /healthz', 'X-Rewrite-Url: /healthz', 'X-Http-Method-Override: POST'],
  ['Host: localhost', 'X-Forwarded-Proto: http', 'X-Forwarded-Ssl: off', 'Front-End-Https: off'],
  ['Host: localhost', 'X-Forwarded-Prefix: /evil', 'X-Script-Name: /evil', 'Via: 1.1 evil.example'],
];

const TARGETS: readonly (readonly [method: string, target: string])[] = [
  ['GET', '/api/auth/start?returnTo=/organizations'],
  ['GET', '/api/auth/start?returnTo=http://evil.example/'],
  ['GET', '/api/auth?code=x'],
  ['GET', '/api/auth/session'],
  ['GET', '/api/organizations'],
  ['POST', '/api/auth/logout'],
  ['GET', '/api/about'],
  ['GET', '/nothing'],
];

describe('what a request says about the address of the service', () => {
  const service = sharedService();
  const ask = (method: string, target: string, lines: readonly string[]) =>
    sendBytes(service().url, `${method} ${target} HTTP/1.1\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`);

  /** All of an answer except what is new in each one: date, ID of the request, state, challenge and CSRF value. */
  const lasting = ({ headers, status, body }: RawAnswer) => ({
    status,
    body,
    headers: headers
      .filter(([name]) => name !== 'date' && name !== 'x-request-id')
      .map(([name, value]) => `${name}: ${value.replace(/(state|code_challenge|host_auth_csrf)=[\w.-]+/g, '$1=')}`),
  });

  test.each(TARGETS)('changes nothing in the answer to %s %s', async (method, target) => {
    const honest = lasting(await ask(method, target, [`Host: ${new URL(service().url).host}`]));
    for (const lines of SPOOFS) expect(lasting(await ask(method, target, lines)), lines.join()).toEqual(honest);
  });

  test('changes nothing when it is the target of the request itself', async () => {
    const own = new URL(service().url).host;
    for (const [method, target] of TARGETS) {
      const honest = lasting(await ask(method, target, [`Host: ${own}`]));
      for (const site of ['http://evil.example', 'https://evil.example:444', 'HTTP://user@evil.example']) {
        expect(lasting(await ask(method, `${site}${target}`, ['Host: evil.example']))).toEqual(honest);
      }
    }
  });

  test('never takes Secure from a cookie, and sends the code host only the configured address', async () => {
    for (const lines of SPOOFS) {
      const answer = await ask('GET', '/api/auth/start', lines);
      expect(headerLines(answer, 'set-cookie').join()).toMatch(/; HttpOnly; Secure; SameSite=None/);
      const location = new URL(headerLines(answer, 'location')[0] ?? '');
      expect(location.searchParams.get('redirect_uri')).toBe(`${service().url}/api/auth`);
      expect(location.origin).toBe(service().simulator.url);
    }
  });

  test("makes no other site's POST one of its own", async () => {
    for (const origin of [
      'http://evil.example',
      'null',
      '',
      `${service().url}.evil.example`,
      `${service().url}/`,
      'http://localhost',
    ]) {
      const lines = ['Host: evil.example', `Origin: ${origin}`, 'X-Forwarded-Host: evil.example'];
      expect((await ask('POST', '/api/auth/logout', lines)).status, origin).toBe(403);
    }
  });
});
