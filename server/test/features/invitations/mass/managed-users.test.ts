import type { MassInviteAnswer } from '@orgdesk/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, invitationsOf, LOOKUPS, massInvite } from './inviting.ts';

const MEMBER = 'Invitee is already a part of this organization';

describe.each([
  ['GHE.com', 'ghe.com', 'ada', ''],
  ['github.com, in an organization of theirs', 'cloud', 'owner_octo', '_octo'],
] as const)('managed users on %s', (_where, hostKind, owner, suffix) => {
  const service = sharedService({ hostKind });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  const calls = () =>
    control()
      .requests()
      .map(({ method, path }) => `${method} ${path}`);
  const newcomer = (name: string, more: object = {}) => world().addUser({ login: `${name}${suffix}`, ...more }).login;
  const invite = async (userLogins: readonly string[]) => {
    if (world().user(owner) === null) world().addUser({ login: owner });
    world().updateOrganization('acme', { managedUsers: true });
    world().addMembership({ organization: 'acme', login: owner, role: 'admin' });
    const { bearer } = await service().signIn(owner);
    control().clearRequests();
    return (await massInvite(service().url, 'acme', bearer, { userLogins }, '?reasons=true')).json as MassInviteAnswer;
  };
  beforeEach(() => control().clearFaults());

  test('are added by a membership, in two requests, and nobody is invited [MI-15]', async () => {
    const login = newcomer('mona');
    expect(await invite([login])).toEqual({ success: [login], failed: [] });
    expect(calls()).toEqual(['POST /graphql', `PUT /orgs/acme/memberships/${login}`]);
    expect(control().invitations('acme').at(-1)).toMatchObject({ login, role: 'member', outcome: 'added' });
  });

  test('that GraphQL does not find are looked up over REST, and added too [MI-15]', async () => {
    const login = newcomer('hidden', { unknownToGraphql: true });
    expect(await invite([login.toUpperCase()])).toEqual({ success: [login.toUpperCase()], failed: [] });
    expect(calls()).toEqual([
      'POST /graphql',
      `GET /users/${login.toUpperCase()}`,
      `GET /orgs/acme/memberships/${login}`,
      `PUT /orgs/acme/memberships/${login}`,
    ]);
  });

  test('keep their role when they belong already, whoever finds them [MI-15]', async () => {
    const hidden = newcomer('hidden-owner', { unknownToGraphql: true });
    world().addMembership({ organization: 'acme', login: hidden, role: 'admin' });
    expect((await invite([owner, hidden])).failed).toEqual(
      [owner, hidden].map((login) => ({ login, error: MEMBER, reason: 'already-there' })),
    );
    expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  test('who are nobody, or an organization, are not found, after one more question', async () => {
    world().addOrganization({ login: `place${suffix}` });
    for (const login of [`nobody${suffix}`, `place${suffix}`]) {
      const error = `User @${login} not found on the code host`;
      expect((await invite([login])).failed).toEqual([{ login, error, reason: 'not-found' }]);
      expect(calls()).toEqual(['POST /graphql', `GET /users/${login}`]);
    }
  });

  test.each([
    ['GET', '/users'],
    ['GET', '/orgs/acme/memberships'],
  ] as const)('about whom %s %s gives no answer are not called unknown, and not added', async (method, path) => {
    const login = newcomer(`silent-${path.length}`, { unknownToGraphql: true });
    control().fault({ kind: 'bad-gateway-html', match: { method, path } });
    expect((await invite([login])).failed).toEqual([{ login, error: 'answered 502', reason: 'unreachable' }]);
    expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  test('who may not be added get the reason', async () => {
    const login = newcomer('suspended', { suspension: 'shown' });
    expect((await invite([login])).failed).toEqual([{ login, error: 'Invitee is suspended', reason: 'refused' }]);
  });
});

describe('beside managed users', () => {
  const service = sharedService();
  const control = () => service().simulator.control;

  test('others are invited as ever, and whom nobody can know is asked for once', async () => {
    const [login = ''] = addPeople(service(), 'usual', 1);
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins: [login, 'nobody-there'] });
    expect((answer.json as MassInviteAnswer).success).toEqual([login]);
    expect([control().count(LOOKUPS), control().count(invitationsOf('acme')), control().count()]).toEqual([2, 1, 3]);
  });

  test('a managed account that GraphQL does not find is invited by its number into an organization of others', async () => {
    service().simulator.world.addUser({ login: 'guest_octo', unknownToGraphql: true });
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins: ['guest_octo'] });
    expect(answer.json).toEqual({ success: ['guest_octo'], failed: [] });
    expect(control().count()).toBe(3);
  });
});
