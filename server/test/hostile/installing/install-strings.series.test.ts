import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import type { SignedIn } from '../../support/service/start-service.ts';
import { expectDocumented, expectProtected } from '../leaks/documented-answer.ts';
import { NAUGHTY_STRINGS } from '../requests/naughty-strings.ts';
import { headerLines, oneLine, type RawRequest, sendRequest } from '../requests/raw-http.ts';
import { inTurns } from '../sign-in/in-turns.ts';
import { begin, CALLBACK, COMPLETE, issueAt, linkedTo, START } from './installing.ts';

const HTML: readonly [string, string] = ['accept', 'text/html'];

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
/** The CSRF value in a line of cookies. */
const csrfOf = (cookie: string): string => /host_install_csrf=([^;]+)/.exec(cookie)?.[1] ?? '';

describe('a naughty string in an installation', () => {
  const service = sharedService();
  let ada: SignedIn;
  let state = '';
  let cookie = '';
  beforeAll(async () => {
    ada = await service().signIn('ada');
    state = await begin(service(), ada.browser);
    cookie = await ada.browser.jar.getCookieString(service().url);
  });

  const attack = async (request: (text: string) => RawRequest, statuses: readonly number[]) => {
    const before = await linkedTo(service(), ada.bearer);
    service().simulator.control.clearRequests();
    const answers = await inTurns(NAUGHTY_STRINGS, async (text) => {
      const answer = await sendRequest(service().url, request(text));
      expectDocumented(answer, JSON.stringify(text));
      expect(statuses, JSON.stringify(text)).toContain(answer.status);
      return answer;
    });
    expect(await linkedTo(service(), ada.bearer)).toEqual(before);
    return answers;
  };
  const withCookie = (target: string, more: readonly (readonly [string, string])[] = []): RawRequest => ({
    target,
    headers: [['cookie', cookie], ...more],
  });
  const json = (body: string): RawRequest => ({
    method: 'POST',
    target: COMPLETE,
    headers: [['content-type', 'application/json'], ...Object.entries(ada.bearer)],
    body,
  });

  const fields: readonly (readonly [
    field: string,
    request: (text: string) => RawRequest,
    statuses: readonly number[],
  ])[] = [
    ['installation_id', (text) => withCookie(`${CALLBACK}?state=${state}&installation_id=${encoded(text)}`), [400]],
    ['installation_id, not encoded', (text) => withCookie(`${CALLBACK}?state=${state}&installation_id=${text}`), [400]],
    [
      'setup_action',
      (text) => withCookie(`${CALLBACK}?state=${state}&installation_id=x&setup_action=${encoded(text)}`),
      [400],
    ],
    ['state', (text) => withCookie(`${CALLBACK}?installation_id=1&state=${encoded(text)}`), [400]],
    ['state, not encoded', (text) => withCookie(`${CALLBACK}?installation_id=1&state=${text}`), [400]],
    [
      'the name of a parameter',
      (text) => withCookie(`${CALLBACK}?${encoded(text)}=1&state[${encoded(text)}]=1`),
      [400],
    ],
    ['targetId', (text) => withCookie(`${START}?targetId=${encoded(text)}`), [400, 302]],
    ['targetType', (text) => withCookie(`${START}?targetType=${encoded(text)}`), [400]],
    ['returnTo', (text) => withCookie(`${START}?returnTo=${encoded(text)}`), [302, 400]],
    ['returnTo, not encoded', (text) => withCookie(`${START}?returnTo=${text}`), [302, 400]],
    ['the query of a stranger', (text) => ({ target: `${START}?${text}` }), [302, 400]],
    [
      'the CSRF cookie',
      (text) => ({
        target: `${CALLBACK}?state=${state}&installation_id=1`,
        headers: [['cookie', `host_install_csrf=${oneLine(text)}`]],
      }),
      [403, 400],
    ],
    [
      'all cookies',
      (text) => ({ target: `${CALLBACK}?state=${state}&installation_id=1`, headers: [['cookie', oneLine(text)]] }),
      [403, 400],
    ],
    ['installationId', (text) => json(JSON.stringify({ installationId: text })), [400]],
    ['the body', (text) => json(text), [400]],
    ['the name of a field', (text) => json(JSON.stringify({ [text]: 1 })), [400]],
    ['the query of the status', (text) => ({ target: `/api/install/status?${encoded(text)}=${encoded(text)}` }), [401]],
  ];
  test.each(fields)('as %s is answered as documented, and links nothing', async (_field, request, statuses) => {
    await attack(request, statuses);
  });

  test('as targetId reaches the code host as the digits it is, or not at all', async () => {
    const answers = await attack((text) => withCookie(`${START}?targetId=${encoded(text)}`), [400, 302]);
    for (const answer of answers.filter(({ status }) => status === 302)) {
      const url = new URL(headerLines(answer, 'location')[0] ?? '');
      expect(url.searchParams.get('suggested_target_id')).toMatch(/^[1-9]\d*$/);
      expect([url.origin, [...url.searchParams.keys()].toSorted()]).toEqual([
        service().simulator.url,
        ['state', 'suggested_target_id'],
      ]);
    }
  });

  describe('is not in the page of a person', () => {
    const page = async (target: string) => {
      const answer = await sendRequest(service().url, withCookie(target, [HTML]));
      expect([answer.status, headerLines(answer, 'content-type')]).toEqual([400, ['text/html; charset=utf-8']]);
      expectProtected(answer, target);
      return answer;
    };

    test.each([
      ['installation_id', (text: string) => `state=${state}&installation_id=x${text}`],
      ['setup_action', (text: string) => `state=${state}&installation_id=x&setup_action=${text}`],
      ['state', (text: string) => `installation_id=1&state=x${text}`],
      ['another parameter', (text: string) => `state=x&installation_id=1&error_description=${text}`],
    ])('as %s', async (_field, query) => {
      const harmless = await page(`${CALLBACK}?${query('y')}`);
      await inTurns(NAUGHTY_STRINGS, async (text) => {
        expect((await page(`${CALLBACK}?${query(encoded(text))}`)).body).toBe(harmless.body);
      });
    });

    test('as returnTo, but for the way back, where it stays one attribute', async () => {
      const harmless = await page(`${CALLBACK}?state=${state}&installation_id=x`);
      await inTurns(
        [...NAUGHTY_STRINGS.map((text) => `/${text}`), '/"><script>alert(1)</script>', "/'&#x22;&quot;"],
        async (text) => {
          const flow = await issueAt(service(), {
            type: 'install',
            csrf: csrfOf(cookie),
            returnTo: text,
            sessionId: 'k',
          });
          const { body } = await page(`${CALLBACK}?state=${flow}&installation_id=x`);
          const href = /<a href="([^"<>]*)">/.exec(body)?.[1] ?? 'none';
          expect(body.replace(`<a href="${href}">`, '<a href="/">'), text).toBe(harmless.body);
          const returnHref = href
            .replaceAll('&quot;', '"')
            .replaceAll('&#39;', "'")
            .replaceAll('&lt;', '<')
            .replaceAll('&gt;', '>')
            .replaceAll('&amp;', '&');
          expect(new URL(returnHref, service().url).origin, text).toBe(service().url);
        },
      );
    });
  });
});
