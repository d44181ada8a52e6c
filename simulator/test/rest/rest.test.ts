import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { type ApiReply, appJwt, rest, signIn, simulatorFor } from '../client.ts';

const linkOf = (reply: ApiReply, relation: string) =>
  new RegExp(`<([^>]+)>; rel="${relation}"`).exec(reply.headers.get('link') ?? '')?.[1] ?? null;

test('the profile names the user, with null for a missing name', async () => {
  const simulator = await simulatorFor();
  const ada = await signIn(simulator, 'ada');
  const alan = await signIn(simulator, 'alan');
  expect((await rest(simulator, '/user', ada.access_token)).body).toMatchObject({
    id: 1001,
    login: 'ada',
    name: 'Ada Lovelace',
    type: 'User',
    avatar_url: `${simulator.url}/avatars/1001`,
  });
  expect((await rest(simulator, '/user', alan.access_token)).body.name).toBeNull();
});

test('the words Bearer and token mean the same for a user token', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  for (const [authorization, status] of [
    [`token ${token}`, 200],
    [`bearer ${token}`, 200],
    [token, 401],
    [`Bearer ${token}x`, 401],
  ] as const) {
    expect((await rest(simulator, '/user', null, { headers: { authorization } })).status).toBe(status);
  }
});

test('memberships carry role and state, and the state filter is checked', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'dorothy');
  const roles = async (path: string) =>
    (await rest(simulator, path, token)).body.map(
      (entry: { organization: { login: string }; role: string; state: string }) =>
        `${entry.organization.login} ${entry.role} ${entry.state}`,
    );
  expect(await roles('/user/memberships/orgs')).toEqual(['acme billing_manager active', 'lumen-labs member pending']);
  expect(await roles('/user/memberships/orgs?state=active')).toEqual(['acme billing_manager active']);
  expect(await roles('/user/memberships/orgs?state=pending')).toEqual(['lumen-labs member pending']);
  expect((await rest(simulator, '/user/memberships/orgs?state=x', token)).status).toBe(422);
  expect((await rest(simulator, '/user/memberships/orgs/ACME', token)).body.role).toBe('billing_manager');
  expect((await rest(simulator, '/user/memberships/orgs/closed-circle', token)).status).toBe(404);
});

test('one membership is told only where the App may read members', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  const { access_token: token } = await signIn(simulator, 'ada');
  const own = (login: string) => rest(simulator, `/user/memberships/orgs/${login}`, token);
  const acme = world.installationOf(world.organization('acme')?.id ?? 0)?.id ?? 0;
  expect((await own('acme')).body).toMatchObject({ state: 'active', role: 'admin', organization: { login: 'acme' } });

  world.setInstallationPermissions(acme, { metadata: 'read' });
  for (const login of ['acme', 'harbor-tools', 'quiet-co']) {
    const refused = await own(login);
    expect([refused.status, refused.body.message]).toEqual([403, 'Resource not accessible by integration']);
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('members=read');
  }
  expect((await own('no-such-organization')).status).toBe(404);
});

test('the plain organization list has neither names nor roles', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { body } = await rest(simulator, '/user/orgs', token);
  expect(body.map(({ login }: { login: string }) => login)).toEqual(['acme', 'lumen-labs', 'harbor-tools', 'quiet-co']);
  expect(body[0]).not.toHaveProperty('name');
  expect((await rest(simulator, '/orgs/quiet-co', token)).body).toMatchObject({ login: 'quiet-co', name: null });
  expect((await rest(simulator, '/users/grace', null)).body).toMatchObject({ login: 'grace' });
  expect((await rest(simulator, '/users/nobody', token)).status).toBe(404);
});

