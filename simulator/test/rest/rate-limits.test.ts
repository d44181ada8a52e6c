import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator.ts';
import { graphql, installationToken, rest, signIn, simulatorFor } from '../client.ts';

const VIEWER = '{ viewer { login } }';

async function signedIn(options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  const { access_token: token } = await signIn(simulator, 'ada');
  const invite = (id: number) =>
    rest(simulator, '/orgs/acme/invitations', token, { method: 'POST', body: JSON.stringify({ invitee_id: id }) });
  return { simulator, token, invite, ...simulator };
}

test('both hourly limits are used up by calls, also by calls at the same time', async () => {
  const { simulator, token, control } = await signedIn();
  control.rateLimits({ core: 5, graphql: 2 });
  const replies = await Promise.all(Array.from({ length: 12 }, () => rest(simulator, '/user', token)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 403)).toHaveLength(7);
  expect(control.rateState('ada').core).toMatchObject({ limit: 5, remaining: 0, used: 12 });
  const answers = [];
  for (let call = 0; call < 3; call += 1) answers.push(await graphql(simulator, token, VIEWER));
  expect(answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])).toEqual([
    [200, '1'],
    [200, '0'],
    [200, '0'],
  ]);
  expect(answers[2]?.body).toEqual({
    errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1001.' }],
  });
});

test.each([
  [
    { status: 403, spelling: 'RATE_LIMITED' },
    { type: 'RATE_LIMITED', message: expect.stringContaining('limit exceeded') },
  ],
  [
    { status: 429, spelling: 'RATE_LIMIT' },
    { type: 'RATE_LIMIT', code: 'graphql_rate_limit', message: 'API rate limit already exceeded for user ID 1001.' },
  ],
] as const)('an exhausted limit is spelled %j', async (settings, error) => {
  const { simulator, token, control } = await signedIn();
  control.rateLimits({ ...settings, core: 0, graphql: 0 });
  const refused = await rest(simulator, '/user', token);
  expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([settings.status, '0']);
  expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  expect(refused.body).toMatchObject({ message: expect.stringMatching(/^API rate limit exceeded for user ID 1001\./) });
  expect((await graphql(simulator, token, VIEWER)).body).toEqual({ errors: [error] });
});

test('a limit resets after an hour, and an Enterprise Server counts once limits are set', async () => {
  let clock = Date.now();
  const { simulator, token, control } = await signedIn({ kind: 'enterprise-server', now: () => clock });
  expect((await rest(simulator, '/user', token)).headers.get('x-ratelimit-limit')).toBeNull();
  control.rateLimits({ core: 1 });
  expect([(await rest(simulator, '/user', token)).status, (await rest(simulator, '/user', token)).status]).toEqual([
    200, 403,
  ]);
  clock += 3_600_000;
  expect((await rest(simulator, '/user', token)).status).toBe(200);
});

test('creating too much in a minute is refused, for this user only, until a minute has passed', async () => {
  let clock = Date.now();
  const { simulator, token, control, world, invite } = await signedIn({ now: () => clock });
  control.secondaryLimit({ perMinute: 2 });
  const [one, two, three] = ['radia', 'edsger', 'barbara'].map((login) => world.user(login)?.id ?? 0);
  expect([(await invite(one ?? 0)).status, (await invite(two ?? 0)).status]).toEqual([201, 201]);
  clock += 20_000;
  const refused = await invite(three ?? 0);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([403, '40']);
  expect(refused.headers.get('x-ratelimit-remaining')).not.toBe('0');
  expect(refused.body.message).toMatch(/^You have exceeded a secondary rate limit/);
  expect((await rest(simulator, '/orgs/acme/memberships/tim', token, { method: 'PUT' })).status).toBe(403);
  expect((await rest(simulator, '/user', token)).status).toBe(200);
  clock += 40_001;
  expect((await invite(three ?? 0)).status).toBe(201);
  control.secondaryLimit({ perMinute: 0, status: 429, retryAfter: null });
  const silent = await invite(1);
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null]);
  control.secondaryLimit(null);
  expect((await invite(1)).status).toBe(422);
});

test('a secondary limit in GraphQL is an error with 200, or refused with 403', async () => {
  const { simulator, token, control } = await signedIn();
  control.fault({ kind: 'secondary-rate-limit', status: 200, times: 1, match: { path: '/graphql' } });
  const soft = await graphql(simulator, token, VIEWER);
  expect([soft.status, soft.headers.get('retry-after')]).toEqual([200, '60']);
  expect(soft.body).toEqual({
    errors: [{ type: 'RATE_LIMITED', message: expect.stringMatching(/secondary rate limit/) }],
  });
  control.fault({ kind: 'secondary-rate-limit' });
  expect(await graphql(simulator, token, VIEWER)).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/secondary rate limit/) },
  });
});

test('the tokens of an installation share a limit, which is nobody else’s', async () => {
  const { simulator, token, control, world } = await signedIn();
  const id = world.installationOf(world.needOrganization('acme').id)?.id ?? 0;
  const [one, two] = [await installationToken(simulator, 'acme'), await installationToken(simulator, 'acme')];
  const other = await installationToken(simulator, 'northwind');
  control.rateLimits({ core: 3, graphql: 1 });
  const statuses = async (tokens: readonly string[]) => {
    const answers = [];
    for (const each of tokens) answers.push((await rest(simulator, '/orgs/acme', each)).status);
    return answers;
  };
  expect(await statuses([one, two, one, two, one])).toEqual([200, 200, 200, 403, 403]);
  expect(await statuses([token, other])).toEqual([200, 200]);
  const refused = await rest(simulator, '/orgs/acme', two);
  expect(refused.body.message).toMatch(new RegExp(`^API rate limit exceeded for installation ID ${id}\\.`));
  expect(control.rateState(id).core).toMatchObject({ limit: 3, remaining: 0 });
  expect((await graphql(simulator, one, VIEWER)).body.data.viewer.login).toBe('orgdesk-dev[bot]');
  expect((await graphql(simulator, two, VIEWER)).body.errors).toMatchObject([{ type: 'RATE_LIMITED' }]);
  expect((await graphql(simulator, token, VIEWER)).body.data.viewer.login).toBe('ada');
});

test('the limit of an installation grows with members and repositories above twenty, up to a number', async () => {
  const { simulator, token, control, world } = await signedIn();
  const installed = await installationToken(simulator, 'acme');
  const limits = async (by = installed) => {
    const { core, graphql: ofGraphql } = (await rest(simulator, '/rate_limit', by)).body.resources;
    return [core.limit, ofGraphql.limit];
  };
  expect(await limits()).toEqual([5_000, 5_000]);
  const addMembers = (count: number, prefix: string) => {
    for (let index = 1; index <= count; index += 1) {
      const { login } = world.addUser({ login: `${prefix}-${index}` });
      world.addMembership({ organization: 'acme', login });
    }
  };
  addMembers(14, 'first');
  expect(await limits()).toEqual([5_000, 5_000]);
  addMembers(2, 'second');
  expect(await limits()).toEqual([5_100, 5_100]);
  for (let index = 1; index <= 16; index += 1) world.addRepository({ owner: 'acme', name: `more-${index}` });
  expect(await limits()).toEqual([5_150, 5_150]);
  expect(await limits(await installationToken(simulator, 'northwind'))).toEqual([12_500, 12_500]);
  expect(await limits(token)).toEqual([5_000, 5_000]);
  control.organizationPlan('acme', { name: 'enterprise' });
  expect(await limits()).toEqual([15_000, 10_000]);
  control.rateLimits({ core: 7 });
  expect(await limits()).toEqual([7, 10_000]);
});
