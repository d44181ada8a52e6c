import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const SIGN_IN = { error: 'Please sign in to continue.' };
const NOT_FOUND = { error: 'This organization was not found, or you are not a member of it.' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('organizations on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const get = (path: string, headers: Record<string, string> = {}) => fetchOnce(`${service().url}${path}`, { headers });
  const installationOf = (login: string) => world().installationOf(world().organization(login)?.id ?? 0);

  test('GET /api/organizations lists every organization with role and App status, all fields of the specification [W-2 R-13 O-1]', async () => {
    const { bearer } = await service().signIn('ada');
    const answer = await get('/api/organizations', bearer);
    expect(answer.status).toBe(200);
    const { organizations } = answer.json as { organizations: readonly { login: string }[] };
    const byLogin = new Map(organizations.map((organization) => [organization.login, organization]));
    expect(byLogin.get('acme')).toEqual({
      id: world().organization('acme')?.id,
      login: 'acme',
      name: expect.any(String),
      avatarUrl: expect.any(String),
      viewerCanAdminister: true,
      hasAppInstalled: true,
      installationId: installationOf('acme')?.id,
      repositoryCount: null,
      repositorySelection: 'all',
      suspendedAt: null,
    });
    expect(byLogin.get('lumen-labs')).toMatchObject({ hasAppInstalled: true, repositorySelection: 'selected' });
    expect(byLogin.get('harbor-tools')).toMatchObject({
      hasAppInstalled: true,
      suspendedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(byLogin.get('quiet-co')).toMatchObject({
      hasAppInstalled: false,
      installationId: null,
      repositoryCount: null,
      repositorySelection: null,
      suspendedAt: null,
    });
  });

  test('a person without organizations gets an empty list', async () => {
    world().addUser({ login: 'alone' });
    const { bearer } = await service().signIn('alone');
    expect((await get('/api/organizations', bearer)).json).toEqual({ organizations: [] });
  });

  test('the role is that of the sign-in: rights granted later need a new one [O-7]', async () => {
    world().addUser({ login: 'rising' });
    world().addMembership({ organization: 'acme', login: 'rising' });
    const roleOf = async (headers: Record<string, string>) =>
      ((await get('/api/organizations/acme', headers)).json as { organization: { viewerCanAdminister: boolean } })
        .organization.viewerCanAdminister;
    const first = await service().signIn('rising');
    world().setRole('acme', 'rising', 'admin');
    expect(await roleOf(first.bearer)).toBe(false);
    const second = await service().signIn('rising');
    expect(await roleOf(second.bearer)).toBe(true);
  });

  test('GET /api/organizations/{login} answers the same view, whatever the letter case and blanks around [W-2 O-2]', async () => {
    const { bearer } = await service().signIn('ada');
    const { organizations } = (await get('/api/organizations', bearer)).json as {
      organizations: readonly { login: string }[];
    };
    const acme = organizations.find(({ login }) => login === 'acme');
    for (const login of ['acme', 'ACME', '%20acme%20']) {
      const answer = await get(`/api/organizations/${login}`, bearer);
      expect([answer.status, answer.json]).toEqual([200, { organization: acme }]);
    }
  });

  test.each(['%20', '%09%20', ''])('a blank login (%j) is missing: 400 [O-4]', async (login) => {
    const { bearer } = await service().signIn('ada');
    const answer = await get(`/api/organizations/${login}`, bearer);
    expect([answer.status, answer.json]).toEqual([400, { error: 'Please select an organization first.' }]);
  });

  test('an organization of others and one that does not exist get the same 404 [O-6]', async () => {
    world().addOrganization({ login: 'foreign' });
    const { bearer } = await service().signIn('grace');
    const foreign = await get('/api/organizations/foreign', bearer);
    const missing = await get('/api/organizations/no-such-thing', bearer);
    expect([foreign.status, foreign.json]).toEqual([404, NOT_FOUND]);
    expect([missing.status, missing.json]).toEqual([404, NOT_FOUND]);
  });

  test.each([
    '..%2f..',
    'acme%2f..',
    'acme%3Fx',
    'acme%23x',
    'acme%00',
    'ac%E2%84%AAme',
    'a'.repeat(5_000),
    '%F0%9F%98%80',
    "'%20or%201=1--",
  ])('the login %s is refused with 404 and asks the code host nothing [O-6]', async (login) => {
    const { bearer } = await service().signIn('ada');
    service().simulator.control.clearRequests();
    const answer = await get(`/api/organizations/${login}`, bearer);
    expect([answer.status, answer.json]).toEqual([404, NOT_FOUND]);
    expect(service().simulator.control.requests()).toEqual([]);
  });

  test.each(['/api/organizations', '/api/organizations/acme', '/api/organizations/', '/api/organizations/%20'])(
    '%s without a session is 401 [E-7 O-1 O-5 U-3]',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.json]).toEqual([401, SIGN_IN]);
    },
  );

  test('a session works by cookie too [U-1]', async () => {
    const { browser } = await service().signIn('ada');
    expect((await browser.request(`${service().url}/api/organizations`)).status).toBe(200);
  });
});
