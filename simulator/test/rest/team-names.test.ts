import { expect, test } from 'vitest';
import { rest, signIn, simulatorFor } from '../client.ts';
import { describedCalls, publishedDescription } from './published-descriptions.ts';

async function start() {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const call = describedCalls(simulator, publishedDescription('cloud'), token);
  const create = (name: string, more: object = {}) => call('POST', '/orgs/acme/teams', { name, ...more });
  const { id: organizationId } = simulator.world.needOrganization('acme');
  return { ...simulator, simulator, token, call, create, organizationId };
}

/** From texts that others published, named beside each. */
const PUBLISHED_SLUGS = [
  // REST description, "Get a team by name".
  ['My TEam Näme', 'my-team-name'],
  ['Justice League', 'justice-league'],
  // concourse/atc, pull request 137.
  ['Monkeys & Bananas', 'monkeys-bananas'],
  // jasperapp/jasper, pull request 134.
  ['bar@baz', 'bar-baz'],
  // linyows/octopass, issue 28.
  ['DekkerLab-Main', 'dekkerlab-main'],
] as const;

test('the platform makes the slug of a new team as published examples show it', async () => {
  const { create, call } = await start();
  for (const [name, slug] of PUBLISHED_SLUGS) {
    expect([name, (await create(name)).body.slug]).toEqual([name, slug]);
    expect((await call('GET', `/orgs/acme/teams/${slug}`)).body.name).toBe(name);
  }
});

test('a dot is replaced unless the test asks for the other rule', async () => {
  const { create, control, world } = await start();
  // tektoncd/community, issue 744.
  expect((await create('core.maintainers')).body.slug).toBe('core-maintainers');
  control.dotsInSlugs('kept');
  expect((await create('cli.maintainers')).body.slug).toBe('cli.maintainers');
  expect((await create('My TEam Näme')).body.slug).toBe('my-team-name');
  expect(world.addTeam({ organization: 'acme', name: 'Team 1.0', isEnterprise: true }).slug).toBe('ent:team-1.0');
  control.reset();
  expect((await create('cli.maintainers')).body.slug).toBe('cli-maintainers');
});

test('an underscore stays in the slug', async () => {
  const { create } = await start();
  // mineiros-io/terraform-github-repository, issue 78.
  expect((await create('data_platform')).body.slug).toBe('data_platform');
});

test('a name without letters and digits gives a team that only its number reaches', async () => {
  const { simulator, token, create, call, organizationId } = await start();
  const { body } = await create('🐈');
  expect(body.slug).toBe('');
  expect((await rest(simulator, '/orgs/acme/teams/', token)).status).toBe(404);
  const byNumber = `/organizations/${organizationId}/team/${body.id}`;
  expect((await call('GET', byNumber)).body.name).toBe('🐈');
  expect((await call('PUT', `${byNumber}/memberships/grace`, {})).status).toBe(200);
  expect((await create('🐶')).status).toBe(201);
  expect((await create('🐈')).status).toBe(422);
  expect((await call('PATCH', byNumber, { name: 'Cats' })).body.slug).toBe('cats');
  expect((await call('DELETE', byNumber)).status).toBe(204);
});

test('two names with one slug cannot be in one organization, created or renamed', async () => {
  const { create, call, world } = await start();
  await create('Front End');
  const refused = await create('front-end');
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    message: 'Validation Failed',
    errors: [{ resource: 'Team', code: 'unprocessable', field: 'data', message: 'Name must be unique for this org' }],
  });
  const renamed = await call('PATCH', '/orgs/acme/teams/platform', { name: 'FRONT END' });
  expect([renamed.status, renamed.body.errors]).toEqual([422, refused.body.errors]);
  expect(world.needTeam('acme', 'platform').name).toBe('Platform');
});

test('a rename changes the slug, and nothing answers under the old one', async () => {
  const { call } = await start();
  const { body } = await call('PATCH', '/orgs/acme/teams/platform', { name: 'Base Platform' });
  expect(body.slug).toBe('base-platform');
  expect((await call('GET', '/orgs/acme/teams/platform')).status).toBe(404);
  expect((await call('PATCH', '/orgs/acme/teams/base-platform', { name: 'Base platform' })).body.slug).toBe(
    'base-platform',
  );
});

test('a team of the enterprise is listed and read, but the organization cannot change it', async () => {
  const { simulator, token, call, world, organizationId } = await start();
  const { id } = world.addTeam({ organization: 'acme', name: 'My TEam Näme', isEnterprise: true, members: [] });
  const { body } = await call('GET', '/orgs/acme/teams/ent:my-team-name');
  expect(body).toMatchObject({ id, slug: 'ent:my-team-name', type: 'enterprise' });
  expect((await call('GET', '/orgs/acme/teams')).body).toContainEqual(
    expect.objectContaining({ slug: 'ent:my-team-name' }),
  );
  expect((await call('PATCH', '/orgs/acme/teams/ent:my-team-name', { name: 'Ours' })).status).toBe(422);
  for (const path of ['/orgs/acme/teams/ent:my-team-name', `/organizations/${organizationId}/team/${id}`]) {
    const status = async (method: string, below = '') =>
      (await rest(simulator, `${path}${below}`, token, { method })).status;
    expect(await status('DELETE')).toBe(422);
    expect(await status('PUT', '/memberships/grace')).toBe(403);
    expect(await status('DELETE', '/memberships/grace')).toBe(403);
  }
});

test('an enterprise team makes people members, and removing them ends only their own membership', async () => {
  const { simulator, token, call, world } = await start();
  const members = [{ login: 'radia' }, { login: 'grace' }];
  world.addTeam({ organization: 'acme', name: 'Team One', isEnterprise: true, members });
  const membershipOf = async (login: string) => (await call('GET', `/orgs/acme/memberships/${login}`)).body;
  const indirect = { direct_membership: false, enterprise_teams_providing_indirect_membership: ['ent:team-one'] };
  expect(await membershipOf('radia')).toMatchObject({ state: 'active', ...indirect });
  expect(await membershipOf('grace')).toMatchObject({ ...indirect, direct_membership: true });
  for (const path of ['memberships', 'members', 'memberships'])
    expect((await rest(simulator, `/orgs/acme/${path}/grace`, token, { method: 'DELETE' })).status).toBe(204);
  expect(await membershipOf('grace')).toMatchObject({ state: 'active', ...indirect });
  world.setTeamMember('acme', 'ent:team-one', 'grace', null);
  expect((await rest(simulator, '/orgs/acme/memberships/grace', token)).status).toBe(404);
});
