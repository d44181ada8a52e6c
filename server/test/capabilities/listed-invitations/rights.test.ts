import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { type Action, addPlace, askChange, askList, changesAsked, listOf, serviceForListed } from './listing.ts';

const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }];
const NOT_ADMIN = ['see', 'cancel', 'send'].map((verb) => [
  403,
  { error: `Only organization admins can ${verb} invitations.` },
]);
const SAID_NO =
  'The code host does not let orgdesk do this for you. The App may be suspended in this organization, or lack a ' +
  'permission there: GET /api/organizations/{login}/access tells which, and who can mend it.';
const ACTIONS = ['cancel', 'send-again'] as const;
const MINUTE_MS = 60_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('who may see and change invitations on %s', (engine) => {
  const { service, world, control, signIn } = serviceForListed({ engine });
  const membershipCalls = () => control().count({ path: '/user/memberships/orgs' });

  /** An organization with two invitations, and the answers that somebody gets about it. */
  const place = () => {
    const { organization, owner, newcomer } = addPlace(service());
    const open = world().invite({ organization, login: newcomer() }).id;
    const failed = world().invite({ organization, email: 'secret@mail.example' }).id;
    world().failInvitation(organization, failed);
    const before = JSON.stringify([world().openInvitations(organization), world().failedInvitations(organization)]);
    const answers = async (headers: Readonly<Record<string, string>>, asked = organization) => {
      const change = (action: Action) =>
        askChange(service(), { organization: asked, action, headers }, { ids: [open, failed] });
      return [await askList(service(), asked, headers), await change('cancel'), await change('send-again')];
    };
    const expectNothing = (organizationAnswers: Awaited<ReturnType<typeof answers>>, told: readonly unknown[]) => {
      // The same for all three, or one for each.
      const each = Array.isArray(told[0]) ? told : [told, told, told];
      expect(organizationAnswers.map(({ status, json }) => [status, json])).toEqual(each);
      for (const { text } of organizationAnswers) expect(text).not.toContain('secret@');
      expect(changesAsked(service())).toEqual([]);
      expect(control().count({ path: `/orgs/${organization}` })).toBe(0);
      expect(JSON.stringify([world().openInvitations(organization), world().failedInvitations(organization)])).toBe(
        before,
      );
    };
    return { organization, owner, open, failed, answers, expectNothing };
  };

  test('is nobody without a session', async () => {
    const { answers, expectNothing } = place();
    expectNothing(await answers({}), [401, { error: 'Please sign in to continue.' }]);
  });

  test('is no stranger: the organization looks as if it did not exist', async () => {
    const { answers, expectNothing, organization } = place();
    const headers = await signIn('edsger');
    expectNothing(await answers(headers), NOT_A_MEMBER);
    expectNothing(await answers(headers, 'no-such-organization'), NOT_A_MEMBER);
    expectNothing(await answers(headers, '..%2F..%2Fuser'), NOT_A_MEMBER);
    expectNothing(await answers(headers, `${organization}%3Fx`), NOT_A_MEMBER);
  });

  test('is no owner of another organization, and nobody who is only invited', async () => {
    const { organization, answers, expectNothing } = place();
    const { owner: other } = addPlace(service());
    expectNothing(await answers(await signIn(other)), NOT_A_MEMBER);
    world().addUser({ login: `invited-to-${organization}` });
    const bearer = await signIn(`invited-to-${organization}`);
    expectNothing(await answers(bearer), NOT_A_MEMBER);
    service().clock.advance(MINUTE_MS);
    world().addMembership({ organization, login: `invited-to-${organization}`, state: 'pending', role: 'admin' });
    const { text } = await askList(service(), organization, bearer);
    expect(text).toBe(JSON.stringify(NOT_A_MEMBER[1]));
  });

  test.each(['member', 'billing_manager'] as const)('is no %s', async (role) => {
    const { organization, answers, expectNothing } = place();
    world().addUser({ login: `${role}-of-${organization}` });
    world().addMembership({ organization, login: `${role}-of-${organization}`, role });
    expectNothing(await answers(await signIn(`${role}-of-${organization}`)), NOT_ADMIN);
  });

  test('is no former owner, whose session still says they are one', async () => {
    const { organization, owner, answers, expectNothing } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    world().setRole(organization, owner, 'member');
    expectNothing(await answers(headers), NOT_ADMIN);
    service().clock.advance(MINUTE_MS);
    const before = [world().openInvitations(organization).length, world().failedInvitations(organization).length];
    world().removeMembership(organization, owner);
    control().clearRequests();
    for (const { status, json } of await answers(headers)) expect([status, json]).toEqual(NOT_A_MEMBER);
    expect(changesAsked(service())).toEqual([]);
    expect(before).toEqual([1, 1]);
  });

  test('is no former owner within the minute either: the code host itself refuses', async () => {
    const { organization, owner, answers } = place();
    world().addMembership({ organization, login: 'grace', role: 'admin' });
    const headers = await signIn(owner);
    expect((await askList(service(), organization, headers)).status).toBe(200);
    const before = world().failedInvitations(organization);
    world().setRole(organization, owner, 'member');
    for (const { status, json } of await answers(headers)) expect([status, json]).toEqual([403, { error: SAID_NO }]);
    expect(changesAsked(service())).toEqual([]);
    expect([world().openInvitations(organization).length, world().failedInvitations(organization)]).toEqual([
      1,
      before,
    ]);
  });

  test('is who has become an owner since they signed in', async () => {
    const { organization } = place();
    world().addUser({ login: `later-of-${organization}` });
    const headers = await signIn(`later-of-${organization}`);
    world().addMembership({ organization, login: `later-of-${organization}`, role: 'admin' });
    expect((await listOf(service(), ` ${organization.toUpperCase()} `, headers)).invitations).toHaveLength(2);
  });

  test('is asked once a minute for a session and an organization, however many ask at once', async () => {
    const { organization, owner } = place();
    const headers = await signIn(owner);
    const gate = control().hold({ path: '/user/memberships/orgs' });
    onTestFinished(() => gate.release());
    const asking = Array.from({ length: 10 }, () => askList(service(), organization, headers));
    await gate.arrived(1);
    gate.release();
    for (const { status } of await Promise.all(asking)) expect(status).toBe(200);
    service().clock.advance(MINUTE_MS - 1);
    await listOf(service(), organization.toUpperCase(), headers);
    expect(membershipCalls()).toBe(1);
    service().clock.advance(1);
    world().setRole(organization, owner, 'member');
    expect((await askList(service(), organization, headers)).status).toBe(403);
    expect(membershipCalls()).toBe(2);
    // Another session of the same person asks for itself.
    expect((await askList(service(), organization, (await service().signIn(owner)).bearer)).status).toBe(403);
    expect(membershipCalls()).toBe(3);
  });

  test('is asked again when the code host did not say', async () => {
    const { organization, owner } = place();
    const headers = await signIn(owner);
    control().fault({ kind: 'bad-gateway-html', times: 1, match: { path: '/user/memberships/orgs' } });
    const answer = await askList(service(), organization, headers);
    expect([answer.status, answer.json]).toEqual([
      503,
      { code: 'code-host-away', error: 'The code host could not be asked. Please try again.' },
    ]);
    expect((await askList(service(), organization, headers)).status).toBe(200);
  });

  test('needs a page of the service for a change, where the browser sends the cookie', async () => {
    const { organization, owner, open } = place();
    const { id } = await service().signIn(owner);
    control().clearRequests();
    for (const action of ACTIONS) {
      const headers = { cookie: `host_session=${id}`, origin: 'https://evil.example' };
      const answer = await askChange(service(), { organization, action, headers }, { ids: [open] });
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: 'This request came from another site and was refused.' },
      ]);
    }
    expect(control().count()).toBe(0);
  });

  test.each([
    [
      'single sign-on',
      'samlEnforced',
      'This organization asks for single sign-on. Please sign on at the code host, then sign in again.',
    ],
    ['an allow list', 'ipAllowList', 'This organization does not allow the address that orgdesk calls from.'],
  ] as const)('is told of %s', async (_what, setting, error) => {
    const { organization, owner, answers, expectNothing } = place();
    const headers = await signIn(owner);
    world().updateOrganization(organization, { [setting]: true });
    expectNothing(await answers(headers), [403, { error }]);
  });
});

