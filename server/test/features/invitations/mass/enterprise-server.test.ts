import type { MassInviteAnswer } from '@orgdesk/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, massInvite } from './inviting.ts';

describe('a mass invite on an Enterprise Server', () => {
  const service = sharedService({ hostKind: 'enterprise-server' });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  beforeEach(() => control().clearFaults());

  const invite = async (userLogins: readonly string[], organization = 'acme') => {
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    return (await massInvite(service().url, organization, bearer, { userLogins })).json;
  };
  const calls = () =>
    control()
      .requests()
      .map(({ method, path }) => `${method} ${path}`);

  test('sets memberships by the login as the platform spells it, since there is no invitation call [MI-15]', async () => {
    const [login = ''] = addPeople(service(), 'added', 1);
    expect(await invite([login.toUpperCase()])).toEqual({ success: [login.toUpperCase()], failed: [] });
    expect(calls()).toEqual(['POST /graphql', `PUT /orgs/acme/memberships/${login}`]);
    expect(control().invitations('acme').at(-1)).toMatchObject({ login, role: 'member', outcome: 'added' });
  });

  test('never touches the role of somebody who belongs already, an owner least of all [MI-15]', async () => {
    world().addUser({ login: 'second-owner' });
    world().addMembership({ organization: 'acme', login: 'second-owner', role: 'admin' });
    const error = 'Invitee is already a part of this organization';
    expect(await invite(['second-owner', 'grace', 'ada'])).toEqual({
      success: [],
      failed: ['second-owner', 'grace', 'ada'].map((login) => ({ login, error })),
    });
    expect(calls()).toEqual(['POST /graphql', 'POST /graphql', 'POST /graphql']);
    const roleOf = (login: string) =>
      world().membership(world().organization('acme')?.id ?? 0, world().user(login)?.id ?? 0)?.role;
    expect(['second-owner', 'grace', 'ada'].map(roleOf)).toEqual(['admin', 'member', 'admin']);
  });

  test('tells in its reasons who belongs already and who does not exist', async () => {
    const { bearer } = await service().signIn('ada');
    const body = { userLogins: ['grace', 'nobody-there'] };
    const { json } = await massInvite(service().url, 'acme', bearer, body, '?reasons=true');
    const { failed } = json as MassInviteAnswer;
    expect(failed.map(({ reason }) => reason)).toEqual(['already-there', 'not-found']);
  });

  test('reports people who do not exist, are suspended or may not be added in the same words', async () => {
    expect(await invite(['nobody-there', 'mallory'])).toEqual({
      success: [],
      failed: [
        { login: 'nobody-there', error: 'User @nobody-there not found on the code host' },
        { login: 'mallory', error: 'Invitee is suspended' },
      ],
    });
    expect(await invite(['tim'], 'quiet-co')).toEqual({
      success: [],
      failed: [{ login: 'tim', error: 'Resource not accessible by integration' }],
    });
  });

  test('counts an organization that still asks people as a success too', async () => {
    world().updateOrganization('lumen-labs', { addsMembersDirectly: false });
    const userLogins = addPeople(service(), 'asked', 2);
    expect(await invite(userLogins, 'lumen-labs')).toEqual({ success: userLogins, failed: [] });
  });

  test.each([['html-200'], ['empty'], ['wrong-types']] as const)(
    'calls an answer that is none (%s) no success',
    async (kind) => {
      const userLogins = addPeople(service(), `spoiled-${kind}`, 1);
      control().fault({ kind, match: { method: 'PUT' } });
      expect(await invite(userLogins)).toEqual({
        success: [],
        failed: [{ login: userLogins[0], error: 'unexpected response format' }],
      });
    },
  );

  test('keeps to five logins at a time, two requests each [MI-15]', async () => {
    const userLogins = addPeople(service(), 'many', 50);
    control().latencyMs(10);
    expect(await invite(userLogins)).toEqual({ success: userLogins, failed: [] });
    control().latencyMs(0);
    expect([control().count(), control().maxInFlight()]).toEqual([100, 5]);
  });
});
