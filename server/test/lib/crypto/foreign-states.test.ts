import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import type { Instance, InstanceOptions } from '../../support/service/start-service.ts';

const ANOTHER_KEY =
  'a state token has an invalid signature: do all instances use the same SESSION_SECRET, or without it, the same App credentials?';
const ANOTHER_ADDRESS = 'a state token was issued for another URL: do all instances use the same BASE_URL?';
const MINUTE_MS = 60_000;

describe('a sign-in that ends on another instance', () => {
  const service = sharedService();
  let from = 0;
  beforeEach(() => {
    service().clock.reset();
    from = service().logLines.length;
  });
  const warnings = () =>
    service()
      .logLines.slice(from)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /^a state token /.test(msg))
      .map(({ level, msg, times }) => [level, msg, times]);

  /** Begins a sign-in here and ends it there. */
  async function endOn({ url }: Instance, path = '/api/auth'): Promise<number> {
    const browser = createBrowser();
    const callback = await service().authorize(browser, 'ada', { mode: 'mobile' });
    return (await browser.request(`${url}${path}${callback.search}`)).status;
  }

  test.each<[string, InstanceOptions, string]>([
    ['SESSION_SECRET', { signingSecret: 'a signing secret that no other instance has' }, ANOTHER_KEY],
    ['BASE_URL', { baseUrl: 'https://other.example' }, ANOTHER_ADDRESS],
    [
      'SESSION_SECRET and another BASE_URL',
      { signingSecret: 'a signing secret that no other instance has', baseUrl: 'https://other.example' },
      ANOTHER_KEY,
    ],
  ])(
    'with another %s is warned of with the reason, once a minute with their number',
    async (_what, options, sentence) => {
      const other = await service().addInstance(options);
      for (const _time of [1, 2, 3]) expect([302, 400]).toContain(await endOn(other));
      expect(warnings()).toEqual([['warn', sentence, 1]]);
      service().clock.advance(MINUTE_MS);
      await endOn(other);
      expect(warnings()).toEqual([
        ['warn', sentence, 1],
        ['warn', sentence, 3],
      ]);
    },
  );

  test('with the same settings is not warned of', async () => {
    expect(await endOn(await service().addInstance())).toBe(200);
    expect(warnings()).toEqual([]);
  });

  test('an installation that ends on an instance with another SESSION_SECRET is warned of too', async () => {
    const other = await service().addInstance({ signingSecret: 'a signing secret that no other instance has' });
    expect(await endOn(other, '/api/install/callback')).toBe(400);
    expect(warnings()).toEqual([['warn', ANOTHER_KEY, 1]]);
  });

  test('states that are none of ours, or have expired, are not warned of', async () => {
    const expired = await service().authorize(createBrowser(), 'ada');
    service().clock.advance(11 * MINUTE_MS);
    const foreign = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('https://other.example')
      .sign(Buffer.from('a key of somebody else, long enough'));
    for (const state of ['', 'x', 'a.b.c', foreign, expired.searchParams.get('state') ?? '']) {
      await fetchOnce(`${service().url}/api/auth?code=x&state=${state}`);
    }
    expect(warnings()).toEqual([]);
  });
});
