import { BODY_MAX_BYTES } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { headerLines, sendBytes, sendRequest } from './raw-http.ts';

const CONTENT_TYPES = [
  null,
  '',
  'x',
  'application/json',
  'application/json\ta',
  ' application/json',
  'application/json ; charset=utf-7',
  'application/json; charset=utf-7',
  'application/x; application/json',
  'application/json, text/plain',
  'application/json;'.repeat(500),
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/\u00ff',
  '__proto__',
] as const;

const BODIES: readonly (readonly [what: string, body: string])[] = [
  ['an empty body', ''],
  ['broken JSON', '{"a":'],
  ['polluting JSON', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'],
  ['deep JSON', '['.repeat(200_000)],
  ['a body beyond the limit', `"${'x'.repeat(BODY_MAX_BYTES + 1)}"`],
  ['bytes that are no text', '\0\ud800\uffff'],
];

describe('a sign-out', () => {
  const service = sharedService();
  const statusOf = async (bearer: Record<string, string>) =>
    (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).status;

  test.each(BODIES)('with %s ends the session, whatever the body is said to be', async (_what, body) => {
    for (const type of pieceOf(CONTENT_TYPES, 4)) {
      const { bearer } = await service().signIn('grace', { mode: 'mobile' });
      const headers = [...Object.entries(bearer), ...(type === null ? [] : [['content-type', type] as const])];
      const answer = await sendRequest(service().url, { method: 'POST', target: '/api/auth/logout', headers, body });
      expectDocumented(answer, String(type));
      expect([answer.status, answer.body], String(type)).toEqual([200, '{"ok":true}']);
      expect(headerLines(answer, 'set-cookie'), String(type)).toHaveLength(3);
      expect(await statusOf(bearer), String(type)).toBe(401);
    }
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    [
      'a trailer after chunks',
      'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nSet-Cookie: a=b\r\nHost: evil.example\r\n\r\n',
    ],
    ['chunk extensions', 'Transfer-Encoding: chunked\r\n\r\n1;a=b;c="d"\r\nx\r\n0\r\n\r\n'],
    ['less body than announced', 'Content-Length: 500\r\n\r\nhello'],
  ])('with %s ends the session', async (_what, rest) => {
    const { id, bearer } = await service().signIn('grace');
    const head = `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: host_session=${id}\r\n`;
    const answer = await sendBytes(service().url, `${head}${rest}`);
    expect(answer.status).toBe(200);
    expect(await statusOf(bearer)).toBe(401);
  });

  test('a body for anything else is refused before it is read to its end', async () => {
    const announced = `POST /api/organizations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n`;
    const answer = await sendBytes(service().url, announced);
    expectDocumented(answer, 'a hundred megabytes announced');
    expect(answer.status).toBe(413);
  });
});
