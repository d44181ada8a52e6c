import { describe, expect, test } from 'vitest';
import { clientNameOf } from '../../../src/features/sign-in/complete-sign-in.ts';
import { SESSION_USE_EVERY_MS } from '../../../src/lib/limits/sessions.ts';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import type { SignedIn } from '../../support/service/start-service.ts';

interface Listed {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly client: string | null;
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the sessions of a person on %s', (engine) => {
  const service = sharedService({ engine });
  const list = async ({ bearer }: Pick<SignedIn, 'bearer'>): Promise<readonly Listed[]> => {
    const answer = await fetchOnce(`${service().url}/api/auth/sessions`, { headers: bearer });
    expect(answer.status).toBe(200);
    return (answer.json as { readonly sessions: readonly Listed[] }).sessions;
  };
  const post = (path: string, headers: Readonly<Record<string, string>>) =>
    fetchOnce(`${service().url}/api/auth/sessions/${path}`, { method: 'POST', headers });
  const isOver = async ({ bearer }: SignedIn) =>
    (await fetchOnce(`${service().url}/api/auth/session`, { headers: bearer })).status === 401;

  test('are told with what signed in, and the current one first', async () => {
    const laptop = await service().signIn('ada', { browser: createBrowser({ 'user-agent': FIREFOX }) });
    const script = await service().signIn('ada', { browser: createBrowser({ 'user-agent': 'curl/8.5.0' }) });
    const [current, ...others] = await list(laptop);
    expect(current).toMatchObject({ isCurrent: true, client: 'Firefox on Linux' });
    expect(others.map(({ isCurrent }) => isCurrent)).not.toContain(true);
    expect(others.map(({ client }) => client)).toContain('curl');
    expect((await list(script))[0]).toMatchObject({ isCurrent: true, client: 'curl' });
  });

  test('are named so that a name opens nothing, and none is the hash that is stored', async () => {
    const ada = await service().signIn('ada');
    const names = (await list(ada)).map(({ id }) => id);
    for (const name of names) {
      expect(name).toMatch(/^[\da-f]{32}$/);
      const answer = await fetchOnce(`${service().url}/api/auth/session`, {
        headers: { authorization: `Bearer ${name}` },
      });
      expect(answer.status).toBe(401);
    }
    expect(names.some((name) => ada.id.includes(name))).toBe(false);
  });

  test('are never those of somebody else, nor ended by them', async () => {
    const ada = await service().signIn('ada');
    const grace = await service().signIn('grace');
    const [own] = await list(ada);
    expect((await list(grace)).map(({ id }) => id)).not.toContain(own?.id);
    expect((await post(`${own?.id}/end`, grace.bearer)).json).toEqual({ ended: 0 });
    expect(await isOver(ada)).toBe(false);
  });

  test('end one by one, at once on every instance', async () => {
    const [here, there] = [await service().signIn('edsger'), await service().signIn('edsger')];
    const [, other] = await list(here);
    expect((await post(`${other?.id}/end`, here.bearer)).json).toEqual({ ended: 1 });
    expect([await isOver(there), await isOver(here)]).toEqual([true, false]);
    expect((await post(`${other?.id}/end`, here.bearer)).json).toEqual({ ended: 0 });
  });

  test('end all but the one that asks', async () => {
    const people = [await service().signIn('alan'), await service().signIn('alan'), await service().signIn('alan')];
    const [asking] = people;
    if (asking === undefined) throw new Error('nobody asks');
    const before = (await list(asking)).length;
    expect((await post('end-others', asking.bearer)).json).toEqual({ ended: before - 1 });
    expect(await Promise.all(people.map(isOver))).toEqual([false, true, true]);
    expect(await list(asking)).toHaveLength(1);
  });

  test('the end of the current one is a sign-out, cookies included', async () => {
    const { browser, bearer } = await service().signIn('ada');
    const [own] = await list({ bearer });
    const answer = await browser.request(`${service().url}/api/auth/sessions/${own?.id}/end`, { method: 'POST' });
    expect(answer.json).toEqual({ ended: 1 });
    expect(setCookieNamed(answer.setCookies, 'host_session')).toMatchObject({ value: '' });
    expect(await browser.cookie(service().url, 'host_session')).toBeNull();
  });

  test.each(['', 'x', '%00', "'; drop table sessions; --", 'f'.repeat(500), '../logout'])(
    'a name that is none, %j, ends nothing',
    async (name) => {
      const ada = await service().signIn('ada');
      const answer = await post(`${encodeURIComponent(name)}/end`, ada.bearer);
      expect([200, 404]).toContain(answer.status);
      expect(await isOver(ada)).toBe(false);
    },
  );

  test('nothing is told or ended without a session, or for another site', async () => {
    const { browser, bearer } = await service().signIn('ada');
    const [own] = await list({ bearer });
    expect((await fetchOnce(`${service().url}/api/auth/sessions`)).status).toBe(401);
    for (const path of ['end-others', `${own?.id}/end`]) {
      expect((await post(path, {})).status).toBe(401);
      const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } };
      expect((await browser.request(`${service().url}/api/auth/sessions/${path}`, foreign)).status).toBe(403);
    }
    expect((await list({ bearer })).length).toBeGreaterThan(0);
  });

  test('the last use is told to five minutes', async () => {
    const { clock } = service();
    clock.stop();
    const ada = await service().signIn('radia');
    const used = async () => (await list(ada))[0]?.lastUsedAt;
    const first = await used();
    clock.advance(SESSION_USE_EVERY_MS - 1_000);
    expect(await used()).toBe(first);
    clock.advance(1_000);
    const second = await used();
    clock.reset();
    expect(Date.parse(second ?? '') - Date.parse(first ?? '')).toBe(SESSION_USE_EVERY_MS);
  });
});

test('a user agent without end is cut', () => {
  expect(clientNameOf(`${'('.repeat(100_000)}${'/'.repeat(100_000)}`)?.length ?? 0).toBeLessThanOrEqual(60);
});

test.each<readonly [string | null, string | null]>([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['curl/8.5.0', 'curl'],
  ['orgdesk-mobile/1.2 (iPhone)', 'orgdesk-mobile on iOS'],
  ['', null],
  [null, null],
  ['\u202e\u0000', null],
  ['a'.repeat(100), 'a'.repeat(60)],
])('of %j is kept what people know it by', (userAgent, name) => {
  expect(clientNameOf(userAgent)).toBe(name);
});
