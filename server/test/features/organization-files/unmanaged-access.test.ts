import { expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { applied, lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf } from './organization-with-files.ts';

const service = sharedService();
const setUp = () => addOrganizationWithFiles(service());

async function plannedFor({ files }: Awaited<ReturnType<typeof setUp>>, text: string) {
  const { plan, problems, hints } = await files.checkPlan(fileOf(text));
  if (plan === null) throw new Error(JSON.stringify(problems));
  return { plan, steps: plan.steps.map(lineOf), hints: hints.map(({ line, message }) => [line, message]) };
}

test('access to an archived repository is left out, and the repository named once', async () => {
  const at = await setUp();
  const { organization, world, newcomer, files } = at;
  const person = newcomer();
  for (const name of ['old', 'older']) world.addRepository({ owner: organization, name, isArchived: true });
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'old', permission: 'READ' }] });
  world.addTeam({ organization, name: 'docs', repositories: [{ name: 'old', permission: 'READ' }] });
  world.setDirectAccess(organization, 'old', person, 'WRITE');
  const imported = await files.checkPlan(await files.importFiles());
  expect([imported.plan?.steps, imported.hints]).toEqual([[], []]);
  const text = `teams:
  mode: exact
  entries:
    core: {repositories: {Old: push, older: pull, api: pull}}
    docs: {repositories: {}}
outsideCollaborators: {mode: exact, entries: {${person}: {api: pull}}}`;
  const { steps, hints } = await plannedFor(at, text);
  expect(steps).toEqual(['set-team-access core api pull', `set-collaborator ${person} api pull`]);
  expect(hints).toEqual([
    [5, 'Repository "old" is archived: access to it is not managed here.'],
    [5, 'Repository "older" is archived: access to it is not managed here.'],
  ]);
});

