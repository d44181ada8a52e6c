import { describe, expect, test } from 'vitest';
import {
  DEVICE_REQUESTS_OF_NETWORK_MAX,
  WRONG_USER_CODES_IN_ALL_MAX,
  WRONG_USER_CODES_MAX,
  WRONG_USER_CODES_MIN,
} from '../../../../src/lib/limits/sessions.ts';
import { createBrowser } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { inSeries } from '../../../support/series.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { answerWith, approve, poll, postJson, startProgram } from './programs.ts';

/** Of one person. */
const GUESSES = inSeries(1_500, 500, 10_000);
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const codeOf = (number: number) =>
  Array.from({ length: 8 }, (_, index) => LETTERS[Math.floor(number / 20 ** index) % 20]).join('');

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('guesses of codes on %s', (engine) => {
  const service = sharedService({ engine, trustedProxies: ['127.0.0.1', '::1'] });
  const startFrom = (address: string) =>
    postJson(`${service().url}/api/auth/device`, { client_name: 'x' }, { 'x-forwarded-for': address });

  test(
    'thousands of one person find none, count by person on all instances, and lock nobody else out',
    async () => {
      service().clock.stop();
      const other = await service().addInstance();
      const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
      const program = await startProgram(service());
      const statuses = new Map<number, number>();
      for (let first = 0; first < GUESSES; first += 50) {
        const guesses = Array.from({ length: 50 }, (_, index) =>
          answerWith(index % 2 === 0 ? service() : other, ada.browser, 'request', codeOf(first + index)),
        );
        for (const { status } of await Promise.all(guesses)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses].sort()).toEqual([
        [404, WRONG_USER_CODES_MAX],
        [429, GUESSES - WRONG_USER_CODES_MAX],
      ]);
      expect((await answerWith(service(), ada.browser, 'request', program.user_code)).status).toBe(429);
      const done = await approve(service(), grace.browser, { login: 'grace', user_code: program.user_code });
      expect(done.location).toBe('/device?outcome=approved');
      expect((await poll(service(), program)).status).toBe(200);

      service().clock.advance(10 * 60_000);
      expect((await answerWith(service(), ada.browser, 'request', codeOf(1))).status).toBe(404);
      service().clock.reset();
    },
    inSeries(20, 5) * 60_000,
  );

  test('of many persons leave each a few codes, and right codes cost nothing', async () => {
    service().clock.stop();
    const { deviceRequests } = service().storage;
    const now = service().clock.now();
    for (let count = 0; count <= WRONG_USER_CODES_IN_ALL_MAX; count += 1)
      await deviceRequests.countWrongCode(null, WRONG_USER_CODES_IN_ALL_MAX, now);
    const alan = await service().signIn('alan');
    const program = await startProgram(service());
    for (let time = 0; time < WRONG_USER_CODES_MAX; time += 1)
      expect((await answerWith(service(), alan.browser, 'request', program.user_code)).status).toBe(200);
    const statuses: number[] = [];
    for (let guess = 0; guess <= WRONG_USER_CODES_MIN; guess += 1)
      statuses.push((await answerWith(service(), alan.browser, 'request', codeOf(guess))).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    service().clock.reset();
  });

  test('are no use without a session, or from another site', async () => {
    const program = await startProgram(service());
    const stranger = createBrowser();
    for (const path of ['request', 'approve', 'deny'] as const) {
      expect((await answerWith(service(), stranger, path, program.user_code)).status).toBe(401);
      const ada = await service().signIn('ada');
      const headers = { cookie: `host_session=${ada.id}`, origin: 'https://evil.example' };
      const { user_code } = program;
      expect((await postJson(`${service().url}/api/auth/device/${path}`, { user_code }, headers)).status).toBe(403);
    }
  });

  test('requests are bounded by network, so that one address locks out no other', async () => {
    const statuses: number[] = [];
    for (let count = 0; count <= DEVICE_REQUESTS_OF_NETWORK_MAX; count += 1)
      statuses.push((await startFrom(`2001:db8:1:2::${count.toString(16)}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(DEVICE_REQUESTS_OF_NETWORK_MAX);
    const refused = await startFrom('2001:db8:1:2::ffff');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await startFrom('2001:db8:1:3::1')).status).toBe(200);
  });
});
