import type { ConvertFilesAnswer } from '@orgdesk/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { applied, lineOf } from './files-as.ts';
import { addOrganizationWithFiles, fileOf, loginsIn } from './organization-with-files.ts';

const service = sharedService();

afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

const setUp = () => addOrganizationWithFiles(service());
const loginsOf = (team: Parameters<typeof loginsIn>[1]) => loginsIn(service(), team);

/** As the code host makes them. Which of the rules for dots it follows is not known for certain. */
const RULES = {
  replaced: { 'cli.maintainers': 'cli-maintainers', 'v2.0 Release': 'v2-0-release' },
  kept: { 'cli.maintainers': 'cli.maintainers', 'v2.0 Release': 'v2.0-release' },
};
const OTHERS = {
  'My TEam Näme': 'my-team-name',
  'Web / Platform': 'web-platform',
  'Release Managers': 'release-managers',
  '日本 🐈': '',
  '🐈': '',
};

describe.each(['replaced', 'kept'] as const)('where dots in slugs are %s', (dots) => {
  const slugs: Readonly<Record<string, string>> = { ...RULES[dots], ...OTHERS };

  beforeEach(() => service().simulator.world.setDotsInSlugs(dots));

  async function addOrganizationWithTeams() {
    const at = await setUp();
    const person = at.member();
    for (const [name, slug] of Object.entries(slugs)) {
      const team = at.world.addTeam({
        organization: at.organization,
        name,
        members: [{ login: person }],
        repositories: [{ name: 'api', permission: 'READ' }],
      });
      expect(team.slug).toBe(slug);
    }
    return { ...at, person };
  }

  test.each(['', '?layout=one-file'])('an unchanged organization is planned without a change (%s)', async (query) => {
    const { files } = await addOrganizationWithTeams();
    const imported = await files.importFiles(query);
    const { plan, problems, hints } = await files.checkPlan(imported);
    expect({ problems, hints, steps: plan?.steps.map(lineOf) }).toEqual({ problems: [], hints: [], steps: [] });
    expect(await files.updated(imported)).toEqual(imported);
  });

  test('keys that are no slugs name their teams, and are reported with the right one', async () => {
    const { files, person } = await addOrganizationWithTeams();
    const keys = Object.keys(slugs).map((name, nth) => [/^[\w.-]+$/.test(name) ? name : `key-${nth}`, name] as const);
    const entries = keys.map(
      ([key, name]) => `    ${key}: {${key === name ? '' : `name: "${name}", `}members: [${person}]}\n`,
    );
    const { plan, problems, hints } = await files.checkPlan(
      fileOf(`teams:\n  mode: exact\n  entries:\n${entries.join('')}`),
    );
    expect({ problems, steps: plan?.steps.map(lineOf) }).toEqual({ problems: [], steps: [] });
    const others = keys.filter(([key, name]) => slugs[name] !== '' && slugs[name] !== key);
    expect(hints.map(({ message, nearest }) => [message, nearest])).toEqual(
      others.map(([key, name]) => [
        `"${key}" is not the slug of the team "${name}". It works, but the slug is "${slugs[name]}".`,
        slugs[name],
      ]),
    );
  });

  test('files of peribolos with these names are planned without a change', async () => {
    const { organization, owner, bearer, files, person } = await addOrganizationWithTeams();
    const teams = Object.fromEntries(
      Object.keys(slugs).map((name) => [name, { privacy: 'closed', members: [person], repos: { api: 'read' } }]),
    );
    const org = JSON.stringify({ admins: [owner], members: [person], teams });
    const answer = await fetchOnce(`${service().url}/api/organization-files/from-peribolos`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ organization, files: [{ name: 'org.yaml', text: org }] }),
    });
    const converted = answer.json as ConvertFilesAnswer;
    expect(converted).toMatchObject({ problems: [], left: [] });
    const { plan, problems } = await files.checkPlan(converted.files);
    expect({ problems, steps: plan?.steps.map(lineOf) }).toEqual({ problems: [], steps: [] });
  });

  test('a plan changes, renames and deletes these teams, and nothing else', async () => {
    const { organizationId, files, bearer, member, world } = await addOrganizationWithTeams();
    const added = member();
    const names = Object.keys(slugs);
    const kept = names.slice(1);
    const entries = kept.map(
      (name, nth) =>
        `    key-${nth}: {name: "${name}${nth === 1 ? '!' : ''}", previously: "${name}", members: [${added}]}\n`,
    );
    const plan = await files.plan(fileOf(`teams:\n  mode: exact\n  entries:\n${entries.join('')}`));
    const counts = Object.groupBy(plan.steps, ({ kind }) => kind);
    expect(Object.fromEntries(Object.entries(counts).map(([kind, steps]) => [kind, steps?.length]))).toEqual({
      'edit-team': 1,
      'set-team-role': kept.length,
      'remove-from-team': kept.length,
      'delete-team': 1,
    });
    const rows = await applied(service(), bearer, plan);
    expect(rows.filter(({ outcome }) => outcome !== 'changed')).toEqual([]);
    const teams = world.teamsOf(organizationId);
    expect(teams.map(({ name }) => name)).toEqual(kept.map((name, nth) => `${name}${nth === 1 ? '!' : ''}`));
    for (const team of teams) expect(loginsOf(team)).toEqual([added]);
  });
});

