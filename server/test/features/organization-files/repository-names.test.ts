import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();
const setUp = () => addOrganizationWithFiles(service());
const NAMED = { operation: 'RepositoriesByName' };

test('a repository that does not exist is a problem of its line, with the nearest name', async () => {
  const { organization, files, world, newcomer } = await setUp();
  const person = newcomer();
  world.addRepository({ owner: organization, name: 'website', isArchived: false });
  const text = `teams:\n  entries:\n    core:\n      repositories:\n        API: pull\n        web-site: push\n    gone: {absent: true, repositories: {nothing: pull}}\noutsideCollaborators:\n  entries:\n    ${person}:\n      website: pull\n      apo: push\n`;
  const { plan, problems } = await files.checkPlan(fileOf(text));
  expect(plan).toBeNull();
  expect(problems.map(({ line, message, nearest }) => [line, message, nearest])).toEqual([
    [7, 'There is no repository "web-site".', 'website'],
    [13, 'There is no repository "apo".', 'api'],
  ]);
});

test('a renamed repository is a problem with its present name, though another name was never granted', async () => {
  const { organization, files, world } = await setUp();
  world.updateRepository(organization, 'api', { name: 'api-server' });
  const { plan, problems } = await files.checkPlan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
  expect(plan).toBeNull();
  expect(problems.map(({ message, nearest }) => [message, nearest])).toEqual([
    ['The repository "api" is now "api-server".', 'api-server'],
  ]);
  world.addRepository({ owner: organization, name: 'api', isArchived: false });
  const again = await files.plan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
  expect(again.steps.map(lineOf)).toContain('set-team-access core api push');
});

test('a repository that another organization has now is none of this one', async () => {
  const { organization, files, world } = await setUp();
  const { organization: other } = await setUp();
  world.addRepository({ owner: organization, name: 'shared', isPrivate: false, isArchived: false });
  world.transferRepository(organization, 'shared', other);
  const { problems } = await files.checkPlan(fileOf('teams: {entries: {core: {repositories: {shared: push}}}}'));
  expect(problems.map(({ message, nearest }) => [message, nearest])).toEqual([
    [`The repository "shared" belongs to "${other}" now.`, null],
  ]);
});

test('where the App covers some repositories only, it is said that one may not be covered', async () => {
  const { organization, installation, files, world } = await setUp();
  world.addRepository({ owner: organization, name: 'hidden', isPrivate: true, isArchived: false });
  world.setInstallationRepositories(installation, ['api']);
  const { problems } = await files.checkPlan(fileOf('teams: {entries: {core: {repositories: {hidden: push}}}}'));
  expect(problems.map(({ message }) => message)).toEqual([
    'There is no repository "hidden", or the App does not cover it.',
  ]);
});

test('names to which somebody has access are not looked up, and the others by a hundred', async () => {
  const { organization, files, world } = await setUp();
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'api', permission: 'READ' }] });
  const { control } = service().simulator;
  control.clearRequests();
  await files.plan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
  expect(control.count(NAMED)).toBe(0);
  const names = Array.from({ length: 101 }, (_, nth) => `r${nth}`);
  for (const name of names) world.addRepository({ owner: organization, name, isArchived: false });
  const grants = names.map((name) => `${name}: pull`).join(', ');
  expect((await files.plan(fileOf(`teams: {entries: {core: {repositories: {${grants}}}}}`))).steps).toHaveLength(101);
  expect(control.count(NAMED)).toBe(2);
});

test.each([
  ['fails', { kind: 'bad-gateway-html' }, 503],
  [
    'lacks a repository without saying why',
    { kind: 'reply', status: 200, body: { data: { organization: { databaseId: 0 }, repository0: null } } },
    503,
  ],
  [
    'is withheld in part',
    {
      kind: 'reply',
      status: 200,
      body: {
        data: { organization: { databaseId: 0 }, repository0: null },
        errors: [{ type: 'FORBIDDEN', path: ['repository0'], message: 'Resource not accessible by integration' }],
      },
    },
    403,
  ],
] as const)('a look-up that %s refuses the plan, and makes no name a missing one', async (_, fault, status) => {
  const { organizationId, files } = await setUp();
  const withId =
    fault.kind === 'reply'
      ? {
          ...fault,
          body: { ...fault.body, data: { ...fault.body.data, organization: { databaseId: organizationId } } },
        }
      : fault;
  service().simulator.control.fault({ ...withId, match: NAMED, times: 1 });
  const answer = await files.askPlan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
  expect(answer.status).toBe(status);
});
