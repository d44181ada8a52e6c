import { afterEach, describe, expect, test } from 'vitest';
import { misfitsIn } from '../../support/described-calls.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { applied, lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

const setUp = () => addOrganizationWithFiles(service());
const outcomesOf = (rows: Awaited<ReturnType<typeof applied>>) =>
  rows.map(({ outcome, message }) => [outcome, message]);

const MOVED = ['refused', 'The repository was renamed or moved.'];

describe('a repository that is renamed after the plan', () => {
  async function planned() {
    const at = await setUp();
    const { organization, world, files, newcomer } = at;
    const person = newcomer();
    world.addRepository({ owner: organization, name: 'web', isArchived: false });
    world.addTeam({ organization, name: 'core', repositories: [{ name: 'api', permission: 'READ' }] });
    world.setDirectAccess(organization, 'web', person, 'READ');
    const text = `teams: {mode: exact, entries: {core: {repositories: {api: push, web: pull}}}}\noutsideCollaborators: {mode: exact, entries: {${person}: {api: pull, web: push}}}`;
    const plan = await files.plan(fileOf(text));
    expect(plan.steps.map(lineOf)).toEqual([
      'set-team-access core api push',
      'set-team-access core web pull',
      `set-collaborator ${person} api pull`,
      `set-collaborator ${person} web push`,
    ]);
    return { ...at, plan };
  }

  test('ends its steps with the reason, and the others go on', async () => {
    const { organization, bearer, world, plan } = await planned();
    world.updateRepository(organization, 'api', { name: 'api-server' });
    expect(outcomesOf(await applied(service(), bearer, plan))).toEqual([
      MOVED,
      ['changed', null],
      MOVED,
      ['changed', null],
    ]);
  });

  test.each([307, 301, 404] as const)(
    'between the read and the change is refused once, answered %i',
    async (status) => {
      const { organization, bearer, world, plan } = await planned();
      const { control } = service().simulator;
      control.renames({ repositoryWrites: status });
      const hold = control.hold({ method: 'PUT', path: /[/]repos[/].*[/]api$/ });
      const running = applied(service(), bearer, plan);
      await hold.arrived(1);
      world.updateRepository(organization, 'api', { name: 'api-server' });
      hold.release();
      expect(outcomesOf(await running)).toEqual([MOVED, ['changed', null], MOVED, ['changed', null]]);
      control.renames({ repositoryWrites: 307 });
    },
  );
});

test('a redirect to somewhere else is an outage, and no step is given up for it', async () => {
  const { bearer, files, world, organization } = await setUp();
  world.addTeam({ organization, name: 'core' });
  const plan = await files.plan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
  const { control } = service().simulator;
  const match = { method: 'GET', path: /[/]team[/][0-9]+[/]repos[/]/ };
  const elsewhere = 'https://login.example/repositories/1';
  const body = { message: 'Moved Permanently', url: elsewhere };
  control.fault({ match, times: 1, kind: 'redirect', status: 301, location: elsewhere });
  control.fault({ match, times: 1, kind: 'reply', status: 301, headers: { location: elsewhere }, body });
  const { id } = await files.apply(plan);
  const jobs = jobsAs(service(), bearer, organization);
  const states = new Set<string>();
  for (let rounds = 0; rounds < 20 && !states.has('done'); rounds += 1) {
    states.add((await runOut(service(), () => jobs.read(id))).state);
    service().clock.advance(60_000);
  }
  expect((await jobs.rows(id)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect(control.count({ ...match })).toBeGreaterThan(2);
});

test('a custom role that is granted after the plan ends its row with its name, and later rows go on', async () => {
  const { organization, bearer, files, world, newcomer } = await setUp();
  const person = newcomer();
  world.addRepositoryRole(organization, 'auditor', 'READ');
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'api', permission: 'READ' }] });
  world.addTeam({ organization, name: 'docs' });
  world.setDirectAccess(organization, 'api', person, 'READ');
  const plan = await files.plan(
    fileOf(
      `teams: {entries: {core: {repositories: {api: push}}, docs: {repositories: {api: pull}}}}\noutsideCollaborators: {entries: {${person}: {api: push}}}`,
    ),
  );
  world.setTeamRepository(organization, 'core', 'api', 'auditor');
  world.setDirectAccess(organization, 'api', person, 'auditor');
  const custom = ['refused', 'It has the custom role "auditor", which is not managed here.'];
  expect(outcomesOf(await applied(service(), bearer, plan))).toEqual([custom, ['changed', null], custom]);
});

test('a list of collaborators beyond all bounds ends its row with that reason, and later rows go on', async () => {
  const { organization, bearer, files, world, newcomer } = await setUp();
  const person = newcomer();
  world.addRepository({ owner: organization, name: 'web', isArchived: false });
  const plan = await files.plan(fileOf(`outsideCollaborators: {entries: {${person}: {api: push, web: push}}}`));
  const { control, apiUrl } = service().simulator;
  const path = `/repos/${organization}/api/collaborators`;
  const link = `<${apiUrl}${path}?affiliation=direct&page=2>; rel="next"`;
  const endless = control.fault({
    match: { method: 'GET', path },
    kind: 'reply',
    status: 200,
    headers: { link },
    body: [],
  });
  expect(outcomesOf(await applied(service(), bearer, plan))).toEqual([
    ['refused', 'The repository "api" has too many collaborators to find out who has access.'],
    ['changed', null],
  ]);
  endless.remove();
});

test('more than a hundred outside collaborators of one repository are all compared', async () => {
  const { organization, files, world, newcomer } = await setUp();
  const people = Array.from({ length: 230 }, newcomer);
  for (const login of people) world.setDirectAccess(organization, 'api', login, 'READ');
  const imported = await files.importFiles('?section=outsideCollaborators');
  const all = imported.map(({ text }) => text).join('');
  expect(people.filter((login) => !all.includes(`${login}:`))).toEqual([]);
  expect((await files.plan(imported)).steps).toEqual([]);
  const text = imported.map((file) => ({ ...file, text: file.text.replace(/pull\n$/, 'push\n') }));
  expect((await files.plan(text)).steps).toHaveLength(1);
  const page = { operation: 'RepositoryAccess' };
  service().simulator.control.fault({
    match: page,
    times: 1,
    kind: 'reply',
    status: 200,
    body: { data: { repository: null }, errors: [{ type: 'FORBIDDEN', path: ['repository'], message: 'No' }] },
  });
  expect((await files.askPlan(text)).status).toBe(403);
});
