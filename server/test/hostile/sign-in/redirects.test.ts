import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { createStateTokens } from '../../../src/lib/state-token.ts';
import { authorizeAt, createBrowser } from '../../support/browser.ts';
import { inSeries, pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { AUTH_ERRORS, expectDocumented } from '../leaks/documented-answer.ts';
import { headerLines, type RawAnswer, sendRequest } from '../requests/raw-http.ts';
import { FORGED_MESSAGES, hostileReturnAddresses } from './hostile-return-addresses.ts';
import { inTurns } from './in-turns.ts';

const PRINTABLE = /^[\x21-\x7e]+$/;
/** Picks enough of several thousand for every kind of prefix. */
const SAMPLE_STEP = inSeries(23, 4);

describe('a redirect of the sign-in', () => {
  const service = sharedService();
  const hostile = () => pieceOf(hostileReturnAddresses(service().url), 6);
  const start = (query: string) => sendRequest(service().url, { target: `/api/auth/start?returnTo=${query}` });
  const locationOf = (answer: RawAnswer) => headerLines(answer, 'location')[0] ?? '';
  const returnToOf = (answer: RawAnswer) => {
    const state = new URL(locationOf(answer)).searchParams.get('state') ?? '';
    return String(decodeJwt(state).returnTo);
  };
  const issue = (returnTo: string) =>
    createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service().url }, service().clock).issue({
      type: 'oauth',
      csrf: 'c',
      mode: 'web',
      returnTo,
    });

  /** Once as the browser reads it, and once more as it would be if somebody emitted the normalised path. */
  const expectOwnOrigin = (location: string, what: string) => {
    const once = new URL(location, service().url);
    const twice = new URL(`${once.pathname}${once.search}${once.hash}`, service().url);
    expect([once.origin, twice.origin, once.username], what).toEqual([service().url, service().url, '']);
    expect(location, what).toMatch(PRINTABLE);
  };

  test('has well over 600 hostile addresses to withstand', () => {
    expect(new Set(hostileReturnAddresses(service().url)).size).toBeGreaterThan(900);
  });

  test.each<readonly [string, (text: string) => string, (text: string) => string]>([
    ['percent-encoded', encodeURIComponent, (text) => text],
    ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text)), encodeURIComponent],
  ])(
    'stays on the own origin for every hostile address, %s, and keeps what it accepts',
    async (_how, encode, decoded) => {
      await inTurns(hostile(), async (text) => {
        const answer = await start(encode(text));
        expectDocumented(answer, JSON.stringify(text));
        const returnTo = returnToOf(answer);
        expectOwnOrigin(returnTo, JSON.stringify(text));
        const kept = decoded(text);
        if (returnTo !== '/' && PRINTABLE.test(kept)) expect(returnTo).toBe(kept);
      });
    },
  );

  test('stays on the own origin for every hostile address sent as it is, if that can be sent at all', async () => {
    const statuses = await inTurns(hostile(), async (text) => {
      const answer = await start(text);
      expectDocumented(answer, JSON.stringify(text));
      if (answer.status === 302) expectOwnOrigin(returnToOf(answer), JSON.stringify(text));
      return answer.status;
    });
    expect(new Set(statuses)).toEqual(new Set([302, 400]));
  });

  test('stays on the own origin even when a signed state names a hostile address, with one authError of the table', async () => {
    await inTurns([...hostile(), ...FORGED_MESSAGES], async (text) => {
      const answer = await sendRequest(service().url, { target: `/api/auth?state=${await issue(text)}` });
      expectDocumented(answer, JSON.stringify(text));
      const location = locationOf(answer);
      expectOwnOrigin(location, JSON.stringify(text));
      const messages = new URL(location, service().url).searchParams.getAll('authError');
      expect(messages, JSON.stringify(text)).toEqual([AUTH_ERRORS[2]]);
    });
  });

  test('arrives where the state says at the end of the whole trip, and nowhere else', async () => {
    const sample = hostile().filter((_text, index) => index % SAMPLE_STEP === 0);
    await inTurns(
      sample,
      async (text) => {
        const browser = createBrowser();
        const started = await browser.request(`${service().url}/api/auth/start?returnTo=${encodeURIComponent(text)}`);
        const returnTo = String(decodeJwt(new URL(started.location ?? '').searchParams.get('state') ?? '').returnTo);
        const callback = await authorizeAt(started.location ?? '', 'ada', 'authorize');
        const answer = await browser.request(callback.href);
        expect([answer.status, answer.location]).toEqual([302, returnTo]);
        expectOwnOrigin(answer.location ?? '', JSON.stringify(text));
      },
      4,
    );
  });

  test('arrives on the own origin when the person cancels, and shows a sentence of the table [E-1]', async () => {
    const sample = hostile().filter((_text, index) => index % SAMPLE_STEP === 1);
    await inTurns([...sample, ...FORGED_MESSAGES], async (text) => {
      const { answer } = await service().signIn('ada', { returnTo: text, decision: 'cancel' });
      expect(answer.status).toBe(302);
      expectOwnOrigin(answer.location ?? '', JSON.stringify(text));
      const messages = new URL(answer.location ?? '', service().url).searchParams.getAll('authError');
      expect(messages).toEqual([AUTH_ERRORS[2]]);
    });
  });

  test.each([
    '%0d%0aSet-Cookie:%20host_session=x',
    '%0aLocation:%20//evil.example',
    '%E5%98%8A%E5%98%8DSet-Cookie:a=b',
    '%u000aX:y',
  ])('carries no second header line from returnTo, state or code: %s', async (text) => {
    for (const target of [
      `start?returnTo=/${text}`,
      `start?returnTo=${text}`,
      `?state=${text}&code=${text}`,
      `?code=${text}`,
    ]) {
      const answer = await sendRequest(service().url, {
        target: `/api/auth${target.startsWith('?') ? '' : '/'}${target}`,
      });
      expectDocumented(answer, target);
      expect(answer.status).toBe(302);
      expect(headerLines(answer, 'set-cookie').join()).not.toContain('host_session');
    }
  });

  test('ignores the return address of a state that nobody signed', async () => {
    const [, payload] = (await issue('/organizations')).split('.');
    for (const state of [
      `e30.${payload}.`,
      `eyJhbGciOiJub25lIn0.${payload}.`,
      `eyJhbGciOiJIUzI1NiJ9.${payload}.AAAA`,
    ]) {
      const answer = await sendRequest(service().url, { target: `/api/auth?code=x&state=${state}` });
      expect(locationOf(answer)).toBe(`/?authError=${encodeURIComponent(AUTH_ERRORS[1] ?? '')}`);
    }
  });

  test.each(['returnTo=/a&returnTo=/b', 'returnTo[]=/a', 'returnTo[x]=/a', 'returnTo.x=/a', 'returnTo=', 'returnTo'])(
    'never shows an object or a list in its address: %s',
    async (query) => {
      const answer = await sendRequest(service().url, { target: `/api/auth/start?${query}` });
      expectDocumented(answer, query);
      if (answer.status === 302) expect(returnToOf(answer)).toBe('/');
      else expect(answer.status).toBe(400);
    },
  );
});