describe('a new team whose slug is not its key', () => {
  test('gets its members, access and child teams, and they leave again', async () => {
    const { organization, owner, files, bearer, member, world } = await setUp();
    const [grace, alan] = [member(), member()];
    const textOf = (members: readonly string[]) =>
      fileOf(
        `teams:\n  mode: exact\n  entries:\n    docs: {name: Documentation Team, members: [${members}], repositories: {api: push}}\n    below: {parent: docs, members: [${alan}]}\n`,
      );
    const rows = await applied(service(), bearer, await files.plan(textOf([grace, alan])));
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual(rows.map(() => ['changed', null]));
    const team = world.needTeam(organization, 'documentation-team');
    expect(rows[0]?.step).toMatchObject({ team: 'docs', teamId: team.id, to: { slug: 'documentation-team' } });
    expect(loginsOf(team)).toEqual([grace, alan].toSorted());
    expect(world.needTeam(organization, 'below').parentId).toBe(team.id);
    expect(team.repositories.map(({ permission }) => permission)).toEqual(['WRITE']);
    expect(loginsOf(team)).not.toContain(owner);
    expect((await files.plan(textOf([grace, alan]))).steps.map(lineOf)).toEqual([]);

    const removed = await files.plan(textOf([alan]));
    expect(removed.steps.map(lineOf)).toEqual([`remove-from-team ${grace} documentation-team`]);
    expect((await applied(service(), bearer, removed)).map(({ outcome }) => outcome)).toEqual(['changed']);
    expect(loginsOf(world.needTeam(organization, 'documentation-team'))).toEqual([alan]);
    const hints = (await files.checkPlan(textOf([alan]))).hints.map(({ line, nearest }) => [line, nearest]);
    expect(hints).toEqual([[5, 'documentation-team']]);
  });

  test('is recognized by the slug before a rename, and is renamed', async () => {
    const { organization, files, bearer, world } = await setUp();
    const { id } = world.addTeam({ organization, name: 'Infra.Core' });
    const text = fileOf('teams: {mode: exact, entries: {platform: {name: Platform Group, previously: Infra.Core}}}');
    const plan = await files.plan(text);
    expect(plan.steps.map(lineOf)).toEqual([expect.stringMatching(/^edit-team infra.core Platform Group$/)]);
    expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
    expect(world.teamById(id)?.name).toBe('Platform Group');
    expect((await files.plan(text)).steps).toEqual([]);
  });
});

test('two keys of one team are a problem', async () => {
  const { organization, files, world } = await setUp();
  world.addTeam({ organization, name: 'Documentation Team' });
  const at = (entries: string) => files.checkPlan(fileOf(`teams:\n  entries:\n${entries}`));
  const { problems } = await at('    documentation-team: {}\n    docs: {name: documentation team}\n');
  expect(problems.map(({ line, message, nearest }) => [line, message, nearest])).toEqual([
    [5, '"docs" is the same team as "documentation-team".', 'documentation-team'],
  ]);
  const twice = await at('    a: {name: Documentation Team}\n    b: {name: Documentation Team}\n');
  expect(twice.problems.map(({ message }) => message)).toEqual([
    '"Documentation Team" is already in teams.yaml, line 4.',
  ]);
  const moved = await at('    documentation-team: {name: Docs}\n    new: {name: Documentation Team}\n');
  expect(moved.plan?.steps.map((step) => [lineOf(step).trim(), step.after])).toEqual([
    ['edit-team documentation-team Docs', []],
    ['create-team new Documentation Team  closed', [0]],
  ]);
});