test('custom roles of teams and outside collaborators are named, and left as they are; child teams get their own access', async () => {
  const at = await setUp();
  const { organization, world, newcomer, files } = at;
  const person = newcomer();
  world.addRepositoryRole(organization, 'auditor', 'READ');
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'api', permission: 'auditor' }] });
  world.addTeam({ organization, name: 'Below', parent: 'core' });
  world.setDirectAccess(organization, 'api', person, 'auditor');
  expect((await files.plan(await files.importFiles())).steps).toEqual([]);
  const text = `teams: {mode: exact, entries: {core: {repositories: {}}, below: {repositories: {api: push}}}}\noutsideCollaborators: {entries: {${person}: {api: push}}}`;
  const { plan, steps, hints } = await plannedFor(at, text);
  expect([steps, hints]).toEqual([
    ['set-team-access below api push'],
    [
      [3, `"${person}" has the custom role "auditor" in "api": not managed here.`],
      [2, 'Team "core" has the custom role "auditor" in "api": not managed here.'],
    ],
  ]);
  expect((await applied(service(), at.bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect((await files.plan(fileOf(text))).steps).toEqual([]);
});

test('exact roles are read of teams whose access would change, and refuse the plan if they cannot be', async () => {
  const { organization, organizationId, world, files } = await setUp();
  const [core] = ['core', 'docs'].map((name) =>
    world.addTeam({ organization, name, repositories: [{ name: 'api', permission: 'READ' }] }),
  );
  const { control } = service().simulator;
  control.clearRequests();
  const text = 'teams: {entries: {core: {repositories: {api: push}}, docs: {repositories: {api: pull}}}}';
  const roles = { method: 'GET', path: /[/]team[/][0-9]+[/]repos$/ };
  expect((await files.plan(fileOf(text))).steps).toHaveLength(1);
  expect(
    control
      .requests()
      .filter(({ path }) => roles.path.test(path))
      .map(({ path }) => path),
  ).toEqual([`/organizations/${organizationId}/team/${core?.id}/repos`]);
  control.fault({ match: roles, times: 1, kind: 'bad-gateway-html' });
  expect((await files.askPlan(fileOf(text))).status).toBe(503);
});

test('members listed as outside collaborators are named, unless they become some', async () => {
  const at = await setUp();
  const { owner, bearer, member, files } = at;
  const [grace, alan] = [member(), member()];
  const outside = `outsideCollaborators: {entries: {${grace}: {api: push}, ${alan}: {api: pull}}}`;
  const hintFor = (login: string) =>
    `"${login}" is a member of the organization: access of members is not managed here.`;
  expect(await plannedFor(at, outside)).toMatchObject({
    steps: [],
    hints: [
      [2, hintFor(grace)],
      [2, hintFor(alan)],
    ],
  });
  const leaving = `people: {mode: exact, owners: [${owner}], members: [${grace}]}\noutsideCollaborators: {entries: {${alan}: {api: pull}}}`;
  const { plan, steps, hints } = await plannedFor(at, leaving);
  expect(hints).toEqual([]);
  expect(steps).toEqual([`set-collaborator ${alan} api pull`, `set-role ${alan} outside_collaborator`]);
  const rows = await applied(service(), bearer, plan);
  expect(rows.filter(({ outcome }) => outcome !== 'changed' && outcome !== 'under-way')).toEqual([]);
  expect((await files.plan(fileOf(leaving))).steps).toEqual([]);
});

test('a member with a role of the organization is planned without a change', async () => {
  const { organization, owner, world, member, files } = await setUp();
  const person = member();
  world.addRole({ organization, name: 'Reader', baseRole: 'read', people: [person] });
  const text = `people: {mode: exact, owners: [${owner}], members: [${person}]}\noutsideCollaborators: {mode: exact, entries: {}}`;
  expect((await files.plan(fileOf(text))).steps).toEqual([]);
});

test('access of a team by a role for all repositories is left out, also below it, and can be raised', async () => {
  const at = await setUp();
  const { organization, bearer, world, files, permitRoles } = at;
  permitRoles();
  world.addRepository({ owner: organization, name: 'web', isArchived: false });
  world.addTeam({ organization, name: 'security' });
  world.addTeam({ organization, name: 'plain', repositories: [{ name: 'api', permission: 'WRITE' }] });
  world.addRole({ organization, name: 'Security manager', baseRole: 'read', teams: ['security'] });
  world.addRole({ organization, name: 'Triage of all', baseRole: 'triage', teams: ['security'] });
  world.addTeam({ organization, name: 'below', parent: 'security' });
  expect((await files.plan(await files.importFiles())).steps).toEqual([]);
  const text =
    'teams: {mode: exact, entries: {security: {repositories: {api: push, web: pull}}, plain: {repositories: {}}, below: {repositories: {}}}}';
  const { plan, steps, hints } = await plannedFor(at, text);
  expect(steps).toEqual(['set-team-access security api push', 'set-team-access plain api']);
  expect(hints).toEqual([
    [2, 'Team "security" has access to all repositories by the organization role "Triage of all": not managed here.'],
  ]);
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
  expect((await files.plan(fileOf(text))).steps).toEqual([]);
});

test('roles of the organization that may not be read are said to be unchecked, and the refused removal is what stays', async () => {
  const at = await setUp();
  const { organization, bearer, world, files } = at;
  world.addTeam({ organization, name: 'security' });
  world.addTeam({ organization, name: 'plain', repositories: [{ name: 'api', permission: 'WRITE' }] });
  world.addRole({ organization, name: 'Security manager', baseRole: 'read', teams: ['security'] });
  const text = 'teams: {mode: exact, entries: {security: {repositories: {}}, plain: {repositories: {}}}}';
  const { plan, steps, hints } = await plannedFor(at, text);
  expect(steps).toEqual(['set-team-access security api', 'set-team-access plain api']);
  expect(hints).toEqual([
    [2, 'Organization roles could not be checked: access that a team has by such a role cannot be removed here.'],
  ]);
  const rows = await applied(service(), bearer, plan);
  expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['refused', expect.stringMatching(/cannot remove repositories/)],
    ['changed', null],
  ]);
  expect((await files.plan(fileOf(text))).steps.map(lineOf)).toEqual(['set-team-access security api']);
  const reads = { path: `/orgs/${organization}/organization-roles` };
  const hidden = { kind: 'reply', status: 404, body: { message: 'Not Found' } } as const;
  service().simulator.control.fault({ match: reads, times: 1, ...hidden });
  expect((await files.checkPlan(fileOf(text))).hints).toEqual([expect.objectContaining({ message: hints[0]?.[1] })]);
  service().simulator.control.fault({ match: reads, times: 1, kind: 'bad-gateway-html' });
  expect((await files.askPlan(fileOf(text))).status).toBe(503);
});

