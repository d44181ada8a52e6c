import type { ChangedPerson, PeopleChange } from '@orgdesk/contract';
import type { FaultRule } from '@orgdesk/simulator';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { withoutTrail } from '../../support/databases/without-trail.ts';
import { urlByFault } from '../../support/service/shared-service.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { addPlace, askChange, changed, changesRequested, previewed, result, trailOf } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const CONVERT: PeopleChange = { kind: 'convert' };
const DEMOTE: PeopleChange = { kind: 'role', role: 'member' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('changes of people that go wrong on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });
  const urlFor = urlByFault(service, 400);

  const place = async (count: number, role: 'admin' | 'member' = 'member') => {
    const made = addPlace(service());
    const logins = Array.from({ length: count }, () => made.member(role));
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const preview = async (change: PeopleChange, people: readonly string[] = logins) =>
      (await previewed(service(), where, change, people)).preview;
    const change = (token: string, url = service().url) => changed({ url }, where, token, made.organization);
    const counts = () => control().changeCounts({ organization: made.organization });
    const [login = ''] = logins;
    return { ...made, where, logins, login, preview, change, counts };
  };
  const removals = (organization: string) => ({ method: 'DELETE', path: new RegExp(`^/orgs/${organization}/`) });

  const OUTCOMES: readonly (readonly [string, FaultRule, ChangedPerson['outcome'], Partial<ChangedPerson>])[] = [
    [
      'a refusal',
      { kind: 'reply', status: 422, body: { message: 'Not this one.' } },
      'refused',
      { error: 'Not this one.', reason: 'refused' },
    ],
    [
      'a dead token',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      'refused',
      { error: 'Bad credentials', reason: 'token-rejected' },
    ],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'not-confirmed', { reason: 'unreachable' }],
    ['a reset connection', { kind: 'reset' }, 'not-confirmed', { reason: 'unreachable' }],
    ['silence', { kind: 'hang' }, 'not-confirmed', { reason: 'unreachable' }],
    ['a page with status 200', { kind: 'html-200' }, 'not-confirmed', { reason: 'unreachable' }],
  ];
  test.each(OUTCOMES)(
    'tell %s by its meaning, send it once, and write that down',
    async (_what, rule, outcome, more) => {
      const { organization, login, idOf, preview, change, counts } = await place(1);
      const token = await preview(REMOVE);
      control().fault({ ...rule, match: removals(organization) });
      expect((await change(token, urlFor(rule))).results).toEqual([result(login, idOf(login), outcome, more)]);
      expect(control().count(removals(organization))).toBe(1);
      expect(counts()).toEqual({});
      const trail = await trailOf(service(), organization);
      expect(trail).toMatchObject([{ outcome: outcome === 'not-confirmed' ? 'unknown' : 'refused' }]);
      expect(trail[0]?.words).not.toBe('');
    },
  );

  test('whose answer was lost are told as not confirmed, and as done when they are sent again', async () => {
    const { organization, login, idOf, preview, change, counts } = await place(1);
    const token = await preview(REMOVE);
    control().fault({ kind: 'reset', after: true, times: 1, match: removals(organization) });
    expect((await change(token)).results).toEqual([
      result(login, idOf(login), 'not-confirmed', { reason: 'unreachable' }),
    ]);
    expect((await change(token)).results).toEqual([result(login, idOf(login), 'nothing-to-do')]);
    expect(control().count(removals(organization))).toBe(1);
    expect(counts()).toEqual({ 'member-removed': 1 });
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'unknown' }]);
  });

  test('that the code host makes later are under way', async () => {
    const { organization, login, idOf, preview, change } = await place(1);
    const token = await preview(CONVERT);
    const path = `/orgs/${organization}/outside_collaborators/${login}`;
    control().fault({ kind: 'reply', status: 202, body: {}, times: 1, match: { method: 'PUT', path } });
    expect((await change(token)).results).toEqual([result(login, idOf(login), 'under-way')]);
    expect(await trailOf(service(), organization)).toMatchObject([
      { outcome: 'unknown', words: 'The code host completes this later.' },
    ]);
  });

  test('of a team that an identity provider fills are refused in its words', async () => {
    const { organization, login, idOf, preview, change } = await place(1);
    world().addTeam({ organization, name: 'Synced', synchronized: true });
    const token = await preview({ kind: 'add-to-team', team: 'synced', role: 'member' });
    const error = 'Team membership is managed by an identity provider.';
    expect((await change(token)).results).toEqual([
      result(login, idOf(login), 'refused', { error, reason: 'refused' }),
    ]);
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'refused', words: error }]);
  });

  test('send nothing to whom they find changed since the preview', async () => {
    const { organization, logins, idOf, person, preview, change, counts } = await place(4);
    const [raised = '', left = '', renamed = '', same = ''] = logins;
    const token = await preview(CONVERT);
    world().setRole(organization, raised, 'admin');
    world().removeMembership(organization, left);
    world().renameUser(renamed, `${renamed}-now`);
    expect((await change(token)).results).toEqual([
      result(raised, idOf(raised), 'changed-since'),
      result(left, idOf(left), 'changed-since'),
      result(renamed, idOf(`${renamed}-now`), 'changed-since'),
      result(same, idOf(same), 'done'),
    ]);
    expect(counts()).toEqual({ 'member-converted': 1 });
    expect(changesRequested(service())).toHaveLength(1);
    expect(await trailOf(service(), organization)).toHaveLength(1);
    expect(person()).not.toBe('');
  });

  test('send nothing to whose role in the team has changed since the preview', async () => {
    const { organization, logins, idOf, preview, change } = await place(3);
    const [raised = '', left = '', same = ''] = logins;
    world().addTeam({ organization, name: 'Pilots', members: logins.map((login) => ({ login })) });
    const token = await preview({ kind: 'remove-from-team', team: 'pilots' });
    world().setTeamMember(organization, 'pilots', raised, 'MAINTAINER');
    world().setTeamMember(organization, 'pilots', left, null);
    expect((await change(token)).results).toEqual([
      result(raised, idOf(raised), 'changed-since'),
      result(left, idOf(left), 'nothing-to-do'),
      result(same, idOf(same), 'done'),
    ]);
    expect(changesRequested(service())).toHaveLength(1);
  });

  test('send nothing to who has taken over the login of somebody', async () => {
    const { organization, login, idOf, preview, change } = await place(1);
    const id = idOf(login);
    const token = await preview(REMOVE);
    world().renameUser(login, `${login}-now`);
    world().addUser({ login });
    world().addMembership({ organization, login });
    expect((await change(token)).results).toEqual([result(login, id, 'changed-since')]);
    expect(changesRequested(service())).toEqual([]);
  });

  test('send nothing about a team whose slug names another one by now', async () => {
    const { organization, logins, idOf, preview, change } = await place(2);
    world().addTeam({ organization, name: 'Crew' });
    const { id: databaseId } = world().needOrganization(organization);
    const token = await preview({ kind: 'add-to-team', team: 'crew', role: 'member' });
    const path = '/graphql';
    const team = { databaseId: 987_654, slug: 'crew' };
    control().fault({
      kind: 'reply',
      status: 200,
      body: { data: { organization: { databaseId, team } } },
      times: 1,
      match: { path },
    });
    expect((await change(token)).results).toEqual(logins.map((login) => result(login, idOf(login), 'changed-since')));
    expect(changesRequested(service())).toEqual([]);
  });

  test('tell when somebody left while they were changed, and was invited by that', async () => {
    const { organization, login, idOf, preview, change } = await place(1);
    const token = await preview({ kind: 'role', role: 'admin' });
    const gate = control().hold({ method: 'PUT', path: `/orgs/${organization}/memberships/${login}` });
    onTestFinished(() => gate.release());
    const changing = change(token);
    await gate.arrived(1);
    world().removeMembership(organization, login);
    gate.release();
    const error = 'They had left the organization, so the code host sent an invitation instead.';
    expect((await changing).results).toEqual([result(login, idOf(login), 'refused', { error, reason: 'refused' })]);
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'refused', words: error }]);
  });

  test('tell nothing to do when somebody else did it in between', async () => {
    const { organization, login, idOf, preview, change } = await place(1);
    const token = await preview(REMOVE);
    const gate = control().hold(removals(organization));
    onTestFinished(() => gate.release());
    const changing = change(token);
    await gate.arrived(1);
    world().removeMembership(organization, login);
    gate.release();
    expect((await changing).results).toEqual([result(login, idOf(login), 'nothing-to-do')]);
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'refused' }]);
  });

  test.each([
    ['demoting', 'PUT', DEMOTE],
    ['removing', 'DELETE', REMOVE],
    ['converting', 'PUT', CONVERT],
  ] as const)('leave an owner when two are %s each other at the same moment', async (_what, method, change) => {
    const { organization, owner, member, where, roleOf } = await place(0);
    const other = member('admin');
    const otherWhere = { organization, headers: await signIn(other) };
    const second = await service().addInstance();
    const [one, two] = [
      await previewed(service(), where, change, [other]),
      await previewed(second, otherWhere, change, [owner]),
    ];
    const gate = control().hold({ method, path: new RegExp(`^/orgs/${organization}/`) });
    onTestFinished(() => gate.release());
    const both = [changed(service(), where, one.preview), changed(second, otherWhere, two.preview)];
    await gate.arrived(2);
    gate.release();
    const results = (await Promise.all(both)).flatMap((answer) => answer.results);
    expect(results.map(({ outcome, reason }) => [outcome, reason]).toSorted()).toEqual([
      ['done', null],
      ['refused', 'last-owner'],
    ]);
    expect([owner, other].filter((login) => roleOf(login) === 'admin')).toHaveLength(1);
  });

  test('leave an owner also when the owners among many are all that is left', async () => {
    const { organization, owner, where, logins, idOf, preview, change, counts } = await place(3, 'admin');
    const token = await preview(DEMOTE);
    // Within the minute, it is not asked again what the one who asks is: the list of owners tells.
    world().setRole(organization, owner, 'member');
    const { status, json } = await askChange(service(), where, { preview: token });
    expect([status, json]).toEqual([403, { error: 'Only organization admins can change people.' }]);
    expect([counts(), changesRequested(service())]).toEqual([{}, []]);
    world().setRole(organization, owner, 'admin');
    expect((await change(token)).results).toEqual(logins.map((login) => result(login, idOf(login), 'done')));
  });
  test('after a rate limit send no other, and say how long it lasts', async () => {
    const { organization, logins, idOf, preview, change } = await place(12);
    const token = await preview(REMOVE);
    control().fault({ kind: 'secondary-rate-limit', retryAfter: 60, match: removals(organization) });
    const { results, retryAfterSeconds } = await change(token);
    expect(retryAfterSeconds).toBe(60);
    const sent = control().count(removals(organization));
    expect(sent).toBeLessThanOrEqual(5);
    expect(results.map(({ id, reason }) => [id, reason])).toEqual(logins.map((login) => [idOf(login), 'rate-limited']));
    expect(results.filter(({ outcome }) => outcome === 'refused')).toHaveLength(sent);
    expect(await trailOf(service(), organization)).toHaveLength(sent);
  });

  test('have five under way at a time, of all changes of a session together', async () => {
    const { organization, logins, preview, change } = await place(14);
    const tokens = [await preview(REMOVE, logins.slice(0, 7)), await preview(REMOVE, logins.slice(7))];
    const gate = control().hold(removals(organization));
    onTestFinished(() => gate.release());
    const changing = tokens.map((token) => change(token));
    await gate.arrived(5);
    expect(gate.count()).toBe(5);
    gate.release();
    for (const { results } of await Promise.all(changing)) {
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    }
    expect(control().maxInFlight(removals(organization))).toBe(5);
  });

  test('when time is up finish what was sent, and send no other', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const { organization, preview, change, counts } = await place(12);
    const token = await preview(REMOVE);
    const gate = control().hold(removals(organization));
    onTestFinished(() => gate.release());
    const changing = change(token, limited.url);
    await gate.arrived(5);
    limit.come();
    gate.release();
    const { results } = await changing;
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('done'), ...Array(7).fill('not-tried')]);
    expect(counts()).toEqual({ 'member-removed': 5 });
    expect(await trailOf(service(), organization)).toHaveLength(5);
  });

  test('are not sent when they cannot be written to the audit log', async () => {
    const { where, preview, counts } = await place(7);
    const body = { preview: await preview(REMOVE), confirmation: where.organization };
    const answer = await withoutTrail(service().databaseUrl, () => askChange(service(), where, body));
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        error: 'Could not write to the audit log, so nothing was changed. Please try again.',
      },
    ]);
    expect([changesRequested(service()), counts()]).toEqual([[], {}]);
    expect((await askChange(service(), where, body)).status).toBe(200);
    expect(counts()).toEqual({ 'member-removed': 7 });
  });

  test('by a service that stops are answered, and what was not sent is not', async () => {
    const instance = await service().addInstance();
    const { organization, logins, preview, change } = await place(8);
    const token = await preview(REMOVE);
    const gate = control().hold({ method: 'GET', path: new RegExp(`^/orgs/${organization}/memberships/`) });
    onTestFinished(() => gate.release());
    const changing = change(token, instance.url);
    await gate.arrived(5);
    const closed = instance.close();
    await expect.poll(() => service().logLines.some((line) => line.includes('were interrupted'))).toBe(true);
    gate.release();
    const { results } = await changing;
    await closed;
    expect(results.map(({ outcome }) => outcome)).toEqual(logins.map(() => 'not-tried'));
    expect(changesRequested(service())).toEqual([]);
  });
});