describe('steps that depend on a refused one', () => {
  const refused = (organization: string) =>
    service().simulator.control.fault({
      match: { method: 'POST', path: `/orgs/${organization}/teams` },
      times: 1,
      kind: 'reply',
      status: 422,
      body: { message: 'Validation Failed', errors: [{ resource: 'Team', code: 'already_exists', field: 'name' }] },
    });

  test('are not made, and say why', async () => {
    const { organization, organizationId, files, bearer, member, world } = await setUp();
    const grace = member();
    world.addTeam({ organization, name: 'Old Team', members: [{ login: grace }] });
    const text = `teams: {mode: exact, entries: {docs: {members: [${grace}], repositories: {api: push}}, below: {parent: docs}, other: {members: [${grace}]}}}`;
    const plan = await files.plan(fileOf(text));
    refused(organization);
    const rows = await applied(service(), bearer, plan);
    const because = 'Not made, because the team "docs" could not be created.';
    expect(rows.map(({ step, outcome, message }) => [step && lineOf(step).trim(), outcome, message])).toEqual([
      ['create-team docs docs  closed', 'refused', expect.any(String)],
      ['create-team below below  closed docs', 'refused', because],
      ['create-team other other  closed  other', 'changed', null],
      [`set-team-role ${grace} docs member`, 'refused', because],
      ['set-team-access docs api push', 'refused', because],
      [`set-team-role ${grace} other member`, 'changed', null],
      ['delete-team old-team', 'refused', because],
    ]);
    const names = world.teamsOf(organizationId).map(({ name }) => name);
    expect(names).toEqual(['Old Team', 'other']);
  });

  test('include memberships of people who could not be invited, and the deletion of a team whose child stays', async () => {
    const { organization, organizationId, owner, files, bearer, newcomer, world } = await setUp();
    const { control } = service().simulator;
    const invited = newcomer();
    world.addTeam({ organization, name: 'Above' });
    world.addTeam({ organization, name: 'Below', parent: 'above' });
    const text = `people: {owners: [${owner}], members: [${invited}]}\nteams: {mode: exact, entries: {below: {parent: null, members: [${invited}]}}}`;
    const plan = await files.plan(fileOf(text));
    const reply = { kind: 'reply', status: 422, body: { message: 'Validation Failed' } } as const;
    control.fault({ match: { method: 'POST', path: `/orgs/${organization}/invitations` }, times: 1, ...reply });
    control.fault({ match: { method: 'PATCH', path: `/organizations/${organizationId}/team` }, times: 1, ...reply });
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ step, outcome, message }) => [step?.kind, outcome, message])).toEqual([
      ['invite-person', 'refused', expect.any(String)],
      ['edit-team', 'refused', 'Validation Failed'],
      ['set-team-role', 'refused', `Not made, because "${invited}" could not be invited.`],
      ['delete-team', 'refused', 'Not made, because the team "below" could not be changed.'],
    ]);
    expect(world.teamsOf(organizationId).map(({ name }) => name)).toEqual(['Above', 'Below']);
  });

  test('include the deletion of a team whose slug its replacement would have', async () => {
    const { organization, organizationId, files, bearer, member, world } = await setUp();
    world.setDotsInSlugs('replaced');
    const grace = member();
    world.addTeam({ organization, name: 'core-team', members: [{ login: grace }] });
    const plan = await files.plan(fileOf(`teams: {mode: exact, entries: {core.team: {members: [${grace}]}}}`));
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ step, outcome }) => [step?.kind, outcome])).toEqual([
      ['create-team', 'refused'],
      ['set-team-role', 'refused'],
      ['delete-team', 'refused'],
    ]);
    expect(world.teamsOf(organizationId).map((team) => [team.name, loginsOf(team)])).toEqual([['core-team', [grace]]]);
  });

  test('a team that somebody else made meanwhile gets nobody, since others may be in it', async () => {
    const { organization, files, bearer, member, world } = await setUp();
    const [grace, other] = [member(), member()];
    const plan = await files.plan(fileOf(`teams: {entries: {docs: {name: The Docs, members: [${grace}]}}}`));
    const { id } = world.addTeam({ organization, name: 'The Docs', members: [{ login: other }] });
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['changed-since', null],
      ['refused', 'Not made, because the team "docs" could not be created.'],
    ]);
    const team = world.teamById(id);
    expect(team && loginsOf(team)).toEqual([other]);
  });
});