test('a list of 250 is paged by 30 unless asked for up to 100, with the four relations', async () => {
  const simulator = await simulatorFor();
  simulator.world.enlarge('edsger', { organizations: 130, installations: 250 });
  const { access_token: token } = await signIn(simulator, 'edsger');
  const path = '/user/installations';

  const usual = await rest(simulator, path, token);
  expect([usual.body.total_count, usual.body.installations.length]).toEqual([250, 30]);
  expect(linkOf(usual, 'next')).toBe(`${simulator.apiUrl}/user/installations?page=2`);
  expect(linkOf(usual, 'prev')).toBeNull();

  const most = await rest(simulator, `${path}?per_page=500`, token);
  expect(most.body.installations).toHaveLength(100);
  const middle = await rest(simulator, `${path}?per_page=100&page=2`, token);
  expect(linkOf(middle, 'first')).toBe(`${simulator.apiUrl}/user/installations?per_page=100&page=1`);
  expect(linkOf(middle, 'prev')).toBe(linkOf(middle, 'first'));
  expect(linkOf(middle, 'next')).toBe(linkOf(middle, 'last'));
  const last = await rest(simulator, `${path}?per_page=100&page=3`, token);
  expect(last.body.installations).toHaveLength(50);
  expect(linkOf(last, 'next')).toBeNull();

  const beyond = await rest(simulator, `${path}?per_page=100&page=9`, token);
  expect(beyond.body.installations).toEqual([]);
  const nonsense = await rest(simulator, `${path}?per_page=-1&page=x`, token);
  expect(nonsense.body.installations).toHaveLength(30);

  const all = [most, middle, last].flatMap(({ body }) => body.installations.map(({ id }: { id: number }) => id));
  expect(new Set(all).size).toBe(250);
  expect((await rest(simulator, '/user/memberships/orgs?per_page=100&page=2', token)).body).toHaveLength(30);
});

test('a list that fits one page has no Link header', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  expect((await rest(simulator, '/user/installations', token)).headers.get('link')).toBeNull();
});

test('a user sees the installations of own organizations and account, suspended ones too', async () => {
  const simulator = await simulatorFor();
  const seenBy = async (login: string) => {
    const { access_token: token } = await signIn(simulator, login);
    const { body } = await rest(simulator, '/user/installations', token);
    return body.installations.map(
      (entry: { account: { login: string }; target_type: string; suspended_at: string | null }) =>
        `${entry.account.login} ${entry.target_type}${entry.suspended_at === null ? '' : ' suspended'}`,
    );
  };
  expect(await seenBy('ada')).toEqual([
    'acme Organization',
    'lumen-labs Organization',
    'harbor-tools Organization suspended',
    'ada User',
  ]);
  expect(await seenBy('grace')).toEqual(['acme Organization', 'northwind Organization']);
  expect(await seenBy('dorothy')).toEqual([]);
  expect(await seenBy('edsger')).toEqual([]);
});

test('repositories of an installation are for those who see the installation', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  const lumen = world.installationOf(world.organization('lumen-labs')?.id ?? 0)?.id;
  const ada = await signIn(simulator, 'ada');
  const grace = await signIn(simulator, 'grace');
  const path = `/user/installations/${lumen}/repositories`;
  expect((await rest(simulator, path, ada.access_token)).body).toMatchObject({
    total_count: 2,
    repository_selection: 'selected',
    repositories: [{ full_name: 'lumen-labs/optics' }, { full_name: 'lumen-labs/spectra' }],
  });
  expect((await rest(simulator, path, grace.access_token)).status).toBe(404);
  expect((await rest(simulator, '/user/installations/1e3/repositories', ada.access_token)).status).toBe(404);
});

test('an organization behind single sign-on is withheld from those who have not passed it', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'katherine');
  const id = simulator.world.organization('vaultworks')?.id;
  for (const path of ['/user/orgs', '/user/memberships/orgs']) {
    const reply = await rest(simulator, path, token);
    expect(reply.body).toHaveLength(1);
    expect(reply.headers.get('x-github-sso')).toBe(`partial-results; organizations=${id}`);
  }
  expect((await rest(simulator, '/user/installations', token)).body.total_count).toBe(1);
  const single = await rest(simulator, '/user/memberships/orgs/vaultworks', token);
  expect(single.status).toBe(403);
  expect(single.body.message).toContain('SAML enforcement');
  expect(single.headers.get('x-github-sso')).toMatch(/^required; url=http/);

  simulator.world.setSamlAuthorized('vaultworks', 'katherine', true);
  expect((await rest(simulator, '/user/orgs', token)).body).toHaveLength(2);
});

test('a hidden organization does not appear at all', async () => {
  const simulator = await simulatorFor();
  simulator.world.setHidden('acme', 'grace', true);
  const { access_token: token } = await signIn(simulator, 'grace');
  const { body } = await rest(simulator, '/user/orgs', token);
  expect(body.map(({ login }: { login: string }) => login)).toEqual(['northwind']);
  expect((await rest(simulator, '/orgs/acme', token)).status).toBe(404);
});

