import type { PersonAnswer } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, learned, linesOf, peopleOf, reviewOf, wholeList } from './people.ts';

describe('one person', () => {
  const { service, world, control, signIn } = stoppedService();
  const ask = (organization: string, login: string, headers: RequestHeaders) =>
    fetchOnce(`${peopleOf(service(), organization)}/${login}`, { headers });
  const personOf = async (organization: string, login: string, headers: RequestHeaders) => {
    const answer = await ask(organization, login, headers);
    if (answer.status !== 200) throw new Error(`nobody: ${answer.status} ${answer.text}`);
    return answer.json as PersonAnswer;
  };

  const setUp = () => {
    const made = addOrganization(service(), 2);
    const { organization } = made;
    const [login = '', other = ''] = made.logins;
    world().updateUser(login, { secondFactor: 'insecure', name: 'Some Body' });
    world().addTeam({ organization, name: 'Above', members: [{ login: other }] });
    world().addTeam({ organization, name: 'Below', parent: 'above', members: [{ login, role: 'MAINTAINER' }] });
    const outside = world().addUser({ login: `outside-${organization}` }).login;
    world().addRepository({ owner: organization, name: 'plans' });
    world().setDirectAccess(organization, 'plans', outside, 'READ');
    return { ...made, login, other, outside };
  };

  test('is told to owners with second factor, the teams they are in themselves, and invitations that die with them', async () => {
    const { organization, owner, login } = setUp();
    world().setRole(organization, login, 'admin');
    const invited = world().addUser({ login: `invited-to-${organization}` }).login;
    const invitation = world().invite({ organization, login: invited, by: login });
    world().invite({ organization, email: 'other@mail.example', by: owner });
    const answer = await personOf(organization, login.toUpperCase(), await signIn(owner));
    const { id } = world().needUser(login);
    expect(answer).toEqual({
      person: { id, login, name: 'Some Body', avatarUrl: expect.any(String), role: 'admin' },
      secondFactor: 'insecure',
      teams: [{ id: expect.any(Number), slug: 'below', name: 'Below', role: 'maintainer' }],
      sentInvitations: [{ id: invitation.id, login: invited, email: null, createdAt: expect.any(String) }],
      withheld: [],
    });
  });

  test('is a billing manager where they are one, and no member', async () => {
    const { organization, owner, login } = setUp();
    world().setRole(organization, login, 'billing_manager');
    expect((await personOf(organization, login, await signIn(owner))).person).toMatchObject({
      login,
      role: 'billing_manager',
    });
  });

  test('is told to members without what is for owners alone', async () => {
    const { organization, login, other } = setUp();
    const answer = await personOf(organization, login, await signIn(other));
    expect(answer).toMatchObject({
      person: { login, role: 'member' },
      secondFactor: null,
      teams: [{ slug: 'below' }],
      sentInvitations: null,
      withheld: [
        { part: 'second-factors', reason: 'owners-only' },
        { part: 'invitations', reason: 'owners-only' },
      ],
    });
    const paths = control()
      .requests()
      .map(({ path }) => path);
    expect(paths.filter((path) => /members$|outside|invitations/.test(path))).toEqual([]);
  });

  test('from outside is told to owners, and is nobody to members', async () => {
    const { organization, owner, other, outside } = setUp();
    expect(await personOf(organization, outside, await signIn(owner))).toMatchObject({
      person: { login: outside, role: 'outside_collaborator' },
      secondFactor: 'enabled',
      teams: [],
      withheld: [],
    });
    const { status, json } = await ask(organization, outside, await signIn(other));
    expect([status, json]).toEqual([404, { error: 'Person not found in this organization.' }]);
  });

  test.each(['nobody-at-all', '..%2F..%2Fuser', 'edsger', '%20', 'a%3Fb', 'x'.repeat(101)])(
    'who is not there is told as that: %s',
    async (login) => {
      const { organization, owner } = setUp();
      const { status, json } = await ask(organization, login, await signIn(owner));
      expect([status, json]).toEqual([404, { error: 'Person not found in this organization.' }]);
    },
  );

  test('who is only invited is not there', async () => {
    const { organization, owner } = setUp();
    const { login } = world().addUser({ login: `pending-${organization}` });
    world().addMembership({ organization, login, state: 'pending' });
    expect((await ask(organization, login, await signIn(owner))).status).toBe(404);
  });

  test.each([
    ['second-factors', { path: '/orgs/ORGANIZATION/members' }, { secondFactor: null }],
    ['teams', { path: '/graphql', operation: 'TeamsOfPerson' }, { teams: null }],
    ['invitations', { path: '/orgs/ORGANIZATION/invitations' }, { sentInvitations: null }],
  ])('is told without %s where the code host does not tell them', async (part, match, without) => {
    const { organization, owner, login } = setUp();
    const headers = await signIn(owner);
    control().fault({ kind: 'reset', match: { ...match, path: match.path.replace('ORGANIZATION', organization) } });
    const answer = await personOf(organization, login, headers);
    expect(answer).toMatchObject({ person: { login }, ...without, withheld: [{ part, reason: 'unreachable' }] });
    expect(answer.withheld).toHaveLength(1);
  });

  test('has no unknown teams silently: a team whose people cannot all be searched is named', async () => {
    const { organization, owner, login } = setUp();
    const headers = await signIn(owner);
    const members = { edges: [{ role: 'MEMBER', node: { login: 'other' } }], pageInfo: { hasNextPage: true } };
    const nodes = [{ databaseId: 7, slug: 'large', name: 'Large', members }];
    const teams = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
    const body = {
      data: { user: { name: null }, organization: { databaseId: world().needOrganization(organization).id, teams } },
    };
    control().fault({ kind: 'reply', status: 200, body, match: { operation: 'TeamsOfPerson' } });
    const answer = await personOf(organization, login, headers);
    expect([answer.teams, answer.withheld]).toEqual([
      [],
      [{ part: 'teams', reason: 'unreachable', message: 'unexpected response format', subject: null }],
    ]);
  });

  test('unknown to GraphQL, as managed users may be, has teams all the same', async () => {
    const { organization, owner, login } = setUp();
    const headers = await signIn(owner);
    const members = { edges: [{ role: 'MEMBER', node: { login } }], pageInfo: { hasNextPage: false } };
    const teams = {
      nodes: [{ databaseId: 7, slug: 'team', name: 'Team', members }],
      pageInfo: { hasNextPage: false, endCursor: null },
    };
    const errors = [{ type: 'NOT_FOUND', path: ['user'], message: 'Could not resolve to a User.' }];
    const body = {
      data: { user: null, organization: { databaseId: world().needOrganization(organization).id, teams } },
      errors,
    };
    control().fault({ kind: 'reply', status: 200, body, match: { operation: 'TeamsOfPerson' } });
    const answer = await personOf(organization, login, headers);
    expect(answer).toMatchObject({ person: { name: null }, teams: [{ slug: 'team', role: 'member' }], withheld: [] });
  });

  test('is asked about no further when whoever asked has left', async () => {
    const { organization, owner, login } = setUp();
    const headers = await signIn(owner);
    const membership = { path: `/orgs/${organization}/memberships` };
    const hold = control().hold(membership);
    onTestFinished(() => hold.release());
    const leaving = new AbortController();
    const asking = fetch(`${peopleOf(service(), organization)}/${login}`, { headers, signal: leaving.signal });
    await hold.arrived(1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    const givenUp = () =>
      control()
        .requests(membership)
        .filter(({ status, endedAt }) => status === null && endedAt !== null);
    await expect.poll(() => givenUp().length).toBe(1);
    hold.release();
    await learned(service());
    expect(control().count({ path: `/orgs/${organization}` })).toBe(1);
  });
});

describe.each(['enterprise-server', 'ghe.com'] as const)('people on %s', (hostKind) => {
  const { service, world, control, signIn } = stoppedService({ hostKind });

  test('are told in the same way, and have no invitations that could die', async () => {
    const suffix = hostKind === 'ghe.com' ? '_octo' : '';
    const more = hostKind === 'ghe.com' ? { managedUsers: true } : { filtersInsecureFactors: false };
    const { organization, add } = addOrganization(service(), 0, more);
    const owner = add(`own-${hostKind.length}${suffix}`, 'admin').login;
    const member = add(`some-${hostKind.length}${suffix}`).login;
    world().updateUser(member, { secondFactor: 'none' });
    world().addTeam({ organization, name: 'Team', members: [{ login: member }] });
    const headers = await signIn(owner);
    const { json } = await fetchOnce(`${peopleOf(service(), organization)}/${member}`, { headers });
    expect(json).toMatchObject({
      person: { login: member },
      secondFactor: 'disabled',
      teams: [{ slug: 'team' }],
      sentInvitations: [],
      withheld: [],
    });
    expect(control().count({ path: `/orgs/${organization}/invitations` })).toBe(0);
    const { lines } = await wholeList(reviewOf(service(), organization), headers);
    expect(linesOf(lines, 'finding').map(({ finding }) => finding)).toEqual([
      'owners',
      'no-second-factor',
      ...(hostKind === 'ghe.com' ? ['insecure-second-factor'] : []),
      'in-no-team',
      'team-without-people',
      'team-without-repositories',
      'outside-collaborators',
    ]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });
});
