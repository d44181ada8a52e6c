import { afterEach, expect, test } from 'vitest';
import { misfitsIn } from '../../support/described-calls.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();

afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

async function setUp() {
  const at = await addOrganizationWithFiles(service());
  const { organization, owner, world } = at;
  const invitations = (repository = 'api') =>
    world
      .repositoryInvitationsOf(world.needRepository(organization, repository).id)
      .map(({ inviteeId, permission }) => [world.userById(inviteeId)?.login, permission]);
  const invite = (login: string, access: 'READ' | 'WRITE', createdAt?: string) =>
    world.inviteToRepository({
      owner: organization,
      repository: 'api',
      login,
      access,
      by: owner,
      ...(createdAt !== undefined && { createdAt }),
    });
  return { ...at, invitations, invite };
}
const textFor = (login: string, permission: string, mode = 'exact') =>
  fileOf(`outsideCollaborators: {mode: ${mode}, entries: {${login}: {api: ${permission}}}}`);
const INVITATIONS = /[/]api[/]invitations$/;

test('outside collaborators are invited once: the next plan is empty while they have not accepted', async () => {
  const { bearer, files, newcomer, invitations } = await setUp();
  const person = newcomer();
  const plan = await files.plan(textFor(person, 'push'));
  expect(plan.steps.map(lineOf)).toEqual([`set-collaborator ${person} api push`]);
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect(invitations()).toEqual([[person, 'WRITE']]);
  const again = await files.checkPlan(textFor(person, 'push'));
  expect([again.plan?.steps, again.hints]).toEqual([[], []]);
});

test('an open invitation with another permission is changed, which the plan says; add-only lowers none', async () => {
  const { bearer, files, newcomer, invite, invitations } = await setUp();
  const person = newcomer();
  invite(person, 'WRITE');
  expect((await files.plan(textFor(person, 'pull', 'add-only'))).steps).toEqual([]);
  const { plan, hints } = await files.checkPlan(textFor(person, 'pull'));
  expect(plan?.steps.map(lineOf)).toEqual([`set-collaborator ${person} api pull`]);
  expect(hints.map(({ message }) => message)).toEqual([
    `"${person}" is invited to "api" with "push". The open invitation is changed.`,
  ]);
  if (plan !== null) await applied(service(), bearer, plan);
  expect(invitations()).toEqual([[person, 'READ']]);
  expect((await files.plan(textFor(person, 'pull'))).steps).toEqual([]);
});

test('an open invitation that the code host does not change is reported, and stays in the next plan', async () => {
  const { organization, bearer, files, newcomer, invite } = await setUp();
  const person = newcomer();
  invite(person, 'WRITE');
  const plan = await files.plan(textFor(person, 'pull'));
  const match = { method: 'PUT', path: `/repos/${organization}/api/collaborators/${person}` };
  const body = { id: 1, permissions: 'write' };
  service().simulator.control.fault({ match, times: 1, kind: 'reply', status: 201, body });
  const rows = await applied(service(), bearer, plan);
  expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['refused', 'The open invitation still has the role "write".'],
  ]);
  expect((await files.plan(textFor(person, 'pull'))).steps).toEqual(plan.steps);
});

test('an expired invitation, or one of somebody who had the login, is none', async () => {
  const { files, newcomer, invite } = await setUp();
  const { world, control } = service().simulator;
  const [late, renamed] = [newcomer(), newcomer()];
  invite(late, 'WRITE', '2020-01-01T00:00:00Z');
  invite(renamed, 'WRITE');
  control.platform.renameUser(renamed, `${renamed}-now`);
  world.addUser({ login: renamed });
  for (const login of [late, renamed])
    expect((await files.plan(textFor(login, 'push'))).steps.map(lineOf)).toEqual([
      `set-collaborator ${login} api push`,
    ]);
});

test('a grant whose answer is lost is found by its invitation, and sent once', async () => {
  const { organization, bearer, files, newcomer, invitations } = await setUp();
  const { control } = service().simulator;
  const person = newcomer();
  const plan = await files.plan(textFor(person, 'push'));
  const grant = { method: 'PUT', path: `/repos/${organization}/api/collaborators/${person}` };
  control.clearRequests();
  control.fault({ kind: 'bad-gateway-html', after: true, times: 1, match: grant });
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect([control.count(grant), invitations()]).toEqual([1, [[person, 'WRITE']]]);
});

test('an invitation that somebody else sent after the plan leaves nothing to do', async () => {
  const { bearer, files, newcomer, invite } = await setUp();
  const person = newcomer();
  const plan = await files.plan(textFor(person, 'push'));
  invite(person, 'WRITE');
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['nothing-to-do']);
});

test('invitations that cannot be read refuse the plan, and are not asked for without the permission', async () => {
  const { installation, files, newcomer, world } = await setUp();
  const { control } = service().simulator;
  const person = newcomer();
  control.fault({ match: { path: INVITATIONS }, times: 1, kind: 'bad-gateway-html' });
  expect((await files.askPlan(textFor(person, 'push'))).status).toBe(503);
  world.setInstallationPermissions(installation, { members: 'write' });
  control.clearRequests();
  const plan = await files.plan(textFor(person, 'push'));
  expect(plan.steps.map(({ needs }) => needs)).toEqual(['administration: write']);
  expect(control.count({ path: INVITATIONS })).toBe(0);
});

test('an update of files keeps whoever is invited, and what no plan would change', async () => {
  const { organization, files, world, newcomer, invite } = await setUp();
  const person = newcomer();
  invite(person, 'WRITE');
  world.addRepository({ owner: organization, name: 'old', isPrivate: true, isArchived: true });
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'old', permission: 'READ' }] });
  const text = `teams: {mode: exact, entries: {core: {repositories: {old: push}}}}
outsideCollaborators: {mode: exact, entries: {${person}: {api: push}}}`;
  expect(await files.updated(fileOf(text))).toEqual(fileOf(text));
});

test('a repository whose invitations may not be read is named, its steps stay, and the organization is asked once', async () => {
  const { organization, bearer, files, newcomer, world, invitations } = await setUp();
  const { control } = service().simulator;
  const person = newcomer();
  const names = ['api', 'web', 'docs'];
  for (const name of names.slice(1)) world.addRepository({ owner: organization, name, isArchived: false });
  const grants = names.map((name) => `${name}: push`).join(', ');
  const text = fileOf(`outsideCollaborators: {entries: {${person}: {${grants}}}}`);
  const counted = { method: 'GET', path: `/orgs/${organization}` };
  const before = control.count(counted);
  await files.plan(textFor(person, 'push'));
  const calls = control.count(counted) - before;
  const match = { method: 'GET', path: INVITATIONS };
  const message = 'Resource not accessible by integration';
  control.fault({ match, times: 1, kind: 'reply', status: 403, body: { message } });
  const { plan, hints } = await files.checkPlan(text);
  expect(control.count(counted) - before).toBe(2 * calls);
  expect(plan?.steps.map(lineOf)).toEqual(names.map((name) => `set-collaborator ${person} ${name} push`));
  expect(hints.map((hint) => hint.message)).toEqual(['Open invitations to "api" could not be checked.']);
  control.fault({ match, times: 1, kind: 'reply', status: 404, body: { message } });
  const rows = plan === null ? [] : await applied(service(), bearer, plan);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed']);
  expect(invitations()).toEqual([[person, 'WRITE']]);
});