describe('an organization that is renamed while a plan is applied', () => {
  async function stopped(text: string, build: (at: Awaited<ReturnType<typeof setUp>>, person: string) => void) {
    const at = await setUp();
    const { organization, bearer, files, member } = at;
    const person = member();
    build(at, person);
    const plan = await files.plan(fileOf(text));
    const { id } = await files.apply(plan);
    const jobs = jobsAs(service(), bearer, organization);
    for (let rounds = 0; rounds < 50 && ((await jobs.read(id)).counts.changed ?? 0) < 2; rounds += 1) {
      await service().workOnJobs();
      service().clock.advance(1_000);
    }
    const name = `${organization}-renamed`;
    service().simulator.control.platform.renameOrganization(organization, name, at.owner);
    const after = jobsAs(service(), bearer, name);
    await runOut(service(), () => after.read(id), 10_000);
    return { ...at, person, rows: await after.rows(id), steps: plan.steps.length };
  }

  test('loses every team and grant that the files removed', async () => {
    const text = 'teams: {mode: exact, entries: {kept: {members: [], repositories: {}}}}';
    const { organizationId, rows, steps, world } = await stopped(text, ({ organization, world: in_ }, person) => {
      const more = { members: [{ login: person }], repositories: [{ name: 'api' }] };
      in_.addTeam({ organization, name: 'kept', ...more });
      for (let nth = 0; nth < 7; nth += 1) in_.addTeam({ organization, name: `Team ${nth}`, ...more });
    });
    expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: steps }, () => 'changed'));
    const [kept, ...others] = world.teamsOf(organizationId);
    expect({ others, members: kept?.members, access: kept?.repositories }).toEqual({
      others: [],
      members: [],
      access: [],
    });
  });
});

describe('an answer "not found" to a call by number', () => {
  async function applyHidden(path: (organizationId: number, teamId: number) => string, entries: string) {
    const at = await setUp();
    const { organization, organizationId, bearer, files, world } = at;
    const { id } = world.addTeam({ organization, name: 'old', repositories: [{ name: 'api' }] });
    const plan = await files.plan(fileOf(`teams: {mode: exact, entries: ${entries}}`));
    const match = { method: 'GET', path: path(organizationId, id) };
    service().simulator.control.fault({ match, times: 1, kind: 'reply', status: 404, body: { message: 'Not Found' } });
    const job = await files.apply(plan);
    const jobs = jobsAs(service(), bearer, organization);
    await runOut(service(), () => jobs.read(job.id));
    return { ...at, outcomes: (await jobs.rows(job.id)).map(({ outcome }) => outcome) };
  }

  test('does not make a team count as deleted, which is there', async () => {
    const { outcomes, organizationId, world } = await applyHidden(
      (org, team) => `/organizations/${org}/team/${team}`,
      '{}',
    );
    expect(outcomes).toEqual(['changed']);
    expect(world.teamsOf(organizationId)).toEqual([]);
  });

  test('does not make access count as removed, which is there', async () => {
    const { outcomes, organization, world } = await applyHidden(
      (org, team) => `/organizations/${org}/team/${team}/repos/`,
      '{old: {repositories: {}}}',
    );
    expect(outcomes).toEqual(['changed']);
    expect(world.needTeam(organization, 'old').repositories).toEqual([]);
  });

  test('is nothing to do where the lists of the organization and the team lack it', async () => {
    const { organization, bearer, files, world } = await setUp();
    for (const name of ['gone', 'kept']) world.addTeam({ organization, name, repositories: [{ name: 'api' }] });
    const plan = await files.plan(fileOf('teams: {mode: exact, entries: {kept: {repositories: {}}}}'));
    world.removeTeam(organization, 'gone');
    world.setTeamRepository(organization, 'kept', 'api', null);
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ step, outcome }) => [step?.kind, outcome])).toEqual([
      ['set-team-access', 'nothing-to-do'],
      ['delete-team', 'nothing-to-do'],
    ]);
  });

  test('ends a step about a repository that does not exist, and others go on', async () => {
    const { organization, bearer, files, world } = await setUp();
    world.addTeam({ organization, name: 'kept', repositories: [{ name: 'api' }], description: 'Old' });
    world.addTeam({ organization, name: 'unwanted' });
    const plan = await files.plan(fileOf('teams: {mode: exact, entries: {kept: {repositories: {}}}}'));
    world.removeRepository(organization, 'api');
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'There is no repository "api".'],
      ['changed', null],
    ]);
  });
});
