import { describe, expect, onTestFinished, test } from 'vitest';
import { MEMBER_PAGES_AT_ONCE } from '../../../src/lib/limits/code-host.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import {
  addOrganization,
  LISTED,
  learned,
  linesOf,
  loginsIn,
  openList,
  peopleOf,
  wholeList,
  withheldIn,
} from './people.ts';

const OWNERS_ONLY = [
  ['outside-collaborators', 'owners-only', null],
  ['second-factors', 'owners-only', null],
];

describe('the list of people', () => {
  const { service, world, control, signIn } = stoppedService();
  const hold = (match: Parameters<ReturnType<typeof control>['hold']>[0]) => {
    const held = control().hold(match);
    onTestFinished(() => held.release());
    return held;
  };

  test('confirms whose outside collaborators they are each ten pages', async () => {
    const { organization, owner } = addOrganization(service());
    world().addRepository({ owner: organization, name: 'plans' });
    for (let nth = 0; nth < 1_001; nth += 1) {
      const { login } = world().addUser({ login: `outside-${nth}-of-${organization}` });
      world().setDirectAccess(organization, 'plans', login, 'READ');
    }
    const headers = await signIn(owner);
    const { lines } = await wholeList(peopleOf(service(), organization), headers);
    const outside = loginsIn(lines).filter((login) => login.startsWith('outside-'));
    expect(new Set(outside).size).toBe(1_001);
    const paths = control()
      .requests({ path: `/orgs/${organization}` })
      .map(({ path }) => path);
    const isPage = (path: string) => path.endsWith('/outside_collaborators');
    const index = paths.findIndex(isPage);
    const reads = paths.slice(index, index + 12).map((path) => (isPage(path) ? 'page' : path));
    expect(reads).toEqual([...Array(10).fill('page'), `/orgs/${organization}`, 'page']);
  });

  test('has for owners when members joined, as far as the audit log says', async () => {
    const { organization, owner, logins } = addOrganization(service(), 1);
    const { platform } = control();
    const newcomer = world().addUser({ login: `newcomer-of-${organization}` });
    const leaver = world().addUser({ login: `leaver-of-${organization}` });
    for (const { login } of [newcomer, leaver]) platform.addMember(organization, login, 'member', owner);
    // Events in the other order would say that whoever left came back.
    await control().settled();
    await learned(service());
    platform.removeMember(organization, leaver.login, owner);
    await control().settled();
    await learned(service());
    const headers = await signIn(owner);
    const joined = async () =>
      linesOf((await wholeList(peopleOf(service(), organization), headers)).lines, 'joined').flatMap(
        ({ people }) => people,
      );
    await expect.poll(async () => (await joined()).map(({ id }) => id)).toEqual([newcomer.id]);
    const [recorded] = await joined();
    expect(new Date(recorded?.at ?? '').toISOString()).toBe(recorded?.at);

    const seen = await wholeList(peopleOf(service(), organization), await signIn(logins[0] ?? ''));
    expect(linesOf(seen.lines, 'joined')).toEqual([]);
  });

  test('has for owners everybody, those outside, who has a weak second factor, and the teams when they are asked for', async () => {
    const { organization, owner, logins, add } = addOrganization(service(), 2);
    const [first = '', second = ''] = logins;
    const outside = world().addUser({ login: `outside-${organization}`, secondFactor: 'insecure' });
    world().addRepository({ owner: organization, name: 'plans' });
    world().setDirectAccess(organization, 'plans', outside.login, 'WRITE');
    const weak = add(`weak-${organization}`);
    world().updateUser(weak.login, { secondFactor: 'none' });
    const parent = world().addTeam({
      organization,
      name: 'Everybody',
      members: [{ login: owner, role: 'MAINTAINER' }],
    });
    world().addTeam({
      organization,
      name: 'Some',
      parent: parent.slug,
      members: [{ login: first }, { login: second }],
    });
    const headers = await signIn(owner);
    const { status, lines } = await wholeList(peopleOf(service(), organization, '?teams=true'), headers);
    expect(status).toBe(200);
    expect(lines.map(({ kind }) => kind)).toEqual(['people', 'people', 'second-factors', 'team', 'team', 'end']);
    const [members, others] = linesOf(lines, 'people');
    expect(members?.total).toBe(4);
    expect(members?.people.map(({ login, role }) => [login, role])).toEqual([
      [owner, 'admin'],
      [first, 'member'],
      [second, 'member'],
      [weak.login, 'member'],
    ]);
    expect(others).toMatchObject({
      total: null,
      people: [{ id: outside.id, role: 'outside_collaborator', name: null }],
    });
    expect(linesOf(lines, 'second-factors')).toEqual([
      { kind: 'second-factors', disabled: [weak.id], insecure: [outside.id] },
    ]);
    const idOf = (login: string) => world().needUser(login).id;
    expect(linesOf(lines, 'team').map(({ team: { slug, name }, people }) => [slug, name, people])).toEqual([
      ['everybody', 'Everybody', [{ id: idOf(owner), role: 'maintainer' }]],
      [
        'some',
        'Some',
        [
          { id: idOf(first), role: 'member' },
          { id: idOf(second), role: 'member' },
        ],
      ],
    ]);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('is sent as lines of JSON that nothing on its way keeps', async () => {
    const headers = await signIn('ada');
    const list = await openList(peopleOf(service(), 'acme'), headers);
    expect(await list.ended).toBe(true);
    expect(list.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(list.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(list.headers.get('x-accel-buffering')).toBe('no');
    expect(list.headers.get('content-encoding')).toBeNull();
    expect(linesOf(list.lines, 'team')).toEqual([]);
  });

  test('names to members what is for owners alone, and asks for none of it', async () => {
    const { organization, logins } = addOrganization(service(), 3);
    const headers = await signIn(logins[1] ?? '');
    const { lines } = await wholeList(peopleOf(service(), ` ${organization.toUpperCase()} `, '?teams=true'), headers);
    expect(loginsIn(lines)).toHaveLength(4);
    expect(withheldIn(lines)).toEqual(OWNERS_ONLY);
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
  });

  test('of 10,000 shows the first hundred while the code host still looks for the second, and each person once', async () => {
    const { organization, owner } = addOrganization(service(), 9_999);
    const headers = await signIn(owner);
    const pages = { path: `/orgs/${organization}/members` };
    const held = hold(pages);
    const list = await openList(peopleOf(service(), organization), headers);
    await expect.poll(() => list.lines.length).toBe(1);
    await held.arrived(1);
    expect(linesOf(list.lines, 'people')).toMatchObject([{ total: 10_000, people: { length: 100 } }]);
    held.release();
    expect(await list.ended).toBe(true);
    expect(new Set(loginsIn(list.lines)).size).toBe(10_000);
    expect(loginsIn(list.lines)).toHaveLength(10_000);
    expect(control().count(LISTED)).toBe(1);
    expect(control().maxInFlight(pages)).toBeLessThanOrEqual(MEMBER_PAGES_AT_ONCE);
    expect(list.lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('asks for nothing more when its reader has left', async () => {
    const { organization, owner } = addOrganization(service(), 250);
    const headers = await signIn(owner);
    const held = hold(LISTED);
    const opening = openList(peopleOf(service(), organization), headers);
    await held.arrived(1);
    held.releaseSome(1);
    const list = await opening;
    await held.arrived(2);
    list.leave();
    const givenUp = () =>
      control()
        .requests(LISTED)
        .filter(({ status, endedAt }) => status === null && endedAt !== null);
    await expect.poll(() => givenUp().length).toBe(1);
    held.release();
    await learned(service());
    expect(control().count(LISTED)).toBe(2);
    expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
    expect(service().logLines.filter((line) => line.includes('could not be read'))).toEqual([]);
  });

  test('ends when the service does, and names all that is missing', async () => {
    const { organization, owner } = addOrganization(service(), 150);
    const headers = await signIn(owner);
    const stopped = await service().addInstance();
    const held = hold(LISTED);
    const opening = openList(peopleOf(stopped, organization, '?teams=true'), headers);
    await held.arrived(1);
    held.releaseSome(1);
    const list = await opening;
    await held.arrived(2);
    const closing = stopped.close();
    expect(await list.ended).toBe(true);
    await closing;
    expect(withheldIn(list.lines)).toEqual(
      ['people', 'outside-collaborators', 'second-factors', 'teams'].map((part) => [part, 'out-of-time', null]),
    );
    expect(list.lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
  });

  test('takes a whole time at most, and says what is missing then', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ listLimitMs: limit.ms });
    const { organization, owner } = addOrganization(service(), 150);
    const headers = await signIn(owner);
    const held = hold(LISTED);
    const opening = openList(peopleOf(limited, organization), headers);
    await held.arrived(1);
    held.releaseSome(1);
    const list = await opening;
    await held.arrived(2);
    limit.come();
    expect(await list.ended).toBe(true);
    expect(loginsIn(list.lines)).toHaveLength(100);
    expect(withheldIn(list.lines).map(([, reason]) => reason)).toEqual(['out-of-time', 'out-of-time', 'out-of-time']);
    expect(list.lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    held.release();
    await learned(service());
    expect(control().count(LISTED)).toBe(2);
  });

  test('is refused beyond four of a session at the same moment, until one of these is gone', async () => {
    const { organization, owner } = addOrganization(service(), 150);
    const headers = await signIn(owner);
    const address = peopleOf(service(), organization);
    const held = hold({ ...LISTED, variables: { organization } });
    const opening = Array.from({ length: 4 }, () => openList(address, headers));
    await held.arrived(4);
    held.releaseSome(4);
    const [list] = await Promise.all(opening);
    const refused = await fetch(address, { headers });
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '10',
      { error: 'You are loading too many lists at once. Please wait until one of them has finished.' },
    ]);
    const review = await fetch(address.replace(/people$/, 'people-review'), { headers });
    expect(review.status).toBe(429);
    await held.arrived(8);
    list?.leave();
    await learned(service());
    held.release();
    await expect.poll(async () => (await wholeList(address, headers)).status).toBe(200);
  });

  test.each([
    ['?teams=maybe', 'The value of teams is not valid.'],
    ['?teams=true&teams=true', 'The value of teams is not valid.'],
  ])('refuses %s', async (query, error) => {
    const { status, json } = await wholeList(peopleOf(service(), 'acme', query), await signIn('ada'));
    expect([status, json]).toEqual([400, { error }]);
    expect(control().requests()).toEqual([]);
  });
});
