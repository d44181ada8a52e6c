import type { PeopleChange } from '@orgdesk/contract';
import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { jobsAs } from '../invitations/jobs/jobs.ts';
import {
  addOrganization,
  changed,
  changesIn,
  changesRequested,
  ended,
  previewed,
  result,
  startChange,
  started,
} from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const CONVERT: PeopleChange = { kind: 'convert' };
const DEMOTE: PeopleChange = { kind: 'role', role: 'member' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('changes of people that go wrong on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  const setUp = async (count: number, role: 'admin' | 'member' = 'member') => {
    const made = addOrganization(service());
    const logins = Array.from({ length: count }, () => made.member(role));
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const preview = async (change: PeopleChange, people: readonly string[] = logins) =>
      (await previewed(service(), where, change, people)).preview;
    const start = async (token: string) => (await started(service(), where, [token], made.organization)).id;
    const change = (token: string) => changed(service(), where, token, made.organization);
    const counts = () => control().changeCounts({ organization: made.organization });
    const [login = ''] = logins;
    return { ...made, where, logins, login, preview, start, change, counts };
  };
  const stateOf = (organization: string, id: string) =>
    service().storage.jobs.find({ organizationId: world().needOrganization(organization).id, id });
  const removals = (organization: string) => ({ method: 'DELETE', path: new RegExp(`^/orgs/${organization}/`) });

  const FAULTS: readonly (readonly [string, FaultRule])[] = [
    ['a page of a gateway', { kind: 'bad-gateway-html' }],
    ['a reset connection', { kind: 'reset' }],
    ['silence', { kind: 'hang' }],
    ['a page with status 200', { kind: 'html-200' }],
  ];
  test.each(FAULTS)(
    'after %s are looked up before they are sent again, and that is written down',
    async (_what, rule) => {
      const { organization, login, idOf, where, preview, start, counts } = await setUp(1);
      const id = await start(await preview(REMOVE));
      control().fault({ ...rule, times: 1, match: removals(organization) });
      await service().workOnJobs();
      expect([control().count(removals(organization)), counts()]).toEqual([1, {}]);
      expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'under-way' }]);
      expect((await ended(service(), where, id)).results).toEqual([result(login, idOf(login), 'changed')]);
      expect(await changesIn(service(), organization)).toMatchObject([
        { outcome: 'refused', message: 'The change was not found on the code host.' },
        { outcome: 'done', message: null },
      ]);
    },
  );

  test('that are refused are not sent again, and tell why', async () => {
    const { organization, login, idOf, preview, change, counts } = await setUp(1);
    const token = await preview(REMOVE);
    const rule = { kind: 'reply', status: 422, body: { message: 'Not this one.' } } as const;
    control().fault({ ...rule, match: removals(organization) });
    expect(await change(token)).toEqual([result(login, idOf(login), 'refused', 'Not this one.')]);
    expect([control().count(removals(organization)), counts()]).toEqual([1, {}]);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused', message: 'Not this one.' }]);
  });

  test('with a dead token stop, and send no other', async () => {
    const { organization, logins, idOf, where, preview, start } = await setUp(2);
    const id = await start(await preview(REMOVE));
    const rule = { kind: 'reply', status: 401, body: { message: 'Bad credentials' } } as const;
    control().fault({ ...rule, match: removals(organization) });
    const { job, results } = await ended(service(), where, id);
    expect(job).toMatchObject({ state: 'failed', reason: 'token-rejected' });
    expect(results).toEqual(logins.map((login) => result(login, idOf(login), 'ready')));
    expect(control().count(removals(organization))).toBe(1);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused' }]);
  });

  test('whose answer was lost are done, and not sent again', async () => {
    const { organization, login, idOf, preview, change, counts } = await setUp(1);
    const token = await preview(REMOVE);
    control().fault({ kind: 'reset', after: true, times: 1, match: removals(organization) });
    expect(await change(token)).toEqual([result(login, idOf(login), 'changed')]);
    expect(control().count(removals(organization))).toBe(1);
    expect(counts()).toEqual({ 'member-removed': 1 });
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'done' }]);
  });

  test('that the code host makes later are under way', async () => {
    const { organization, login, idOf, preview, change } = await setUp(1);
    const token = await preview(CONVERT);
    const path = `/orgs/${organization}/outside_collaborators/${login}`;
    control().fault({ kind: 'reply', status: 202, body: {}, times: 1, match: { method: 'PUT', path } });
    expect(await change(token)).toEqual([
      result(login, idOf(login), 'under-way', 'The code host completes this later.'),
    ]);
    expect(await changesIn(service(), organization)).toMatchObject([
      { outcome: 'unknown', message: 'The code host completes this later.' },
    ]);
  });

  test('of a team that an identity provider fills are refused with its message', async () => {
    const { organization, login, idOf, preview, change } = await setUp(1);
    world().addTeam({ organization, name: 'Synced', synchronized: true });
    const token = await preview({ kind: 'add-to-team', team: 'synced', role: 'member' });
    const error = 'Team membership is managed by an identity provider.';
    expect(await change(token)).toEqual([result(login, idOf(login), 'refused', error)]);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused', message: error }]);
  });

  test('send nothing to whom they find changed since the preview', async () => {
    const { organization, logins, idOf, person, preview, change, counts } = await setUp(4);
    const [raised = '', left = '', renamed = '', same = ''] = logins;
    const token = await preview(CONVERT);
    world().setRole(organization, raised, 'admin');
    world().removeMembership(organization, left);
    world().renameUser(renamed, `${renamed}-now`);
    expect(await change(token)).toEqual([
      result(raised, idOf(raised), 'changed-since'),
      result(left, idOf(left), 'changed-since'),
      result(renamed, idOf(`${renamed}-now`), 'changed-since'),
      result(same, idOf(same), 'changed'),
    ]);
    expect(counts()).toEqual({ 'member-converted': 1 });
    expect(changesRequested(service())).toHaveLength(1);
    expect(await changesIn(service(), organization)).toHaveLength(1);
    expect(person()).not.toBe('');
  });

  test('send nothing to whose role in the team has changed since the preview', async () => {
    const { organization, logins, idOf, preview, change } = await setUp(3);
    const [raised = '', left = '', same = ''] = logins;
    world().addTeam({ organization, name: 'Pilots', members: logins.map((login) => ({ login })) });
    const token = await preview({ kind: 'remove-from-team', team: 'pilots' });
    world().setTeamMember(organization, 'pilots', raised, 'MAINTAINER');
    world().setTeamMember(organization, 'pilots', left, null);
    expect(await change(token)).toEqual([
      result(raised, idOf(raised), 'changed-since'),
      result(left, idOf(left), 'nothing-to-do'),
      result(same, idOf(same), 'changed'),
    ]);
    expect(changesRequested(service())).toHaveLength(1);
  });

  test('send nothing to who has taken over the login of somebody', async () => {
    const { organization, login, idOf, preview, change } = await setUp(1);
    const id = idOf(login);
    const token = await preview(REMOVE);
    world().renameUser(login, `${login}-now`);
    world().addUser({ login });
    world().addMembership({ organization, login });
    expect(await change(token)).toEqual([result(login, id, 'changed-since')]);
    expect(changesRequested(service())).toEqual([]);
  });

  test('change the team that was meant when its slug names another one by now', async () => {
    const { organization, logins, idOf, preview, change } = await setUp(2);
    world().addTeam({ organization, name: 'Crew' });
    const token = await preview({ kind: 'add-to-team', team: 'crew', role: 'member' });
    world().updateTeam(organization, 'crew', { name: 'Band' });
    world().addTeam({ organization, name: 'Crew' });
    expect(await change(token)).toEqual(logins.map((login) => result(login, idOf(login), 'changed')));
    expect(world().needTeam(organization, 'band').members).toHaveLength(2);
    expect(world().needTeam(organization, 'crew').members).toEqual([]);
  });

  test('tell when somebody left while they were changed, and was invited by that', async () => {
    const { organization, login, idOf, preview, change } = await setUp(1);
    const token = await preview({ kind: 'role', role: 'admin' });
    const hold = control().hold({ method: 'PUT', path: `/orgs/${organization}/memberships/${login}` });
    onTestFinished(() => hold.release());
    const changing = change(token);
    await hold.arrived(1);
    world().removeMembership(organization, login);
    hold.release();
    const error = 'They had left the organization, so the code host sent an invitation instead.';
    expect(await changing).toEqual([result(login, idOf(login), 'refused', error)]);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused', message: error }]);
  });

  test('tell nothing to do when somebody else did it in between', async () => {
    const { organization, login, idOf, preview, change } = await setUp(1);
    const token = await preview(REMOVE);
    const hold = control().hold(removals(organization));
    onTestFinished(() => hold.release());
    const changing = change(token);
    await hold.arrived(1);
    world().removeMembership(organization, login);
    hold.release();
    expect(await changing).toEqual([result(login, idOf(login), 'nothing-to-do')]);
    expect(await changesIn(service(), organization)).toMatchObject([{ outcome: 'refused' }]);
  });

  test.each([
    ['demoting', 'PUT', DEMOTE],
    ['removing', 'DELETE', REMOVE],
    ['converting', 'PUT', CONVERT],
  ] as const)('leave an owner when two are %s each other at the same moment', async (_what, method, change) => {
    const { organization, owner, member, where, roleOf } = await setUp(0);
    const other = member('admin');
    const otherWhere = { organization, headers: await signIn(other) };
    const second = await service().addInstance();
    const [one, two] = [
      await previewed(service(), where, change, [other]),
      await previewed(second, otherWhere, change, [owner]),
    ];
    const ids = [
      (await started(service(), where, [one.preview])).id,
      (await started(second, otherWhere, [two.preview])).id,
    ];
    const hold = control().hold({ method, path: new RegExp(`^/orgs/${organization}/`) });
    onTestFinished(() => hold.release());
    const working = [service().workOnJobs(), second.workOnJobs()];
    await hold.arrived(2);
    hold.release();
    await Promise.all(working);
    const states = await Promise.all(ids.map((id) => stateOf(organization, id)));
    const outcomes = states.map((job) => [job?.state, job?.counts.changed, job?.counts.refused]);
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toEqual(
      expect.arrayContaining([
        ['done', 1, 0],
        ['failed', 0, 0],
      ]),
    );
    expect([owner, other].filter((login) => roleOf(login) === 'admin')).toHaveLength(1);
  });

  test.each([
    ['demoting', DEMOTE],
    ['removing', REMOVE],
    ['converting', CONVERT],
  ])('leave an owner also when %s many, who are all the owners that are left', async (_what, change) => {
    const { organization, owner, where, logins, idOf, preview, start, counts } = await setUp(3, 'admin');
    const id = await start(await preview(change));
    // Within the minute, it is not asked again what the one who asks is: the list of owners tells.
    world().setRole(organization, owner, 'member');
    await service().workOnJobs();
    expect(await stateOf(organization, id)).toMatchObject({ state: 'failed', reason: 'rights-lost' });
    expect([counts(), changesRequested(service())]).toEqual([{}, []]);
    world().setRole(organization, owner, 'admin');
    await jobsAs(service(), await signIn(owner), organization).change(id, 'take-over');
    expect((await ended(service(), where, id)).results).toEqual(
      logins.map((login) => result(login, idOf(login), 'changed')),
    );
  });

  test('after a rate limit send no other, and say how long it lasts', async () => {
    const { organization, logins, idOf, where, preview, start } = await setUp(12);
    const id = await start(await preview(REMOVE));
    control().fault({ kind: 'secondary-rate-limit', retryAfter: 60, match: removals(organization) });
    const until = new Date(service().clock.now().getTime() + 60_000).toISOString();
    const { job, results } = await ended(service(), where, id);
    expect(job).toMatchObject({ state: 'limited', reason: 'rate-limited', until });
    expect(results).toEqual(logins.map((login) => result(login, idOf(login), 'ready')));
    expect(control().count(removals(organization))).toBe(1);
    expect(await changesIn(service(), organization)).toHaveLength(1);
  });

  test('are not sent when they cannot be written to the audit log', async () => {
    const { where, preview, counts } = await setUp(7);
    const body = { previews: [await preview(REMOVE)], confirmation: where.organization };
    const answer = await withoutTrail(service().databaseUrl, () => startChange(service(), where, body));
    expect([answer.status, answer.json]).toEqual([500, { error: 'Something went wrong. Please try again.' }]);
    const { id } = await started(service(), where, body.previews, where.organization);
    await withoutTrail(service().databaseUrl, async () => {
      await service().workOnJobs();
      service().clock.advance(1_000);
      await service().workOnJobs();
    });
    expect([changesRequested(service()), counts()]).toEqual([[], {}]);
    await ended(service(), where, id);
    expect(counts()).toEqual({ 'member-removed': 7 });
  });
});
