import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { watchEvents } from '../../support/event-streams.ts';
import { serviceForTrails } from './trail.ts';

const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }];
const NOT_ADMIN = [403, { error: 'Only organization admins can see the audit trail.' }];
const MINUTE_MS = 60_000;
const PATHS = ['', '?actor=secret-person', '.csv', '.ndjson', '/events'];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('who may see an audit trail on %s', (engine) => {
  const { service, world, place } = serviceForTrails({ engine });

  /** A trail with an entry, and what somebody is answered who asks for it in each way. */
  const trailOfOne = async () => {
    const of = await place();
    await of.record({ target: { kind: 'person', id: null, name: 'secret-person' } });
    const expectNothing = async (
      headers: Readonly<Record<string, string>>,
      told: readonly unknown[],
      asked = of.organization,
    ) => {
      for (const path of PATHS) {
        const answer = await fetchOnce(of.addressOf(path, asked), { headers });
        expect([answer.status, answer.json]).toEqual(told);
        expect(answer.text).not.toContain('secret-person');
      }
      // Nothing was taken away, and nothing says so.
      expect((await of.trail.read({ organizationId: of.id, limit: 9 }, service().clock.now())).length).toBe(1);
    };
    const member = async (role: 'admin' | 'member' | 'billing_manager', login = `${role}-of-${of.organization}`) => {
      world().addUser({ login });
      world().addMembership({ organization: of.organization, login, role });
      return (await service().signIn(login)).bearer;
    };
    return { ...of, expectNothing, member };
  };

  test('is nobody without a session', async () => {
    const { expectNothing } = await trailOfOne();
    await expectNothing({}, [401, { error: 'Please sign in to continue.' }]);
  });

  test('is no stranger: the organization looks as if it did not exist', async () => {
    const { expectNothing, organization } = await trailOfOne();
    const { bearer } = await service().signIn('edsger');
    await expectNothing(bearer, NOT_A_MEMBER);
    await expectNothing(bearer, NOT_A_MEMBER, 'no-such-organization');
    await expectNothing(bearer, NOT_A_MEMBER, `${organization}%3Fx`);
    await expectNothing(bearer, [400, { error: 'Please select an organization first.' }], '%20');
  });

  test('is no owner of another organization, who sees that one alone', async () => {
    const { expectNothing } = await trailOfOne();
    const other = await place();
    await expectNothing(other.headers, NOT_A_MEMBER);
    expect((await other.page()).entries).toEqual([]);
  });

  test.each(['member', 'billing_manager'] as const)('is no %s', async (role) => {
    const { expectNothing, member } = await trailOfOne();
    await expectNothing(await member(role), NOT_ADMIN);
  });

  test('is no former owner, whose session still says they are one', async () => {
    const { expectNothing, member, organization, owner, headers } = await trailOfOne();
    await member('admin');
    world().setRole(organization, owner, 'member');
    await expectNothing(headers, NOT_ADMIN);
    service().clock.advance(MINUTE_MS);
    world().removeMembership(organization, owner);
    await expectNothing(headers, NOT_A_MEMBER);
  });

  test('is no former owner a minute after they saw it: a stream that is open ends', async () => {
    const { addressOf, expectNothing, member, organization, owner, headers, ask, record } = await trailOfOne();
    await member('admin');
    expect((await ask()).status).toBe(200);
    const watched = await watchEvents(addressOf('/events'), 'trail', headers);
    await expect.poll(() => watched.told).toEqual([{ newest: 1 }]);
    world().setRole(organization, owner, 'member');
    service().clock.advance(MINUTE_MS);
    await expectNothing(headers, NOT_ADMIN);
    await record({});
    expect(await watched.ended).toBe(true);
    expect(watched.told).toEqual([{ newest: 1 }]);
  });

  test('is who has become an owner since they signed in, however they write the name', async () => {
    const { member, organization, addressOf } = await trailOfOne();
    const headers = await member('member');
    world().setRole(organization, `member-of-${organization}`, 'admin');
    const answer = await fetchOnce(addressOf('', ` ${organization.toUpperCase()} `), { headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('secret-person');
  });

  test('is who owns an organization, not its former name: another one that takes the name has a trail of its own', async () => {
    const { organization, headers, addressOf } = await trailOfOne();
    world().renameOrganization(organization, `${organization}-renamed`);
    service().clock.advance(MINUTE_MS);
    const answer = await fetchOnce(addressOf('', `${organization}-renamed`), { headers });
    expect(answer.text).toContain('secret-person');
    const taken = world().addOrganization({ login: organization });
    expect(taken.login).toBe(organization);
    world().addInstallation({ account: organization });
    world().addUser({ login: `taker-of-${organization}` });
    world().addMembership({ organization, login: `taker-of-${organization}`, role: 'admin' });
    const taker = await service().signIn(`taker-of-${organization}`);
    const other = await fetchOnce(addressOf(''), { headers: taker.bearer });
    expect([other.status, other.json]).toMatchObject([200, { entries: [], newest: 0 }]);
  });
});
