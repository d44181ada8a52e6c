import { describe, expect, onTestFinished, test } from 'vitest';
import { MEMBER_PAGES_AT_ONCE, MEMBERS_BY_CURSOR_MAX } from '../../../src/lib/limits/code-host.ts';
import { takeOver } from '../../changes/renamed-organizations/takeover.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, LISTED, linesOf, loginsIn, openList, peopleOf, wholeList, withheldIn } from './people.ts';

const NAMED = { path: '/graphql', operation: 'NamesOfMembers' } as const;

describe('a list of many people', () => {
  const { service, world, control, signIn } = stoppedService();
  const setUp = async (members: number) => {
    const prepared = addOrganization(service(), members - 1);
    const headers = await signIn(prepared.owner);
    return { ...prepared, address: peopleOf(service(), prepared.organization), headers };
  };
  const pagesOf = (organization: string) => ({ path: `/orgs/${organization}/members` });
  const hold = (match: Parameters<ReturnType<typeof control>['hold']>[0]) => {
    const held = control().hold(match);
    onTestFinished(() => held.release());
    return held;
  };
  const membersIn = (lines: Parameters<typeof linesOf>[0]) =>
    linesOf(lines, 'people').flatMap(({ people, total }) => (total === null ? [] : people));

  test('has everybody once, with name and role', async () => {
    const { organization, address, headers, logins } = await setUp(730);
    const [second = '', last = ''] = [logins[5], logins.at(-1)];
    world().addMembership({ organization, login: last, role: 'admin' });
    world().updateUser(second, { name: 'Somebody' });
    const { lines } = await wholeList(address, headers);
    const expected = world()
      .membersOf(world().needOrganization(organization).id)
      .map(({ user: { id, login, name }, membership: { role } }) => ({ id, login, name, role }));
    const byId = (a: { readonly id: number }, b: { readonly id: number }) => a.id - b.id;
    const members = membersIn(lines);
    expect(members.map(({ id, login, name, role }) => ({ id, login, name, role })).sort(byId)).toEqual(
      expected.toSorted(byId),
    );
    expect(members.every(({ avatarUrl }) => avatarUrl !== null)).toBe(true);
    expect(linesOf(lines, 'people').flatMap(({ total }) => total ?? [])).toEqual(Array(8).fill(730));
    expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
    expect(control().count(LISTED)).toBe(1);
  });

  test('is read by cursor alone up to a number, with fewer requests', async () => {
    const { organization, address, headers } = await setUp(MEMBERS_BY_CURSOR_MAX);
    const { lines } = await wholeList(address, headers);
    expect(membersIn(lines)).toHaveLength(MEMBERS_BY_CURSOR_MAX);
    expect([control().count(LISTED), control().count(NAMED)]).toEqual([MEMBERS_BY_CURSOR_MAX / 100, 0]);
    expect(
      control()
        .requests(pagesOf(organization))
        .filter(({ query }) => !('filter' in query)),
    ).toEqual([]);
  });

  test('shows its first page before further ones are answered, of which a few are requested at once', async () => {
    const { organization, address, headers } = await setUp(1_450);
    const held = hold(pagesOf(organization));
    const read = await openList(address, headers);
    await expect.poll(() => loginsIn(read.lines)).toHaveLength(100);
    await held.arrived(1);
    held.releaseSome(1);
    await held.arrived(1 + MEMBER_PAGES_AT_ONCE);
    const later = hold(NAMED);
    held.release();
    await later.arrived(MEMBER_PAGES_AT_ONCE - 1);
    expect(control().count(pagesOf(organization))).toBeLessThanOrEqual(1 + MEMBER_PAGES_AT_ONCE + 1);
    later.release();
    expect(await read.ended).toBe(true);
    expect(new Set(loginsIn(read.lines)).size).toBe(1_450);
  });

  test('misses nobody when somebody leaves meanwhile', async () => {
    const { organization, address, headers, logins } = await setUp(1_450);
    const held = hold(NAMED);
    const reading = openList(address, headers);
    await held.arrived(MEMBER_PAGES_AT_ONCE - 1);
    world().removeMembership(organization, logins[3] ?? '');
    held.release();
    const read = await reading;
    expect(await read.ended).toBe(true);
    const listed = new Set(loginsIn(read.lines));
    expect(logins.filter((login) => !listed.has(login))).toEqual([]);
    expect(read.lines.at(-1)).toEqual({ kind: 'end', isComplete: true });
  });

  test('ends where another organization has taken the login', async () => {
    const { organization, address, headers } = await setUp(730);
    const held = hold(pagesOf(organization));
    const reading = openList(address, headers);
    await held.arrived(1);
    takeOver(service().simulator, organization);
    held.release();
    const read = await reading;
    expect(await read.ended).toBe(true);
    expect(membersIn(read.lines)).toHaveLength(100);
    expect(withheldIn(read.lines)[0]).toEqual(['people', 'refused', null]);
  });

  test.each([
    ['the owners', 0],
    ['a page', 1],
  ])('names what is missing when the code host refuses %s', async (_what, answered) => {
    const { organization, address, headers } = await setUp(730);
    const held = hold(pagesOf(organization));
    const read = await openList(address, headers);
    await held.arrived(1);
    held.releaseSome(answered);
    await held.arrived(1 + answered);
    control().fault({ kind: 'primary-rate-limit', match: pagesOf(organization) });
    held.release();
    expect(await read.ended).toBe(true);
    expect(withheldIn(read.lines)[0]).toEqual(['people', 'rate-limited', null]);
    expect(read.lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    expect(control().count(LISTED)).toBe(1);
  });

  test('names somebody whose name the code host does not tell as missing', async () => {
    const { address, headers, logins } = await setUp(730);
    const unknown = logins[500] ?? '';
    world().updateUser(unknown, { unknownToGraphql: true });
    const { lines } = await wholeList(address, headers);
    expect(loginsIn(lines)).toContain(unknown);
    expect(withheldIn(lines)[0]?.[0]).toBe('people');
  });
});
