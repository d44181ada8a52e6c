import type { OrganizationPlan } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { addOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, runOut } from '../invitations/jobs/jobs.ts';
import { applied, filesAs, liftsOf, lineOf } from './files-as.ts';

const service = sharedService();

async function addOrganizationWith(people: number) {
  const prepared = addOrganization(service());
  const { organization, owner, newcomer } = prepared;
  const { world } = service().simulator;
  const members = Array.from({ length: people }, newcomer);
  for (const login of members) world.addMembership({ organization, login });
  const { bearer } = await service().signIn(owner);
  return { ...prepared, members, bearer, files: filesAs(service(), bearer, organization) };
}

const fileOf = (text: string) => [{ name: 'organization.yaml', text: `version: 1\n${text}` }];

const dangersIn = async (files: ReturnType<typeof filesAs>, text: string) =>
  (await files.plan(fileOf(text))).dangers.map(({ kind, count }) => [kind, count]);

describe('a plan', () => {
  test('that removes everybody names each danger, and is refused without its number', async () => {
    const { owner, files, members } = await addOrganizationWith(40);
    const plan = await files.plan(fileOf(`people: {mode: exact, owners: [], members: []}`));
    expect(plan.dangers.map(({ kind, count }) => [kind, count])).toEqual([
      ['no-owner-left', 1],
      ['yourself', 1],
      ['owners-lost', 1],
      ['many-removals', members.length + 1],
    ]);
    expect(plan.steps.at(-1)?.login).toBe(owner);
    const lifts = liftsOf(plan);
    for (const lifted of [[], lifts.slice(1), lifts.map((lift) => ({ ...lift, count: lift.count - 1 }))])
      expect((await files.askApply(plan, lifted)).json).toEqual({
        error: 'This plan has dangers. Please confirm each with its number.',
      });
  });

  test('names as dangers the owners that are demoted, and much that teams lose', async () => {
    const { organization, owner, files, members } = await addOrganizationWith(10);
    const { world } = service().simulator;
    const [kept = '', ...demoted] = members;
    for (const login of members) world.setRole(organization, login, 'admin');
    const repositories = ['one', 'two', 'three', 'four', 'five'];
    for (const name of repositories) world.addRepository({ owner: organization, name, isArchived: false });
    const crowd = members.slice(0, 5).map((login) => ({ login }));
    for (const name of ['core', 'docs', 'quiet']) world.addTeam({ organization, name });
    for (const { login } of crowd)
      for (const team of ['core', 'docs']) world.setTeamMember(organization, team, login, 'MEMBER');
    for (const name of repositories) world.setTeamRepository(organization, 'core', name, 'WRITE');

    const people = `people: {mode: exact, owners: [${owner}, ${kept}], members: [${demoted}]}`;
    expect(await dangersIn(files, people)).toEqual([['owners-lost', demoted.length]]);
    const emptied =
      'teams: {mode: exact, entries: {core: {members: [], repositories: {}}, docs: {members: []}, quiet: {}}}';
    expect(await dangersIn(files, emptied)).toEqual([
      ['memberships-lost', 10],
      ['access-lost', 5],
    ]);
    const few = `teams: {mode: exact, entries: {core: {}, docs: {members: [${members.slice(0, 4)}]}, quiet: {}}}`;
    expect(await dangersIn(files, few)).toEqual([]);
    expect(await dangersIn(files, 'teams: {mode: exact, entries: {core: {}, docs: {}}}')).toEqual([]);
    expect(await dangersIn(files, 'teams: {mode: exact, entries: {}}')).toEqual([
      ['memberships-lost', 10],
      ['access-lost', 5],
      ['teams-with-access', 1],
      ['teams-with-people', 2],
    ]);
  });

  test('never removes the last owner, even if that was lifted', async () => {
    const { bearer, files, members } = await addOrganizationWith(1);
    const plan = await files.plan(fileOf(`people: {mode: exact, owners: [], members: [${members}]}`));
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'An organization needs at least one owner.'],
    ]);
  });

  test('altered anywhere, of another person, of another organization or old, is refused', async () => {
    const { organization, files, members } = await addOrganizationWith(2);
    const { world } = service().simulator;
    const plan = await files.plan(fileOf(`teams: {entries: {core: {members: [${members[0]}]}}}`));
    const [step] = plan.steps;
    const alterations: readonly Partial<OrganizationPlan>[] = [
      { hash: `${plan.hash}0` },
      { files: 'x' },
      { expiresAt: '2099-01-01T00:00:00.000Z' },
      { steps: plan.steps.slice(1) },
      { steps: [...plan.steps, ...(step === undefined ? [] : [step])] },
      { steps: plan.steps.map((each) => ({ ...each, login: members[1] ?? '' })) },
      { organization: { ...plan.organization, id: plan.organization.id + 1 } },
      { seal: `${plan.seal}x` },
    ];
    const altered = { error: 'This plan was altered, or made elsewhere. Please plan the files again.' };
    for (const alteration of alterations)
      expect((await files.askApply({ ...plan, ...alteration })).json).toEqual(altered);

    const other = world.addUser({ login: `other-owner-of-${organization}` });
    world.addMembership({ organization, login: other.login, role: 'admin' });
    const { bearer } = await service().signIn(other.login);
    expect((await filesAs(service(), bearer, organization).askApply(plan)).json).toEqual({
      error: 'This plan was made for another person. Please plan the files again.',
    });
    const elsewhere = addOrganization(service());
    world.addMembership({ organization: elsewhere.organization, login: other.login, role: 'admin' });
    const own = await filesAs(service(), bearer, organization).plan(fileOf('teams: {entries: {core: {}}}'));
    const { bearer: again } = await service().signIn(other.login);
    expect((await filesAs(service(), again, elsewhere.organization).askApply(own)).json).toEqual({
      error: 'This plan is of another organization. Please plan the files again.',
    });
    service().clock.advance(61 * 60_000);
    expect((await files.askApply(plan)).json).toEqual({
      error: 'This plan has expired. Please plan the files again.',
    });
  });

  test('applied twice at once on two instances is one job', async () => {
    const { organization, bearer, files } = await addOrganizationWith(0);
    const second = await service().addInstance();
    const plan = await files.plan(fileOf('teams: {entries: {core: {}, more: {parent: core}}}'));
    const [one, other] = await Promise.all([files.apply(plan), filesAs(second, bearer, organization).apply(plan)]);
    expect(one.id).toBe(other.id);
    await second.close();
  });

  test('skips what somebody else changed since, and reports it', async () => {
    const { organization, bearer, files, members } = await addOrganizationWith(3);
    const { world } = service().simulator;
    world.addTeam({ organization, name: 'core', members: [{ login: members[0] ?? '' }] });
    const text = `teams: {mode: exact, entries: {core: {description: New, members: [${members[1]}, ${members[2]}]}, more: {}}}`;
    const plan = await files.plan(fileOf(text));
    expect(plan.steps.map(({ kind }) => kind)).toEqual([
      'create-team',
      'edit-team',
      'set-team-role',
      'set-team-role',
      'remove-from-team',
    ]);
    world.addTeam({ organization, name: 'More' });
    world.updateTeam(organization, 'core', { description: 'Of another admin' });
    world.setTeamMember(organization, 'core', members[1] ?? '', 'MAINTAINER');
    world.setTeamMember(organization, 'core', members[0] ?? '', null);
    const rows = await applied(service(), bearer, plan);
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      'changed-since',
      'changed-since',
      'changed-since',
      'changed',
      'nothing-to-do',
    ]);
    expect(world.needTeam(organization, 'core').description).toBe('Of another admin');
  });

  test('names people and teams that do not exist, with their locations', async () => {
    const { files } = await addOrganizationWith(1);
    const { problems } = await files.checkPlan(
      fileOf(
        'people: {members: [nobody-at-all]}\nteams:\n  entries:\n    core: {parent: cores, members: [ada]}\n    core2: {privacy: secret, parent: core}\n',
      ),
    );
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'No account has the login "nobody-at-all".'],
      [5, 'There is no team "cores".'],
      [5, '"ada" is not in the organization: add them to people.'],
      [6, '"core2" has a parent, so it cannot be secret.'],
    ]);
  });

  test('marks what the App may not change, and leaves it out', async () => {
    const { organization, files, bearer } = await addOrganizationWith(0);
    service().simulator.world.addRepository({ owner: organization, name: 'api', isArchived: false });
    const plan = await files.plan(fileOf('teams: {entries: {core: {repositories: {api: push}}}}'));
    expect(plan.steps.map((step) => [lineOf(step), step.needs])).toEqual([
      ['create-team core core  closed ', null],
      ['set-team-access core api push', 'administration: write'],
    ]);
    expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed']);
  });

  test('invites nobody who has the former login of a renamed member', async () => {
    const { organization, owner, files, bearer, members } = await addOrganizationWith(1);
    const { world, control } = service().simulator;
    const [former = ''] = members;
    await applied(service(), bearer, await files.plan(fileOf(`teams: {entries: {core: {members: [${former}]}}}`)));
    control.platform.renameUser(former, `${former}-now`);
    world.addUser({ login: former });
    const { problems } = await files.checkPlan(fileOf(`people: {owners: [${owner}], members: [${former}]}`));
    expect(problems.map(({ message, nearest }) => [message, nearest])).toEqual([
      [`"${former}" is now "${former}-now".`, `${former}-now`],
    ]);
    expect(world.openInvitations(organization)).toEqual([]);
  });

  test('invites nobody who took the login after the plan', async () => {
    const { organization, owner, files, bearer, newcomer } = await addOrganizationWith(0);
    const { world, control } = service().simulator;
    const login = newcomer();
    const plan = await files.plan(fileOf(`people: {owners: [${owner}], members: [${login}]}`));
    expect(plan.steps.map(({ kind }) => kind)).toEqual(['invite-person']);
    control.platform.renameUser(login, `${login}-now`);
    world.addUser({ login });
    expect((await applied(service(), bearer, plan)).map(({ outcome }) => outcome)).toEqual(['changed-since']);
    expect(world.openInvitations(organization)).toEqual([]);
  });

  test('waits for limits and outages, and takes each step once', async () => {
    const { organization, organizationId, bearer, files, members } = await addOrganizationWith(6);
    const { control } = service().simulator;
    const plan = await files.plan(fileOf(`teams: {entries: {core: {members: [${members}]}}}`));
    control.clearChanges();
    for (const kind of ['secondary-rate-limit', 'bad-gateway-html', 'primary-rate-limit'] as const)
      control.fault({ match: { method: 'PUT', path: `/organizations/${organizationId}/team` }, times: 1, kind });
    const { id } = await files.apply(plan);
    const jobs = jobsAs(service(), bearer, organization);
    const states = new Set<string>();
    for (let rounds = 0; rounds < 50 && !states.has('done'); rounds += 1) {
      states.add((await runOut(service(), () => jobs.read(id))).state);
      service().clock.advance(60_000);
    }
    expect(states).toEqual(new Set(['limited', 'done']));
    expect((await jobs.read(id)).counts.changed).toBe(plan.steps.length);
    const made = control.changes({ organization, via: 'api', kind: 'team-member-added' }).map(({ target }) => target);
    expect(new Set(made)).toEqual(new Set(members));
    expect(made).toHaveLength(members.length);
  });

  test('grants access once, though the answer is lost and another owner applies the same files', async () => {
    const { organization, organizationId, bearer, files, members } = await addOrganizationWith(1);
    const { world, control } = service().simulator;
    const [login = ''] = members;
    world.setInstallationPermissions(world.activeInstallationOf(organizationId)?.id ?? 0, {
      metadata: 'read',
      members: 'write',
      administration: 'write',
    });
    for (const name of ['api', 'web']) world.addRepository({ owner: organization, name, isArchived: false });
    world.addTeam({ organization, name: 'core' });
    world.setRole(organization, login, 'admin');
    const { bearer: other } = await service().signIn(login);
    const text = 'teams: {entries: {core: {repositories: {api: push, web: pull}}}}';
    const plan = await files.plan(fileOf(text));
    const same = await filesAs(service(), other, organization).plan(fileOf(text));
    const grants = { method: 'PUT', path: /[/]team[/][0-9]+[/]repos[/]/ };
    control.clearRequests();
    control.fault({ kind: 'bad-gateway-html', after: true, times: 1, match: grants });
    const { id } = await files.apply(plan);
    const jobs = jobsAs(service(), bearer, organization);
    for (let rounds = 0; rounds < 20 && (await jobs.read(id)).state !== 'done'; rounds += 1) {
      await runOut(service(), () => jobs.read(id));
      service().clock.advance(60_000);
    }
    expect((await jobs.rows(id)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
    expect(control.count(grants)).toBe(2);
    expect((await applied(service(), other, same)).map(({ outcome }) => outcome)).toEqual([
      'nothing-to-do',
      'nothing-to-do',
    ]);
    expect(control.count(grants)).toBe(2);
  });

  test('stops when its person is an owner no more, and another owner can take it over', async () => {
    const { organization, owner, files, members } = await addOrganizationWith(2);
    const { world } = service().simulator;
    const plan = await files.plan(fileOf(`teams: {entries: {core: {members: [${members}]}}}`));
    const { id } = await files.apply(plan);
    const other = world.addUser({ login: `taking-over-${organization}` }).login;
    world.addMembership({ organization, login: other, role: 'admin' });
    world.addMembership({ organization, login: owner, role: 'member' });
    service().clock.advance(2 * 60_000);
    const { bearer: taking } = await service().signIn(other);
    const jobs = jobsAs(service(), taking, organization);
    const stopped = await runOut(service(), () => jobs.read(id));
    expect([stopped.state, stopped.reason]).toEqual(['failed', 'rights-lost']);
    await jobs.change(id, 'take-over');
    const done = await runOut(service(), () => jobs.read(id));
    expect([done.state, done.counts.changed]).toEqual(['done', plan.steps.length]);
  });
});
