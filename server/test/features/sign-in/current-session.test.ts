import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const NO_SESSION = { authenticated: false, session: null };
const UNKNOWN = 'f'.repeat(64);

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('GET /api/auth/session on %s', (engine) => {
  const service = sharedService({ engine });
  const read = (headers: Record<string, string> = {}) => fetchOnce(`${service().url}/api/auth/session`, { headers });

  test('answers the session that signed in, and no token in it [W-5 R-1 R-4 G-1]', async () => {
    const { answer, id, bearer } = await service().signIn('ada', { mode: 'mobile' });
    const current = await read(bearer);
    expect(current.status).toBe(200);
    expect(current.json).toEqual({ authenticated: true, session: (answer.json as { session: unknown }).session });
    for (const secret of service().simulator.control.issuedSecrets()) expect(current.text).not.toContain(secret);
    expect(current.text).toContain(id);
  });

  test('answers 401 without a session [G-2 U-2 U-3]', async () => {
    const answer = await read();
    expect([answer.status, answer.json, answer.setCookies]).toEqual([401, NO_SESSION, []]);
  });

  describe('takes the bearer header first and the cookie only when there is none [U-1]', () => {
    test.each<readonly [string, (ada: string, grace: string) => Record<string, string>, string | null]>([
      ['bearer alone', (ada) => ({ authorization: `Bearer ${ada}` }), 'ada'],
      ['bearer in lower case', (ada) => ({ authorization: `bearer ${ada}` }), 'ada'],
      ['bearer with two spaces', (ada) => ({ authorization: `Bearer  ${ada}` }), 'ada'],
      ['cookie alone', (_ada, grace) => ({ cookie: `host_session=${grace}` }), 'grace'],
      ['both', (ada, grace) => ({ authorization: `Bearer ${ada}`, cookie: `host_session=${grace}` }), 'ada'],
      [
        'unknown bearer, good cookie',
        (_a, g) => ({ authorization: `Bearer ${UNKNOWN}`, cookie: `host_session=${g}` }),
        null,
      ],
      [
        'malformed bearer, good cookie',
        (_a, g) => ({ authorization: 'Bearer %zz', cookie: `host_session=${g}` }),
        null,
      ],
      ['empty bearer, good cookie', (_a, g) => ({ authorization: 'Bearer', cookie: `host_session=${g}` }), null],
      [
        'another scheme, good cookie',
        (_a, g) => ({ authorization: 'Basic eDp5', cookie: `host_session=${g}` }),
        'grace',
      ],
      ['another scheme alone', (a) => ({ authorization: `Token ${a}` }), null],
      ['upper-case ID', (a) => ({ authorization: `Bearer ${a.toUpperCase()}` }), null],
      ['ID with a tail', (a) => ({ authorization: `Bearer ${a} x` }), null],
      ['two cookies, the first good', (a, g) => ({ cookie: `host_session=${g}; host_session=${a}` }), 'grace'],
      ['two cookies, the first bad', (a) => ({ cookie: `host_session=x; host_session=${a}` }), null],
      ['cookie with broken encoding', () => ({ cookie: 'host_session=%E0%A4%A' }), null],
      ['cookie among others', (_a, g) => ({ cookie: `a=b;host_session=${g};  c="d"` }), 'grace'],
    ])('%s', async (_what, headers, login) => {
      const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
      const answer = await read(headers(ada.id, grace.id));
      if (login === null) expect([answer.status, answer.json]).toEqual([401, NO_SESSION]);
      else expect(answer.json).toMatchObject({ authenticated: true, session: { user: { login } } });
    });
  });

  describe('when the session is optional', () => {
    const readOptional = (headers: Record<string, string> = {}) =>
      fetchOnce(`${service().url}/api/auth/session?optional=true`, { headers });
    const presentations = (id: string) => [{ authorization: `Bearer ${id}` }, { cookie: `host_session=${id}` }];

    test('answers the session as always', async () => {
      const { id } = await service().signIn('ada');
      for (const headers of presentations(id)) {
        const [usual, optional] = [await read(headers), await readOptional(headers)];
        expect([optional.status, optional.text]).toEqual([200, usual.text]);
        expect(optional.headers.get('content-type')).toBe(usual.headers.get('content-type'));
      }
    });

    test('answers 200 and no session to a caller without one [G-4]', async () => {
      const nothing = await readOptional();
      expect([nothing.status, nothing.json, nothing.setCookies]).toEqual([200, NO_SESSION, []]);
      expect(nothing.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(nothing.headers.get('cache-control')).toBe('no-store');
    });

    test.each([UNKNOWN, '%zz', 'short', ''])('answers 200 and no session to an ID nobody has: "%s"', async (id) => {
      for (const headers of presentations(id)) {
        const answer = await readOptional(headers);
        expect([answer.status, answer.json]).toEqual([200, NO_SESSION]);
      }
    });

    test('answers 200 and no session after a sign-out and after expiry [G-4]', async () => {
      const ended = await service().signIn('ada');
      await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: ended.bearer });
      const expired = await service().signIn('ada');
      service().clock.advance(24 * 60 * 60 * 1000);
      for (const headers of [...presentations(ended.id), ...presentations(expired.id)]) {
        const answer = await readOptional(headers);
        expect([answer.status, answer.json]).toEqual([200, NO_SESSION]);
        expect((await read(headers)).status).toBe(401);
      }
      service().clock.reset();
    });

    test.each([
      '',
      '?optional',
      '?optional=',
      '?optional=1',
      '?optional=TRUE',
      '?optional=true&optional=true',
      '?x=true',
    ])('is 401 as always when it is asked with "%s" [G-4]', async (query) => {
      const answer = await fetchOnce(`${service().url}/api/auth/session${query}`);
      expect([answer.status, answer.json]).toEqual([401, NO_SESSION]);
    });
  });

  test('accepts neither the stored key of a session nor a state token as a credential [T-7]', async () => {
    const { browser, id } = await service().signIn('ada');
    const { createHash } = await import('node:crypto');
    const key = createHash('sha256').update(id).digest('hex');
    const state = (await service().authorize(browser, 'ada')).searchParams.get('state') ?? '';
    for (const credential of [key, state]) {
      expect((await read({ authorization: `Bearer ${credential}` })).status).toBe(401);
      expect((await read({ cookie: `host_session=${credential}` })).status).toBe(401);
    }
  });

  test('50 parallel reads after expiry all answer 401, and the session is deleted [S-3 G-2 U-2]', async () => {
    service().simulator.control.tokenSettings({ expiring: false });
    const { bearer } = await service().signIn('ada');
    service().simulator.control.tokenSettings({ expiring: true });
    expect((await read(bearer)).status).toBe(200);
    service().clock.advance(24 * 60 * 60 * 1000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(bearer)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    service().clock.reset();
    expect((await read(bearer)).status).toBe(401);
  });

  test('a token that does not expire is never refreshed [B-5]', async () => {
    service().simulator.control.tokenSettings({ expiring: false });
    const { bearer } = await service().signIn('ada');
    service().simulator.control.tokenSettings({ expiring: true });
    service().simulator.control.clearRequests();
    service().clock.advance(23 * 60 * 60 * 1000);
    expect((await read(bearer)).status).toBe(200);
    service().clock.reset();
    expect(service().simulator.control.requests()).toEqual([]);
  });

  test('a session lasts no longer than a token that cannot be refreshed [S-2 S-6]', async () => {
    const { bearer } = await service().signIn('ada');
    service().clock.advance(28_800_000);
    expect((await read(bearer)).status).toBe(401);
    service().clock.reset();
  });

  test('the cookie is set again with the remaining time after a refresh, for the cookie only', async () => {
    for (const via of ['cookie', 'bearer'] as const) {
      const { id } = await service().signIn('ada');
      service().clock.advance(28_800_000 - 200_000);
      const answer = await read(
        via === 'cookie' ? { cookie: `host_session=${id}` } : { authorization: `Bearer ${id}` },
      );
      service().clock.reset();
      expect(answer.status).toBe(200);
      const cookie = setCookieNamed(answer.setCookies, 'host_session');
      if (via === 'bearer') expect(cookie).toBeNull();
      else {
        expect(cookie?.value).toBe(id);
        const maxAge = Number(cookie?.attributes['max-age']);
        expect(maxAge).toBeGreaterThan(28_700);
        expect(maxAge).toBeLessThanOrEqual(28_800);
      }
    }
  });
});
