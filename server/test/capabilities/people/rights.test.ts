import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import {
  addPlace,
  type Headers,
  linesOf,
  peopleOf,
  reviewOf,
  serviceForPeople,
  wholeList,
  withheldIn,
} from './people.ts';

const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }];
const NOT_ADMIN = [403, { error: 'Only organization admins can see whom to look at.' }];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('who may see people on %s', (engine) => {
  const { service, world, control, signIn } = serviceForPeople({ engine });

  /** An organization with secrets, and the answers that somebody gets about it. */
  const place = () => {
    const made = addPlace(service(), 2);
    const { organization, logins } = made;
    const outside = world().addUser({ login: `outside-${organization}`, secondFactor: 'none' }).login;
    world().addRepository({ owner: organization, name: 'plans' });
    world().setDirectAccess(organization, 'plans', outside, 'READ');
    world().updateUser(logins[0] ?? '', { secondFactor: 'none' });
    const addresses = (asked: string) => [
      `${peopleOf(service(), asked)}?teams=true`,
      `${peopleOf(service(), asked)}/${logins[0]}`,
      reviewOf(service(), asked),
    ];
    const answers = (headers: Headers, asked = organization) =>
      Promise.all(addresses(asked).map((address) => fetchOnce(address, { headers })));
    const expectNothing = async (headers: Headers, told: readonly unknown[], asked = organization) => {
      for (const { status, json, text } of await answers(headers, asked)) {
        expect([status, json]).toEqual(told);
        expect(text).not.toContain(logins[1]);
        expect(text).not.toContain(outside);
      }
      expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
      expect(control().count({ path: '/graphql' })).toBe(0);
    };
    return { ...made, outside, answers, expectNothing };
  };

  test('is nobody without a session', async () => {
    await place().expectNothing({}, [401, { error: 'Please sign in to continue.' }]);
  });

  test('is no stranger: the organization looks as if it did not exist', async () => {
    const { expectNothing, organization } = place();
    const headers = await signIn('edsger');
    await expectNothing(headers, NOT_A_MEMBER);
    await expectNothing(headers, NOT_A_MEMBER, 'no-such-organization');
    await expectNothing(headers, NOT_A_MEMBER, '..%2F..%2Fuser');
    await expectNothing(headers, NOT_A_MEMBER, `${organization}%3Fx`);
    await expectNothing(headers, [400, { error: 'Please select an organization first.' }], '%20');
  });

  test('is no owner of another organization, nobody from outside, and nobody who is only invited', async () => {
    const { organization, outside, expectNothing } = place();
    const { owner: other } = addPlace(service());
    await expectNothing(await signIn(other), NOT_A_MEMBER);
    await expectNothing(await signIn(outside), NOT_A_MEMBER);
    world().addUser({ login: `invited-to-${organization}` });
    world().addMembership({ organization, login: `invited-to-${organization}`, state: 'pending', role: 'admin' });
    await expectNothing(await signIn(`invited-to-${organization}`), NOT_A_MEMBER);
  });

  test.each(['member', 'billing_manager'] as const)('is no %s, for what only owners may see', async (role) => {
    const { organization, organizationId, answers, outside } = place();
    const login = `${role}-of-${organization}`;
    world().addUser({ login });
    world().addMembership({ organization, login, role });
    const [, , review] = await answers(await signIn(login));
    expect([review?.status, review?.json]).toEqual(NOT_ADMIN);
    const [list, person] = await answers(await signIn(login));
    for (const told of [list, person, review]) {
      expect(told?.text).not.toContain(outside);
      expect(told?.text).not.toContain('"disabled"');
    }
    const owners = { path: `^/orgs/${organization}/(members$|outside_collaborators|invitations)` };
    expect(control().count(owners)).toBe(0);
    expect(await service().storage.auditTrail.read({ organizationId, limit: 9 }, new Date())).toEqual([]);
  });

  test('is no former owner, whose session still says they are one', async () => {
    const { organization, owner, expectNothing } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    world().removeMembership(organization, owner);
    await expectNothing(headers, NOT_A_MEMBER);
  });

  test('is no former owner within the minute either: the code host itself refuses', async () => {
    const { organization, owner, outside } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    // What they are is known for a minute.
    await fetchOnce(`${peopleOf(service(), organization)}/grace`, { headers });
    service().clock.advance(59_000);
    world().setRole(organization, owner, 'member');
    for (const address of [peopleOf, reviewOf]) {
      const { lines } = await wholeList(address(service(), organization), headers);
      expect(withheldIn(lines).map(([part]) => part)).toEqual(expect.arrayContaining(['outside-collaborators']));
      expect(JSON.stringify(lines)).not.toContain(outside);
      expect(lines.at(-1)).toEqual({ kind: 'end', isComplete: false });
    }
  });

  test('ends with the role: who is no owner any more while the members are read is told no second factor', async () => {
    const { organization, owner, outside } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    const gate = control().hold({ path: '/graphql', operation: 'OrganizationMembers' });
    const reading = wholeList(reviewOf(service(), organization), headers);
    await gate.arrived(1);
    world().setRole(organization, owner, 'member');
    service().clock.advance(61_000);
    gate.release();
    const { lines } = await reading;
    expect(withheldIn(lines)).toEqual([
      ['outside-collaborators', 'owners-only', null],
      ['second-factors', 'owners-only', null],
    ]);
    expect(linesOf(lines, 'finding').map(({ finding }) => finding)).not.toContain('no-second-factor');
    expect(JSON.stringify(lines)).not.toContain(outside);
  });

  test('is who has become a member since they signed in', async () => {
    const { organization } = place();
    world().addUser({ login: `later-of-${organization}` });
    const headers = await signIn(`later-of-${organization}`);
    world().addMembership({ organization, login: `later-of-${organization}` });
    expect((await wholeList(peopleOf(service(), organization), headers)).status).toBe(200);
  });

  test('is asked once a minute for a session and an organization, however many ask at once', async () => {
    const { owner, answers } = place();
    const headers = await signIn(owner);
    await Promise.all([answers(headers), answers(headers)]);
    expect(control().count({ path: '/user/memberships/orgs' })).toBe(1);
  });
});
