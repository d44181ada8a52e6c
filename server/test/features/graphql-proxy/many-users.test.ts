import { expect, test } from 'vitest';
import { inTurns } from '../../hostile/sign-in/in-turns.ts';
import { inSeries } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { proxy } from './operations.ts';

const USERS = 50;
const REQUESTS = inSeries(1_500, 500, 10_000);
const AT_ONCE = 25;
const QUERY = 'query ViewerProfile { viewer { login } }';

const service = sharedService();

test(`${REQUESTS} interleaved requests of ${USERS} people, whose tokens are renewed on the way, are each answered of their own [GP-2]`, {
  timeout: 600_000,
}, async () => {
  const { simulator, clock, signIn, url } = service();
  const { control, world } = simulator;
  control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });
  const people = Array.from({ length: USERS }, (_, index) => `person-${index}`);
  for (const login of people) world.addUser({ login });
  const headers = await inTurns(people, async (login) => (await signIn(login)).bearer);
  control.clearRequests();

  const mismatches: string[] = [];
  await inTurns(
    Array.from({ length: REQUESTS }, (_, index) => index),
    async (index) => {
      if (index === REQUESTS / 2) clock.advance(28_800_000 - 180_000);
      // Steps through all people in another order in every round.
      const who = (index * 7 + Math.floor(index / USERS)) % USERS;
      const answer = await proxy(url, headers[who] ?? {}, { query: QUERY, operationName: 'ViewerProfile' });
      if (answer.text !== JSON.stringify({ data: { viewer: { login: people[who] } } })) {
        mismatches.push(`${people[who]}: ${answer.status} ${answer.text}`);
      }
    },
    AT_ONCE,
  );
  expect(mismatches).toEqual([]);
  for (const login of people) {
    expect(control.count({ path: '/graphql', login })).toBe(REQUESTS / USERS);
    expect(control.count({ path: '/login/oauth/access_token', login })).toBe(1);
  }
});
