import { createWorld, type World } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import { readProfile } from '../../../src/code-host/people/accounts.ts';
import { startHost } from '../host-under-test.ts';

/** A world of one person with this many organizations. */
const worldWith = (organizations: number): World =>
  createWorld((world) => {
    world.addUser({ login: 'ada', name: 'Ada Lovelace' });
    world.enlarge('ada', { organizations, role: 'admin' });
  });

test('the profile tells the person and each organization with name, picture and rights [B-8]', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('alan');
  const [user, acme, lumen] = [
    simulator.world.user('alan'),
    simulator.world.organization('acme'),
    simulator.world.organization('lumen-labs'),
  ];
  simulator.world.setRole('lumen-labs', 'alan', 'admin');

  const profile = await readProfile(host.as({ token: accessToken }));

  const picture = expect.stringMatching(/^http.*avatars/);
  expect(profile).toEqual({
    ok: true,
    value: {
      user: { id: user?.id, login: 'alan', name: null, avatarUrl: picture },
      memberships: [
        {
          organization: { id: acme?.id, login: 'acme', name: 'Acme Corporation', avatarUrl: picture },
          viewerCanAdminister: false,
        },
        {
          organization: { id: lumen?.id, login: 'lumen-labs', name: 'Lumen Labs', avatarUrl: picture },
          viewerCanAdminister: true,
        },
      ],
    },
  });
});

test.for([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
] as const)('%i organizations are all there, by %i GraphQL calls and nothing else', async ([organizations, calls]) => {
  const { host, simulator, signIn } = await startHost({ world: worldWith(organizations) });
  const { accessToken } = await signIn('ada');

  const profile = await readProfile(host.as({ token: accessToken }));

  const ids = profile.ok ? profile.value.memberships.map(({ organization }) => organization.id) : [];
  expect(new Set(ids).size).toBe(organizations);
  expect([simulator.control.count({ path: '/graphql' }), simulator.control.count()]).toEqual([calls, calls]);
});

test.for([
  [0, 1],
  [100, 1],
  [101, 2],
  [250, 3],
] as const)(
  'without GraphQL, %i organizations are all there, by %i REST calls beside the one for the person',
  async ([organizations, calls]) => {
    const { host, simulator, signIn } = await startHost({ world: worldWith(organizations) });
    const { accessToken } = await signIn('ada');
    simulator.control.fault({ kind: 'bad-gateway-html', match: { path: '/graphql' } });
    const person = simulator.control.hold({ path: '^/user$' });

    const pending = readProfile(host.as({ token: accessToken }));
    await person.arrived(1);
    await expect.poll(() => simulator.control.count({ path: '/user/memberships/orgs' })).toBe(calls);
    person.release();
    const profile = await pending;

    expect(profile).toMatchObject({ ok: true, value: { user: { login: 'ada', name: 'Ada Lovelace' } } });
    const memberships = profile.ok ? profile.value.memberships : [];
    expect(new Set(memberships.map(({ organization }) => organization.id)).size).toBe(organizations);
    expect(memberships.every(({ viewerCanAdminister }) => viewerCanAdminister)).toBe(true);
    expect(memberships.every(({ organization }) => organization.name === null)).toBe(true);
    expect(simulator.control.count()).toBe(1 + 1 + calls);
  },
);

test('when a later GraphQL page fails, everything comes from REST [B-9]', async () => {
  const { host, simulator, log, signIn } = await startHost({ world: worldWith(101) });
  const { accessToken } = await signIn('ada');
  simulator.control.fault({ kind: 'bad-gateway-html', match: { operation: 'ViewerOrganizations' } });

  const profile = await readProfile(host.as({ token: accessToken }));

  const memberships = profile.ok ? profile.value.memberships : [];
  expect(memberships.filter(({ organization }) => organization.name === null)).toHaveLength(101);
  expect(log.lines).toEqual([expect.objectContaining({ level: 'warn', refusal: expect.anything() })]);
});

test.for(['RATE_LIMITED', 'RATE_LIMIT'] as const)('GraphQL limited as %s is made up for by REST', async (spelling) => {
  const { host, simulator, log, signIn } = await startHost();
  const { accessToken } = await signIn('ada');
  simulator.control.fault({ kind: 'primary-rate-limit', spelling, match: { path: '/graphql' } });

  expect(await readProfile(host.as({ token: accessToken }))).toMatchObject({
    ok: true,
    value: { user: { login: 'ada' } },
  });
  expect(log.lines).toEqual([
    expect.objectContaining({ refusal: { kind: 'rate-limited', retryAt: expect.anything() } }),
  ]);
});

test('organizations withheld by single sign-on are left out, the others stay, without a second attempt', async () => {
  const { host, simulator, log, signIn } = await startHost();
  const { accessToken } = await signIn('katherine');

  const profile = await readProfile(host.as({ token: accessToken }));

  expect(profile.ok && profile.value.memberships.map(({ organization }) => organization.login)).toEqual(['acme']);
  expect([simulator.control.count(), log.lines]).toEqual([1, []]);
});

test('an invitation that was not accepted is no membership, by GraphQL or REST', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('dorothy');

  const logins = async () => {
    const profile = await readProfile(host.as({ token: accessToken }));
    return profile.ok ? profile.value.memberships.map(({ organization }) => organization.login) : profile.refusal;
  };

  expect(await logins()).not.toContain('lumen-labs');
  simulator.control.fault({ kind: 'empty', match: { path: '/graphql' } });
  expect(await logins()).toEqual(['acme']);
});

test('a dead token is unauthorized after one call', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('ada');
  simulator.control.revokeTokens('ada');

  expect(await readProfile(host.as({ token: accessToken }))).toEqual({ ok: false, refusal: { kind: 'unauthorized' } });
  expect(simulator.control.count()).toBe(1);
});

test('a token that dies between GraphQL and REST is unauthorized', async () => {
  const { host, simulator, signIn } = await startHost();
  const { accessToken } = await signIn('ada');
  simulator.control.fault({ kind: 'empty', match: { path: '/graphql' }, after: true });
  const graphql = simulator.control.hold({ path: '/graphql' }, 'after');

  const pending = readProfile(host.as({ token: accessToken }));
  await graphql.arrived(1);
  simulator.control.expireAccessTokens('ada');
  graphql.release();

  expect(await pending).toEqual({ ok: false, refusal: { kind: 'unauthorized' } });
});