test('higher access of its own is taken from a team, and what is left by a role of its parent stays', async () => {
  const at = await setUp();
  const { organization, bearer, world, files, permitRoles } = at;
  permitRoles();
  world.addTeam({ organization, name: 'readers' });
  world.addRole({ organization, name: 'Reader', baseRole: 'read', teams: ['readers'] });
  world.addTeam({
    organization,
    name: 'below',
    parent: 'readers',
    repositories: [{ name: 'api', permission: 'ADMIN' }],
  });
  const text = fileOf('teams: {mode: exact, entries: {readers: {repositories: {}}, below: {repositories: {}}}}');
  const plan = await files.plan(text);
  expect(plan.steps.map(lineOf)).toEqual(['set-team-access below api']);
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect((await files.plan(text)).steps).toEqual([]);
});

test('child teams get what a parent with a custom role does not get, at every depth, and nothing that it keeps', async () => {
  const at = await setUp();
  const { organization, bearer, world, files } = at;
  world.addRepositoryRole(organization, 'auditor', 'READ');
  world.addRepositoryRole(organization, 'helper', 'TRIAGE');
  world.addRepositoryRole(organization, 'keeper', 'ADMIN');
  const withRole = (name: string, permission: string, parent?: string) =>
    world.addTeam({
      organization,
      name,
      ...(parent !== undefined && { parent }),
      repositories: [{ name: 'api', permission }],
    });
  withRole('core', 'auditor');
  withRole('middle', 'helper', 'core');
  world.addTeam({ organization, name: 'low', parent: 'middle' });
  withRole('keepers', 'keeper');
  world.addTeam({ organization, name: 'kept', parent: 'keepers' });
  const text = fileOf(`teams:
  mode: exact
  entries:
    core: {repositories: {api: push}}
    middle: {repositories: {api: push}}
    low: {repositories: {api: push}}
    keepers: {repositories: {}}
    kept: {repositories: {api: push}}`);
  const { plan, hints } = await files.checkPlan(text);
  expect(plan?.steps.map(lineOf)).toEqual(['set-team-access low api push']);
  expect(hints.map(({ message }) => message)).toEqual([
    'Team "core" has the custom role "auditor" in "api": not managed here.',
    'Team "middle" has the custom role "helper" in "api": not managed here.',
    'Team "keepers" has the custom role "keeper" in "api": not managed here.',
  ]);
  if (plan !== null)
    expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect((await files.plan(text)).steps).toEqual([]);
  expect(await files.updated(text)).toEqual(text);
});

test('a higher custom role of a parent is not taken for that of a child team, which gets more', async () => {
  const at = await setUp();
  const { organization, bearer, world, files } = at;
  world.addRepositoryRole(organization, 'writer', 'WRITE');
  world.addTeam({ organization, name: 'core', repositories: [{ name: 'api', permission: 'writer' }] });
  world.addTeam({ organization, name: 'below', parent: 'core', repositories: [{ name: 'api', permission: 'READ' }] });
  const text = 'teams: {mode: exact, entries: {core: {repositories: {}}, below: {repositories: {api: admin}}}}';
  const { plan, steps, hints } = await plannedFor(at, text);
  expect([steps, hints]).toEqual([
    ['set-team-access below api admin'],
    [[2, 'Team "core" has the custom role "writer" in "api": not managed here.']],
  ]);
  expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  expect((await files.plan(fileOf(text))).steps).toEqual([]);
});

test('no more exact roles are asked for after a refusal', async () => {
  const { organization, world, files } = await setUp();
  const names = Array.from({ length: 30 }, (_, index) => `team-${index}`);
  for (const name of names) world.addTeam({ organization, name, repositories: [{ name: 'api', permission: 'READ' }] });
  const entries = names.map((name) => `${name}: {repositories: {api: push}}`).join(', ');
  const { control } = service().simulator;
  const match = { method: 'GET', path: /[/]team[/][0-9]+[/]repos$/ };
  control.clearRequests();
  const refused = control.fault({ match, kind: 'reply', status: 401, body: { message: 'Bad credentials' } });
  expect((await files.askPlan(fileOf(`teams: {entries: {${entries}}}`))).status).not.toBe(200);
  expect(control.count(match)).toBeLessThan(10);
  refused.remove();
});

test('more hints than are shown are counted', async () => {
  const { organization, world, files } = await setUp();
  const names = Array.from({ length: 204 }, (_, index) => `old-${index}`);
  for (const name of names) world.addRepository({ owner: organization, name, isArchived: true });
  const repositories = names.map((name) => `${name}: push`).join(', ');
  const { hints } = await files.checkPlan(fileOf(`teams: {entries: {core: {repositories: {${repositories}}}}}`));
  expect(hints).toHaveLength(201);
  expect(hints.at(-1)).toMatchObject({ line: 2, message: '4 more hints like the one before are not shown.' });
});
