import { METHODS } from 'node:http';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { pieceOf } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { headerLines, type RawAnswer, sendRequest } from '../requests/raw-http.ts';
import { FORGED_MESSAGES, hostileReturnAddresses } from '../sign-in/hostile-return-addresses.ts';
import { inTurns } from '../sign-in/in-turns.ts';
import { begin, CALLBACK, COMPLETE, installationOn, issueAt, linkedTo, START, stateIn } from './installing.ts';

describe('a redirect of an installation', () => {
  const service = sharedService();
  const expectOwnOrigin = (location: string, what: string) => {
    const once = new URL(location, service().url);
    const twice = new URL(`${once.pathname}${once.search}${once.hash}`, service().url);
    expect([once.origin, twice.origin, once.username], what).toEqual([service().url, service().url, '']);
    expect(location, what).toMatch(/^[\x21-\x7e]+$/);
  };
  const locationOf = (answer: RawAnswer) => headerLines(answer, 'location')[0] ?? '';

  test('goes to the code host with a state that keeps no hostile address', async () => {
    const { bearer } = await service().signIn('ada');
    await inTurns(pieceOf(hostileReturnAddresses(service().url), 6), async (text) => {
      const answer = await sendRequest(service().url, {
        target: `${START}?returnTo=${encodeURIComponent(text)}`,
        headers: Object.entries(bearer),
      });
      expectDocumented(answer, text);
      expect(new URL(locationOf(answer)).origin).toBe(service().simulator.url);
      expectOwnOrigin(String(decodeJwt(stateIn(locationOf(answer))).returnTo), JSON.stringify(text));
    });
  });

  test('ends on the own origin even when a signed state names a hostile address', async () => {
    const { browser, bearer } = await service().signIn('ada');
    const own = decodeJwt(await begin(service(), browser));
    const acme = installationOn(service(), 'acme');
    const sample = pieceOf(hostileReturnAddresses(service().url), 25, 5);
    await inTurns([...sample, ...FORGED_MESSAGES], async (text) => {
      const state = await issueAt(service(), {
        type: 'install',
        csrf: 'c',
        returnTo: text,
        sessionId: String(own.sessionId),
      });
      const headers = [['cookie', 'host_install_csrf=c'] as const];
      const answer = await sendRequest(service().url, {
        target: `${CALLBACK}?installation_id=${acme}&state=${state}`,
        headers,
      });
      expectDocumented(answer, text);
      expect(answer.status, text).toBe(302);
      expectOwnOrigin(locationOf(answer), JSON.stringify(text));
    });
    expect((await linkedTo(service(), bearer)).filter((id) => id === acme)).toHaveLength(1);
  });

  test.each(['http://evil.example', '//evil.example', '/\\evil.example', '/..//evil.example'])(
    'to the sign-in stays on the own origin for a request to %s',
    async (prefix) => {
      const answer = await sendRequest(service().url, { target: `${prefix}${START}` });
      if (answer.status !== 302) return expect([400, 404]).toContain(answer.status);
      expect(locationOf(answer)).toMatch(/^\/api\/auth\/start\?returnTo=/);
      const next = await sendRequest(service().url, { target: locationOf(answer) });
      expectOwnOrigin(String(decodeJwt(stateIn(locationOf(next))).returnTo), prefix);
    },
  );
});

describe('the addresses of an installation', () => {
  const service = sharedService();

  test.each([
    ['GET', START],
    ['GET', CALLBACK],
    ['GET', '/api/install/status'],
    ['POST', COMPLETE],
    ['POST', '/api/install/webhook'],
  ])('%s %s answers no other method, not to the owner of a session either', async (allowed, target) => {
    const { browser } = await service().signIn('ada');
    const state = await begin(service(), browser);
    const cookie = await browser.jar.getCookieString(service().url);
    service().simulator.control.clearRequests();
    const query = `?installation_id=${installationOn(service(), 'acme')}&state=${state}`;
    await inTurns(
      METHODS.filter((method) => method !== allowed && method !== 'CONNECT'),
      async (method) => {
        const answer = await sendRequest(service().url, {
          method,
          target: target + query,
          headers: [['cookie', cookie]],
        });
        expect(answer.status, method).toBe(method === 'QUERY' ? 400 : 405);
        if (method !== 'HEAD') expectDocumented(answer, `${method} ${target}`);
        expect(headerLines(answer, 'set-cookie'), method).toEqual([]);
      },
    );
    expect(service().simulator.control.requests()).toEqual([]);
  });
});
