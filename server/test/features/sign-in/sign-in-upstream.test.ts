import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

interface Mobile {
  readonly session: {
    readonly installationIds: readonly number[];
    readonly user: { readonly login: string; readonly organizations: readonly { readonly login: string }[] };
  };
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('sign-in and the code host, on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const world = () => service().simulator.world;
  const signInMobile = async (login: string) => {
    const { answer } = await service().signIn(login, { mode: 'mobile' });
    return { status: answer.status, body: answer.json as Mobile };
  };

  test('takes two rounds: the exchange, then profile and installations side by side', async () => {
    host().clearRequests();
    const hold = host().hold({ path: '^/(graphql|user/installations)$' });
    const signingIn = signInMobile('ada');
    await hold.arrived(2);
    hold.release();
    expect((await signingIn).status).toBe(200);
    const paths = host()
      .requests()
      .map(({ path }) => path)
      .filter((path) => path !== '/login/oauth/authorize');
    expect(paths.toSorted()).toEqual(['/graphql', '/login/oauth/access_token', '/user/installations']);
    const oauth = { path: '/login/oauth/access_token' };
    expect(host().count(oauth)).toBe(1);
    expect(host().rounds({ path: '/graphql' })).toBe(1);
    const [profile] = host().requests({ path: '/graphql' });
    const [installations] = host().requests({ path: '/user/installations' });
    const [exchange] = host().requests(oauth);
    if (profile === undefined || installations === undefined || exchange === undefined) throw new Error('missing');
    expect(Math.min(profile.startedAt, installations.startedAt)).toBeGreaterThan(exchange.endedAt ?? Infinity);
    expect(Math.max(profile.startedAt, installations.startedAt)).toBeLessThan(
      Math.min(profile.endedAt ?? Infinity, installations.endedAt ?? Infinity),
    );
  });

  test('a person without organizations gets a session with empty lists [W-3 R-3 B-17]', async () => {
    world().addUser({ login: 'nobody-yet' });
    const { status, body } = await signInMobile('nobody-yet');
    expect([status, body.session.user.organizations, body.session.installationIds]).toEqual([200, [], []]);
  });

  test('all pages count: 130 organizations and 250 installations, those on people left out [B-8 B-10 B-12]', async () => {
    world().addUser({ login: 'busy' });
    // The first 130 installations are on the organizations, the other 120 on people.
    const crowd = world().enlarge('busy', { organizations: 130, installations: 250, prefix: 'busy' });
    const { status, body } = await signInMobile('busy');
    expect(status).toBe(200);
    const logins = body.session.user.organizations.map(({ login }) => login);
    expect(logins).toEqual(crowd.organizations);
    expect(body.session.installationIds).toEqual(crowd.installationIds.slice(0, 130));
  });

  test('organizations that single sign-on withholds are left out, the others stay', async () => {
    world().addUser({ login: 'outsider' });
    world().enlarge('outsider', { organizations: 2, prefix: 'open' });
    world().addMembership({ organization: 'vaultworks', login: 'outsider' });
    const { status, body } = await signInMobile('outsider');
    expect(status).toBe(200);
    expect(body.session.user.organizations.map(({ login }) => login)).toEqual(['open-0001', 'open-0002']);
  });

  test.each([
    ['answers 502', { kind: 'bad-gateway-html' }],
    ['answers something else', { kind: 'wrong-types' }],
    ['is rate limited', { kind: 'primary-rate-limit' }],
  ] as const)('the REST look-up takes over when GraphQL %s [B-9]', async (_what, effect) => {
    host().fault({ match: { path: '/graphql' }, ...effect });
    const { status, body } = await signInMobile('ada');
    host().clearFaults();
    expect(status).toBe(200);
    expect(body.session.user.organizations).toContainEqual(
      expect.objectContaining({ login: 'acme', viewerCanAdminister: true }),
    );
  });

  test('an exchange that redirects is refused, and its target is never asked', async () => {
    const target = `${service().simulator.url}/internal`;
    host().fault({ match: { path: '/login/oauth/access_token' }, times: 1, kind: 'redirect', location: target });
    host().clearRequests();
    expect((await signInMobile('ada')).status).toBe(500);
    expect(host().count({ path: '/internal' })).toBe(0);
  });

  test('a second sign-in replaces the memberships as a set [S-1]', async () => {
    world().addUser({ login: 'mover' });
    world().enlarge('mover', { organizations: 3, prefix: 'mover' });
    await signInMobile('mover');
    world().removeMembership('mover-0002', 'mover');
    const { body } = await signInMobile('mover');
    expect(body.session.user.organizations.map(({ login }) => login)).toEqual(['mover-0001', 'mover-0003']);
  });

  test('cancelling, failing and signing in make no call more than once', async () => {
    host().clearRequests();
    host().fault({ match: { path: '/user/installations' }, times: 1, kind: 'bad-gateway-html' });
    await signInMobile('ada');
    expect(host().count({ path: '/user/installations' })).toBe(1);
    expect(host().count({ path: '/login/oauth/access_token' })).toBe(1);
  });

  test('answers 503 without a stack trace when the database fails in the middle [E-8]', async () => {
    await service().storage.close();
    const answer = await fetchOnce(`${service().url}/api/auth/session`, {
      headers: { authorization: `Bearer ${'a'.repeat(64)}` },
    });
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        code: 'database-away',
        error: 'The database of this service is not responding. Please try again.',
      },
    ]);
  });
});