describe('the checks of a change', () => {
  const { service, control, signIn } = serviceForListed();
  const INVALID = 'Please send ids: a list of 1 to 50 different whole numbers above zero.';

  test.each([
    ['no list', {}, INVALID],
    ['an empty one', { ids: [] }, INVALID],
    ['fifty-one', { ids: Array.from({ length: 51 }, (_, place) => place + 1) }, INVALID],
    ['one of them twice', { ids: [7, 7] }, INVALID],
    ['a text', { ids: ['7'] }, INVALID],
    ['a part of a number', { ids: [7.5] }, INVALID],
    ['zero', { ids: [7, 0] }, INVALID],
    ['a number that is not exact', '{"ids":[9007199254740993]}', INVALID],
    ['a list alone', [7], INVALID],
    ['nothing', 'null', INVALID],
    ['no JSON', '{"ids":[7', 'The request body is not valid JSON.'],
  ])('refuse %s before anybody is asked, and before the organization and the rights', async (_what, body, error) => {
    const headers = await signIn('grace');
    for (const action of ACTIONS) {
      for (const organization of ['northwind', '%20']) {
        const answer = await askChange(service(), { organization, action, headers }, body);
        expect([answer.status, answer.json]).toEqual([400, { error }]);
      }
    }
    expect(control().count()).toBe(0);
  });

  test('want an organization', async () => {
    const headers = await signIn('ada');
    const blank = [400, { error: 'Please select an organization first.' }];
    const list = await askList(service(), '%20', headers);
    const change = await askChange(service(), { organization: '%20', action: 'cancel', headers }, { ids: [1] });
    expect([list, change].map(({ status, json }) => [status, json])).toEqual([blank, blank]);
    expect(control().count()).toBe(0);
  });
});