test('errors have a message, a documentation link and the status as text', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const body = { documentation_url: 'https://docs.github.com/rest' };
  expect(await rest(simulator, '/nothing', token)).toMatchObject({
    status: 404,
    body: { ...body, message: 'Not Found', status: '404' },
  });
  expect((await rest(simulator, '/user/', token)).status).toBe(404);
  expect(await rest(simulator, '/user', 'ghu_wrong')).toMatchObject({
    status: 401,
    body: { ...body, message: 'Bad credentials', status: '401' },
  });
  expect((await rest(simulator, '/user', null)).body.message).toBe('Requires authentication');
  const installation = await rest(simulator, '/app/installations/101/access_tokens', await appJwt(simulator), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  });
  expect(installation).toMatchObject({ status: 400, body: { message: 'Problems parsing JSON' } });
});

test('a request without a User-Agent or with an unknown version is refused', async () => {
  const simulator = await simulatorFor();
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest(`${simulator.apiUrl}/users/ada`, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });
  expect(status).toBe(403);
  const version = (value: string) =>
    rest(simulator, '/users/ada', null, { headers: { 'x-github-api-version': value } });
  expect((await version('2022-11-28')).status).toBe(200);
  expect((await version('1999-01-01')).status).toBe(400);
});

test('an unchanged reply costs nothing and is 304 without a body', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const first = await rest(simulator, '/user', token);
  const again = await rest(simulator, '/user', token, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect([again.status, again.body]).toEqual([304, '']);
  expect(again.headers.get('x-ratelimit-used')).toBe(first.headers.get('x-ratelimit-used'));
  simulator.world.updateUser('ada', { name: 'Countess' });
  const changed = await rest(simulator, '/user', token, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect(changed.body.name).toBe('Countess');
});

test('an ETag may belong to the token it was given to, and then holds for no other; there may be none', async () => {
  const simulator = await simulatorFor();
  const { access_token: one } = await signIn(simulator, 'ada');
  const { access_token: other } = await signIn(simulator, 'ada');
  const statuses = async () => {
    const etag = (await rest(simulator, '/user', one)).headers.get('etag') ?? '';
    const replies = [one, other].map((token) =>
      rest(simulator, '/user', token, { headers: { 'if-none-match': etag } }),
    );
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([304, 304]);
  simulator.control.entityTags('credential');
  expect(await statuses()).toEqual([304, 200]);
  expect(simulator.control.requests({ path: '/user' }).filter(({ status }) => status === 304)).toHaveLength(3);
  simulator.control.entityTags('none');
  expect((await rest(simulator, '/user', one)).headers.get('etag')).toBeNull();
});

test('every reply tells the hourly limit of its owner, and an exhausted one refuses', async () => {
  const simulator = await simulatorFor();
  simulator.control.rateLimits({ core: 3 });
  const ada = await signIn(simulator, 'ada');
  const grace = await signIn(simulator, 'grace');
  const remaining = async () => (await rest(simulator, '/user', ada.access_token)).headers.get('x-ratelimit-remaining');
  expect([await remaining(), await remaining(), await remaining()]).toEqual(['2', '1', '0']);
  const refused = await rest(simulator, '/user', ada.access_token);
  expect(refused).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^API rate limit exceeded for user ID 1001\./) },
  });
  expect(refused.headers.get('x-ratelimit-resource')).toBe('core');
  expect((await rest(simulator, '/user', grace.access_token)).status).toBe(200);
  expect((await rest(simulator, '/rate_limit', ada.access_token)).body.resources.core).toMatchObject({ remaining: 0 });
});

test('an Enterprise Server has other paths and no limits', async () => {
  const simulator = await simulatorFor({ kind: 'enterprise-server' });
  expect(simulator.apiUrl).toBe(`${simulator.url}/api/v3`);
  expect(simulator.graphqlUrl).toBe(`${simulator.url}/api/graphql`);
  const { access_token: token } = await signIn(simulator, 'ada');
  const reply = await rest(simulator, '/user', token);
  expect(reply.body.url).toBe(`${simulator.url}/api/v3/users/ada`);
  expect(reply.headers.get('x-ratelimit-limit')).toBeNull();
  expect((await rest(simulator, '/rate_limit', token)).status).toBe(404);
  expect((await rest(simulator, '/nothing', token)).body).not.toHaveProperty('status');
  expect((await fetch(`${simulator.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
    404,
  );
});
