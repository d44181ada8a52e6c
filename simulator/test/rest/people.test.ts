import { expect, test } from 'vitest';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';

type LoginEntry = { readonly login: string };

async function acme() {
  const simulator = await simulatorFor();
  const tokens = new Map<string, string>();
  for (const login of ['ada', 'grace', 'edsger']) tokens.set(login, (await signIn(simulator, login)).access_token);
  const get = (path: string, by = 'ada') => rest(simulator, `/orgs/acme/${path}`, tokens.get(by) ?? null);
  const logins = async (path: string, by?: string) => (await get(path, by)).body.map(({ login }: LoginEntry) => login);
  return { ...simulator, simulator, get, logins };
}

test('the members of an organization come in pages, by role and by second factor', async () => {
  const { world, get, logins } = await acme();
  const everybody = ['ada', 'grace', 'katherine', 'alan', 'tim'];
  for (const login of everybody) world.updateUser(login, { secondFactor: 'secure' });
  world.updateUser('tim', { secondFactor: 'none' });
  world.updateUser('dorothy', { secondFactor: 'none' });
  world.updateUser('alan', { secondFactor: 'insecure' });
  expect(await logins('members')).toEqual(everybody);
  expect(await logins('members', 'grace')).toEqual(everybody);
  expect(await logins('members?role=admin')).toEqual(['ada']);
  expect(await logins('members?role=member&filter=all&per_page=2&page=2')).toEqual(['alan', 'tim']);
  expect((await get('members?per_page=2')).headers.get('link')).toMatch(/page=2>; rel="next".*page=3>; rel="last"/);
  expect(await logins('members?filter=2fa_disabled')).toEqual(['tim']);
  expect(await logins('members?filter=2fa_insecure')).toEqual(['alan']);
  expect(await logins('members?filter=2fa_insecure&role=admin')).toEqual([]);
});

test('only owners learn of second factors, and strangers of nobody', async () => {
  const { simulator, world, get, logins } = await acme();
  for (const filter of ['2fa_disabled', '2fa_insecure']) {
    for (const login of ['grace', 'edsger']) {
      const refused = await get(`members?filter=${filter}`, login);
      expect(refused).toMatchObject({ status: 422, body: { message: 'Only owners can use this filter.' } });
    }
  }
  const id = world.installationOf(1011)?.id ?? 0;
  const jwt = await appJwt(simulator);
  const { body } = await rest(simulator, `/app/installations/${id}/access_tokens`, jwt, { method: 'POST' });
  expect((await rest(simulator, '/orgs/acme/members?filter=2fa_disabled', body.token)).status).toBe(422);
  expect((await rest(simulator, '/orgs/acme/members', body.token)).body).toHaveLength(5);
  expect(await logins('members', 'edsger')).toEqual([]);
  for (const query of ['filter=2fa', 'role=king']) expect((await get(`members?${query}`)).status).toBe(422);
  world.updateOrganization('acme', { filtersInsecureFactors: false });
  expect((await get('members?filter=2fa_insecure')).body.message).toBe('Validation Failed');
  expect(await logins('members?filter=2fa_disabled')).toHaveLength(
    world.needUser('tim').secondFactor === 'none' ? 1 : 0,
  );
});

test('outside collaborators are those with access to a repository who are not members', async () => {
  const { world, get, logins } = await acme();
  const before: readonly string[] = await logins('outside_collaborators');
  world.addUser({ login: 'contractor', secondFactor: 'none' });
  world.setDirectAccess('acme', 'api', 'contractor', 'TRIAGE');
  world.setDirectAccess('acme', 'website', 'contractor', 'WRITE');
  world.setDirectAccess('acme', 'api', 'grace', 'ADMIN');
  expect(await logins('outside_collaborators')).toEqual(['contractor', ...before]);
  expect(await logins('outside_collaborators?filter=2fa_disabled')).toContain('contractor');
  expect(await logins('outside_collaborators?filter=2fa_insecure')).not.toContain('contractor');
  expect((await get('outside_collaborators', 'grace')).status).toBe(403);
  expect(
    world.outsideCollaboratorsOf(1011).find(({ user }) => user.login === 'contractor')?.repositories,
  ).toMatchObject([
    { repository: { name: 'api' }, permission: 'TRIAGE' },
    { repository: { name: 'website' }, permission: 'WRITE' },
  ]);
  world.setDirectAccess('acme', 'website', 'contractor', null);
  world.removeRepository('acme', 'api');
  expect(await logins('outside_collaborators')).toEqual(before);
});

test('an outside collaborator sees the installation and the private repositories they have access to', async () => {
  const { simulator, world } = await acme();
  const { access_token: token } = await signIn(simulator, 'edsger');
  const installations = async () => (await rest(simulator, '/user/installations', token)).body.total_count;
  expect(await installations()).toBe(0);
  world.setDirectAccess('acme', 'api', 'edsger', 'READ');
  expect(await installations()).toBe(1);
  const id = world.installationOf(1011)?.id;
  const { body } = await rest(simulator, `/user/installations/${id}/repositories`, token);
  const names = body.repositories.map(({ name }: { readonly name: string }) => name);
  expect(names).toContain('api');
  expect(names).not.toContain('anvil-firmware');
});

test('without a base permission, members reach the private repositories of their teams and their own access', async () => {
  const { simulator, world } = await acme();
  world.updateOrganization('acme', { basePermission: 'NONE' });
  world.setDirectAccess('acme', 'anvil-firmware', 'alan', 'READ');
  const reached = async (login: string) => {
    const { access_token: token } = await signIn(simulator, login);
    const id = world.installationOf(1011)?.id;
    const { body } = await rest(simulator, `/user/installations/${id}/repositories?per_page=100`, token);
    return body.repositories
      .filter((entry: { readonly private: boolean }) => entry.private)
      .map(({ name }: { readonly name: string }) => name);
  };
  expect(await reached('tim')).toEqual([]);
  expect(await reached('alan')).toEqual(['api', 'anvil-firmware']);
  expect(await reached('ada')).toEqual(['api', 'anvil-firmware', 'new-idea']);
});

test('the members of a team are read with those of its child teams, for whoever sees the team', async () => {
  const { get, logins } = await acme();
  expect(await logins('teams/engineering/members')).toEqual(expect.arrayContaining(['ada', 'grace', 'alan']));
  expect(await logins('teams/engineering/members?role=maintainer')).toEqual(['ada']);
  expect((await get('teams/incident-response/members', 'grace')).status).toBe(404);
  expect((await get('teams/nobody/members')).status).toBe(404);
  expect((await get('teams/engineering/members?role=king')).status).toBe(422);
});

test('a membership is read as active, as pending, or not at all', async () => {
  const { world, get } = await acme();
  const shownAs = async (login: string) => {
    const { status, body } = await get(`memberships/${login}`);
    return status === 200 ? [body.state, body.role] : status;
  };
  world.invite({ organization: 'acme', login: 'radia', role: 'admin' });
  expect(await shownAs('ada')).toEqual(['active', 'admin']);
  expect(await shownAs('radia')).toEqual(['pending', 'admin']);
  expect(await shownAs('edsger')).toBe(404);
  expect(await shownAs('dorothy')).toEqual(['active', 'billing_manager']);
});
