import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import {
  addPlace,
  askChange,
  askPreview,
  changesAsked,
  type Headers,
  previewed,
  serviceForChanges,
  trailOf,
} from './changing.ts';

const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }];
const NOT_ADMIN = [403, { error: 'Only organization admins can change people.' }];
const REMOVE: PeopleChange = { kind: 'remove' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('who may change people on %s', (engine) => {
  const { service, world, control, signIn } = serviceForChanges({ engine });

  /** An organization, a preview that its owner has, and the answers that somebody gets about it. */
  const place = async () => {
    const made = addPlace(service());
    const { organization, owner } = made;
    const login = made.member();
    const headers = await signIn(owner);
    const { preview } = await previewed(service(), { organization, headers }, REMOVE, [login]);
    control().clearRequests();
    const answers = async (as: Headers, asked = organization) => {
      const where = { organization: asked, headers: as };
      const both = [
        await askPreview(service(), where, { change: REMOVE, logins: [login] }),
        await askChange(service(), where, { preview }),
      ];
      return both.map(({ status, json }) => [status, json]);
    };
    const expectNothing = async () => {
      expect(changesAsked(service())).toEqual([]);
      expect(control().changeCounts({ organization })).toEqual({});
      expect(made.roleOf(login)).toBe('member');
      expect(await trailOf(service(), organization)).toEqual([]);
    };
    return { ...made, login, headers, preview, answers, expectNothing };
  };

  test('is nobody without a session', async () => {
    const { answers, expectNothing } = await place();
    const refused = [401, { error: 'Please sign in to continue.' }];
    expect(await answers({})).toEqual([refused, refused]);
    expect(await answers({ authorization: `Bearer ${'0'.repeat(64)}` })).toEqual([refused, refused]);
    await expectNothing();
  });

  test('is no stranger: the organization looks as if it did not exist', async () => {
    const { organization, answers, expectNothing } = await place();
    const headers = await signIn('edsger');
    for (const asked of [organization, 'no-such-organization', '..%2F..%2Fuser', `${organization}%3Fx`]) {
      expect(await answers(headers, asked)).toEqual([NOT_A_MEMBER, NOT_A_MEMBER]);
    }
    await expectNothing();
  });

  test('is no owner of another organization, and nobody who is only invited', async () => {
    const { organization, person, answers, expectNothing } = await place();
    const { owner: other } = addPlace(service());
    expect(await answers(await signIn(other))).toEqual([NOT_A_MEMBER, NOT_A_MEMBER]);
    const invited = person();
    world().addMembership({ organization, login: invited, state: 'pending', role: 'admin' });
    expect(await answers(await signIn(invited))).toEqual([NOT_A_MEMBER, NOT_A_MEMBER]);
    await expectNothing();
  });

  test.each(['member', 'billing_manager'] as const)('is no %s', async (role) => {
    const { organization, person, answers, expectNothing } = await place();
    const login = person();
    world().addMembership({ organization, login, role });
    expect(await answers(await signIn(login))).toEqual([NOT_ADMIN, NOT_ADMIN]);
    await expectNothing();
  });

  test('is no maintainer of a team, not even for that team', async () => {
    const { organization, member, login, expectNothing } = await place();
    const maintainer = member();
    world().addTeam({ organization, name: 'Crew', members: [{ login: maintainer, role: 'MAINTAINER' }] });
    const headers = await signIn(maintainer);
    const change = { kind: 'add-to-team', team: 'crew', role: 'member' };
    const { status, json } = await askPreview(service(), { organization, headers }, { change, logins: [login] });
    expect([status, json]).toEqual(NOT_ADMIN);
    await expectNothing();
  });

  test('is no former owner, whose session and preview still say they are one', async () => {
    const { organization, owner, headers, answers, expectNothing } = await place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    world().setRole(organization, owner, 'member');
    service().clock.advance(60_000);
    expect(await answers(headers)).toEqual([NOT_ADMIN, NOT_ADMIN]);
    world().removeMembership(organization, owner);
    service().clock.advance(60_000);
    expect(await answers(headers)).toEqual([NOT_A_MEMBER, NOT_A_MEMBER]);
    await expectNothing();
  });

  test('is no former owner within the minute either: the code host itself refuses', async () => {
    const { organization, owner, login, idOf, headers, preview, roleOf } = await place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    world().setRole(organization, owner, 'member');
    const { json } = await askChange(service(), { organization, headers }, { preview });
    const error = 'You must be an admin to remove an organization membership.';
    expect(json).toEqual({
      results: [{ id: idOf(login), login, outcome: 'refused', error, reason: 'refused' }],
      retryAfterSeconds: null,
    });
    expect([roleOf(login), control().changeCounts({ organization })]).toEqual(['member', {}]);
    expect(await trailOf(service(), organization)).toMatchObject([{ outcome: 'refused', words: error }]);
  });

  test('is asked anew for everybody there after a change, also within the minute', async () => {
    const { organization, member, headers } = await place();
    const other = member('admin');
    const otherHeaders = await signIn(other);
    const asked = { change: REMOVE, logins: ['no-such-person'] };
    expect((await askPreview(service(), { organization, headers: otherHeaders }, asked)).status).toBe(200);
    const { preview } = await previewed(service(), { organization, headers }, { kind: 'role', role: 'member' }, [
      other,
    ]);
    await askChange(service(), { organization, headers }, { preview });
    const { status, json } = await askPreview(service(), { organization, headers: otherHeaders }, asked);
    expect([status, json]).toEqual(NOT_ADMIN);
  });

  test('needs a page of the service, where the browser sends the cookie', async () => {
    const { organization, owner, login, preview, expectNothing } = await place();
    const { id } = await service().signIn(owner);
    control().clearRequests();
    const headers = { cookie: `host_session=${id}`, origin: 'https://evil.example' };
    const refused = [403, { error: 'This request came from another site and was refused.' }];
    const where = { organization, headers };
    const preview403 = await askPreview(service(), where, { change: REMOVE, logins: [login] });
    const change403 = await askChange(service(), where, { preview });
    expect([preview403, change403].map(({ status, json }) => [status, json])).toEqual([refused, refused]);
    await expectNothing();
  });

  test.each([
    [
      'single sign-on',
      'samlEnforced',
      'This organization asks for single sign-on. Please sign on at the code host, then sign in again.',
    ],
    ['an allow list', 'ipAllowList', 'This organization does not allow the address that orgdesk calls from.'],
  ] as const)('is told of %s', async (_what, setting, error) => {
    const { organization, headers, answers, expectNothing } = await place();
    world().updateOrganization(organization, { [setting]: true });
    service().clock.advance(60_000);
    expect(await answers(headers)).toEqual([
      [403, { error }],
      [403, { error }],
    ]);
    await expectNothing();
  });
});

describe('the checks before a change of people', () => {
  const { service, control, signIn } = serviceForChanges();
  const people = { logins: ['grace'] };

  test.each([
    ['no change', { ...people }],
    ['an unknown change', { change: { kind: 'promote' }, ...people }],
    ['no role', { change: { kind: 'role' }, ...people }],
    ['an unknown role', { change: { kind: 'role', role: 'owner' }, ...people }],
    ['no team', { change: { kind: 'add-to-team', role: 'member' }, ...people }],
    ['an empty team', { change: { kind: 'remove-from-team', team: '' }, ...people }],
    ['a long team', { change: { kind: 'remove-from-team', team: 'x'.repeat(256) }, ...people }],
    ['no people', { change: REMOVE }],
    ['an empty list of people', { change: REMOVE, logins: [] }],
    ['fifty-one people', { change: REMOVE, logins: Array.from({ length: 51 }, (_, nth) => `person-${nth}`) }],
    ['an empty login', { change: REMOVE, logins: [''] }],
    ['a long login', { change: REMOVE, logins: ['x'.repeat(101)] }],
    ['numbers for people', { change: REMOVE, logins: [1] }],
    ['a list', []],
    ['no JSON', '{'],
  ])('refuse a preview of %s before anything is asked', async (_what, body) => {
    const headers = await signIn('edsger');
    const answer = await askPreview(service(), { organization: 'no-such-organization', headers }, body);
    expect([answer.status, Object.keys(answer.json as object)]).toEqual([400, ['error']]);
    expect(control().count()).toBe(0);
  });

  test.each([
    ['no preview', {}],
    ['an empty preview', { preview: '' }],
    ['a long preview', { preview: 'x'.repeat(20_001) }],
    ['a preview that is none', { preview: { token: 'x' } }],
    ['a long confirmation', { preview: 'x', confirmation: 'x'.repeat(101) }],
    ['no JSON', '{'],
  ])('refuse a change with %s before anything is asked', async (_what, body) => {
    const headers = await signIn('edsger');
    const answer = await askChange(service(), { organization: 'no-such-organization', headers }, body);
    expect([answer.status, Object.keys(answer.json as object)]).toEqual([400, ['error']]);
    expect(control().count()).toBe(0);
  });

  test('want an organization, then rights, then a team', async () => {
    const { organization, owner, member } = addPlace(service());
    const change = { kind: 'add-to-team', team: 'no-such-team', role: 'member' };
    const ask = (headers: Headers, asked: string) =>
      askPreview(service(), { organization: asked, headers }, { change, ...people });
    const blank = await ask(await signIn(owner), '%20');
    expect([blank.status, blank.json]).toEqual([400, { error: 'Please select an organization first.' }]);
    const noAdmin = await ask(await signIn(member()), organization);
    expect([noAdmin.status, noAdmin.json]).toEqual(NOT_ADMIN);
    const noTeam = await ask(await signIn(owner), organization);
    expect([noTeam.status, noTeam.json]).toEqual([404, { error: 'There is no such team in this organization.' }]);
    const stranger = await signIn('edsger');
    const change404 = await askChange(service(), { organization, headers: stranger }, { preview: 'x' });
    expect([change404.status, change404.json]).toEqual(NOT_A_MEMBER);
  });
});
