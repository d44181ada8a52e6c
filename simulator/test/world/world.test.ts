import { expect, test } from 'vitest';
import { createWorld, seedWorld } from '../../src/simulator.ts';

test('the seed is the same each time', () => {
  const [one, other] = [seedWorld(), seedWorld()];
  expect(one.organizations()).toEqual(other.organizations());
  expect(one.repositoriesOf(one.organization('acme')?.id ?? 0)).toEqual(
    other.repositoriesOf(other.organization('acme')?.id ?? 0),
  );
  expect(one.organization('acme')?.id).toBe(1011);
});

test('the seed has what its description says', () => {
  const world = seedWorld();
  const of = (login: string) => {
    const id = world.organization(login)?.id ?? 0;
    const installation = world.installationOf(id);
    return {
      members: world.membershipsOfOrganization(id).length,
      teams: world.teamsOf(id).length,
      repositories: world.repositoriesOf(id).length,
      app:
        installation && `${installation.repositorySelection}${installation.suspendedAt === null ? '' : ', suspended'}`,
    };
  };
  expect(of('acme')).toMatchObject({ members: 6, teams: 3, repositories: 5, app: 'all' });
  expect(of('lumen-labs')).toMatchObject({ app: 'selected' });
  expect(of('harbor-tools')).toMatchObject({ app: 'all, suspended' });
  expect(of('quiet-co')).toMatchObject({ app: null });
  expect(of('northwind')).toEqual({ members: 260, teams: 25, repositories: 1_200, app: 'all' });
  const acme = world.organization('acme')?.id ?? 0;
  expect(world.membership(acme, world.user('ada')?.id ?? 0)?.role).toBe('admin');
  expect(world.membership(acme, world.user('grace')?.id ?? 0)?.role).toBe('member');
});

test('renaming keeps the ID and frees the old login', () => {
  const world = seedWorld();
  const id = world.organization('acme')?.id;
  world.renameOrganization('acme', 'apex');
  expect(world.organization('APEX')?.id).toBe(id);
  expect(world.organization('acme')).toBeNull();
  expect(() => world.renameOrganization('apex', 'ada')).toThrow('taken');
  world.renameUser('ada', 'augusta');
  expect(world.user('augusta')?.name).toBe('Ada Lovelace');
  world.renameUser('augusta', 'Augusta');
  expect(world.user('augusta')?.login).toBe('Augusta');
});

test('leaving an organization also leaves its teams', () => {
  const world = seedWorld();
  const acme = world.organization('acme')?.id ?? 0;
  const grace = world.user('grace')?.id ?? 0;
  world.removeMembership('acme', 'grace');
  expect(world.membership(acme, grace)).toBeNull();
  expect(world.teamsOf(acme).some(({ members }) => members.some(({ userId }) => userId === grace))).toBe(false);
});

test('changes that name something unknown throw', () => {
  const world = createWorld();
  world.addUser({ login: 'solo' });
  expect(() => world.addMembership({ organization: 'nowhere', login: 'solo' })).toThrow("organization 'nowhere'");
  expect(() => world.addUser({ login: 'SOLO' })).toThrow('taken');
  expect(() => world.suspendInstallation(5)).toThrow('installation 5');
  expect(() => world.addInstallation({ account: 'solo', repositories: ['x'] })).toThrow("repository 'x'");
});

test('the repositories of an installation follow its selection', () => {
  const world = seedWorld();
  const id = world.installationOf(world.organization('acme')?.id ?? 0)?.id ?? 0;
  const names = () => world.repositoriesOfInstallation(id).map(({ name }) => name);
  expect(names()).toHaveLength(5);
  world.setInstallationRepositories(id, ['api']);
  expect(names()).toEqual(['api']);
  world.addRepository({ owner: 'acme', name: 'later' });
  expect(names()).toEqual(['api']);
  world.setInstallationRepositories(id, 'all');
  expect(names()).toHaveLength(6);
  world.removeRepository('acme', 'api');
  expect(names()).not.toContain('api');
});

test('reset brings the start back, IDs included', () => {
  const world = seedWorld();
  const before = [world.users().length, world.installations().map(({ id }) => id)];
  const crowd = world.enlarge('edsger', { organizations: 130, installations: 250, role: 'admin', prefix: 'big' });
  expect([crowd.organizations.length, crowd.installationIds.length]).toEqual([130, 250]);
  world.removeUser('ada');
  world.reset();
  expect([world.users().length, world.installations().map(({ id }) => id)]).toEqual(before);
  expect(world.user('ada')?.id).toBe(1001);
});
