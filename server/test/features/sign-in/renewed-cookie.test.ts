import { expect, test } from 'vitest';
import { type Browser, createBrowser } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { installationIdOf } from '../../support/service/installation-ids.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const TOKEN_LIFETIME_MS = 28_800_000;

const service = sharedService();
const at = (path: string) => `${service().url}${path}`;
const read = (browser: Browser, headers: Record<string, string> = {}) =>
  browser.request(at('/api/auth/session'), { headers });
/** Reads the cookie's Max-Age in seconds; null if absent. */
const maxAgeOf = ({ setCookies }: { readonly setCookies: readonly string[] }): number | null => {
  const cookie = setCookieNamed(setCookies, 'host_session');
  return cookie === null ? null : Number(cookie.attributes['max-age']);
};
/** A session whose token is due, in a browser that knows only the end it had at sign-in. */
const due = async () => {
  const signedIn = await service().signIn('ada');
  service().clock.advance(TOKEN_LIFETIME_MS - 200_000);
  return signedIn;
};

const REFRESHED_BY = {
  'a bearer client': async ({ bearer }) => {
    expect(maxAgeOf(await read(createBrowser(), bearer))).toBeNull();
  },
  'a request whose answer was lost': async ({ id }) => {
    await read(createBrowser(), { cookie: `host_session=${id}` });
  },
  'the callback of an installation': async ({ browser }) => {
    const state = new URL((await browser.request(at('/api/install/start'))).location ?? '').searchParams.get('state');
    const query = new URLSearchParams({
      installation_id: String(installationIdOf(service().simulator, 'acme')),
      state: state ?? '',
    });
    const answer = await browser.request(at(`/api/install/callback?${query}`));
    expect([answer.status, maxAgeOf(answer)]).toEqual([302, null]);
  },
} satisfies Record<string, (signedIn: Awaited<ReturnType<typeof due>>) => Promise<void>>;

test.each(Object.entries(REFRESHED_BY))(
  'the browser is told the new end of its session after a refresh by %s [C-1]',
  async (_who, refresh) => {
    const signedIn = await due();
    await refresh(signedIn);
    for (const path of ['/api/auth/session', '/api/organizations/acme/access']) {
      const maxAge = maxAgeOf(await signedIn.browser.request(at(path)));
      expect([path, maxAge]).toEqual([path, expect.any(Number)]);
      expect(maxAge).toBeGreaterThan(TOKEN_LIFETIME_MS / 1000 - 200);
    }
    service().clock.advance(200_000);
    expect((await read(signedIn.browser)).status).toBe(200);
    service().clock.reset();
  },
);

test('a session that was never refreshed has the cookie of its sign-in', async () => {
  const { browser } = await service().signIn('ada');
  const answer = await read(browser);
  expect([answer.status, answer.setCookies]).toEqual([200, []]);
});
