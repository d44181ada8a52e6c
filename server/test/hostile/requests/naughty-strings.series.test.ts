import { describe, expect, test } from 'vitest';
import { createStateTokens } from '../../../src/lib/state-token.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { inTurns } from '../sign-in/in-turns.ts';
import { NAUGHTY_STRINGS as STRINGS } from './naughty-strings.ts';
import { oneLine, type RawRequest, sendRequest } from './raw-http.ts';

const header =
  (target: string, name: string, value: (text: string) => string = oneLine, method = 'GET') =>
  (text: string): RawRequest => ({ method, target, headers: [[name, value(text)]] });
const query =
  (path: string, name: string) =>
  (text: string): RawRequest => ({ target: `${path}${name}=${encodeURIComponent(text.toWellFormed())}` });

const LOGOUT = '/api/auth/logout';
const SESSION = '/api/auth/session';

/** Each field the service reads, what goes there, and every status it may answer. 400 alone: the bytes are not HTTP. */
const FIELDS: readonly (readonly [
  field: string,
  request: (text: string) => RawRequest,
  statuses: readonly number[],
])[] = [
  ['returnTo', query('/api/auth/start?', 'returnTo'), [302, 400]],
  ['returnTo, not encoded', (text) => ({ target: `/api/auth/start?returnTo=${text}` }), [302, 400]],
  ['mode', query('/api/auth/start?', 'mode'), [400]],
  [
    'the name of a parameter',
    (text) => ({ target: `/api/auth/start?${encodeURIComponent(text.toWellFormed())}[x]=1` }),
    [302],
  ],
  ['state', query('/api/auth?code=x&', 'state'), [302]],
  ['state, not encoded', (text) => ({ target: `/api/auth?code=x&state=${text}` }), [302, 400]],
  ['code without its cookie', query('/api/auth?state=a.b.c&', 'code'), [302]],
  ['a path', (text) => ({ target: `/api/${encodeURIComponent(text.toWellFormed())}` }), [404]],
  ['a path, not encoded', (text) => ({ target: `/${text}` }), [400, 404]],
  ['the bearer', header(SESSION, 'authorization', (text) => `Bearer x${oneLine(text)}`), [401, 400]],
  ['Authorization', header(SESSION, 'authorization'), [401, 400]],
  ['the session cookie', header(SESSION, 'cookie', (text) => `host_session=${oneLine(text)}`), [401, 400]],
  ['the CSRF cookie', header('/api/auth?state=x', 'cookie', (text) => `host_auth_csrf=${oneLine(text)}`), [302, 400]],
  ['Cookie', header(LOGOUT, 'cookie', oneLine, 'POST'), [200, 400]],
  ['Accept', header('/api/auth?state=x', 'accept'), [302, 400]],
  ['Origin', header(LOGOUT, 'origin', oneLine, 'POST'), [403, 400]],
  ['Sec-Fetch-Site', header(LOGOUT, 'sec-fetch-site', oneLine, 'POST'), [403, 400]],
  ['the rest of the headers', header(SESSION, 'x-forwarded-for'), [401, 400]],
  [
    'the body of logout',
    (body) => ({ method: 'POST', target: LOGOUT, headers: [['content-type', 'application/json']], body }),
    [200],
  ],
  [
    'Content-Type of logout',
    (text) => ({ ...header(LOGOUT, 'content-type', oneLine, 'POST')(text), body: text }),
    [200, 400],
  ],
  [
    'Content-Type of nothing',
    (text) => ({ ...header('/api/nothing', 'content-type', oneLine, 'POST')(text), body: text }),
    [400, 404, 415],
  ],
];

describe('a naughty string', () => {
  const service = sharedService();
  const attack = async (request: (text: string) => RawRequest, statuses: readonly number[]) => {
    await inTurns(STRINGS, async (text) => {
      const answer = await sendRequest(service().url, request(text));
      expectDocumented(answer, JSON.stringify(text));
      expect(statuses, JSON.stringify(text)).toContain(answer.status);
    });
  };

  test.each(FIELDS)('as %s is answered as documented', async (_field, request, statuses) => {
    await attack(request, statuses);
  });

  test('as an organization login is answered as documented to a member, and asks the code host nothing', async () => {
    const { bearer } = await service().signIn('ada');
    service().simulator.control.clearRequests();
    const headers = Object.entries(bearer);
    const path = '/api/organizations/';
    await attack((text) => ({ target: `${path}${encodeURIComponent(text.toWellFormed())}`, headers }), [404, 400]);
    await attack((text) => ({ target: `${path}${text}`, headers }), [200, 400, 404]);
    expect(service().simulator.control.requests()).toEqual([]);
  });

  test('as a login whose access is asked about is answered as documented, and only what can be a login is asked for [OA-8]', async () => {
    const { bearer } = await service().signIn('ada');
    service().simulator.control.clearRequests();
    const headers = Object.entries(bearer);
    const path = '/api/organizations/';
    await attack(
      (text) => ({ target: `${path}${encodeURIComponent(text.toWellFormed())}/access`, headers }),
      [200, 400],
    );
    const received = service().simulator.control.requests();
    const isLogin = (text: string) => /^[\w-]{1,100}$/.test(text.trim());
    expect(received.map(({ path }) => path).toSorted()).toEqual(
      STRINGS.filter(isLogin)
        .map((text) => `/user/memberships/orgs/${text.trim()}`)
        .toSorted(),
    );
  });

  test('as a code that is really exchanged ends in the documented refusal', async () => {
    const states = createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service().url }, service().clock);
    await inTurns(
      STRINGS.filter((text) => text !== ''),
      async (text) => {
        const csrf = crypto.randomUUID();
        const state = await states.issue({ type: 'oauth', csrf, mode: 'web', returnTo: '/' });
        const target = `/api/auth?state=${state}&code=${encodeURIComponent(text.toWellFormed())}`;
        const answer = await sendRequest(service().url, { target, headers: [['cookie', `host_auth_csrf=${csrf}`]] });
        expectDocumented(answer, JSON.stringify(text));
        expect(answer.bytes).toContain('authError=Could%20not%20complete%20sign%20in.');
      },
    );
  });

  test('as a name, a login or an avatar at the code host passes through unharmed', async () => {
    const world = service().simulator.world;
    for (const [index, name] of STRINGS.slice(0, 60).entries()) {
      const login = `naughty-${index}`;
      world.addUser({ login, name: name.toWellFormed() });
      const { answer } = await service().signIn(login, { mode: 'mobile' });
      expect(answer.status, JSON.stringify(name)).toBe(200);
      expect(answer.json).toMatchObject({ session: { user: { login } } });
    }
  });

  test('leaves no trace: nothing is polluted, every log line is one JSON object, and people still sign in', async () => {
    const fresh: Readonly<Record<string, unknown>> = {};
    expect([fresh.polluted, fresh.x, fresh.constructor === Object, Object.keys(Object.prototype)]).toEqual([
      undefined,
      undefined,
      true,
      [],
    ]);
    for (const line of service().logLines) {
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    }
    expect((await service().signIn('ada')).answer.status).toBe(302);
  });
});
