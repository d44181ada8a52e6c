import type { MassInviteAnswer } from '@orgdesk/contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { createTimeLimit } from '../../../support/time-limit.ts';
import { addPeople, idOf, invitationsOf, LOOKUPS, massInvite } from './inviting.ts';

const TOO_SLOW = 'Not sent: the code host took too long. Please try again.';
const STOPPING = 'Not sent: the service was stopping. Please try again.';

describe('a mass invite that is cut short', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  const cuts = (why: string) =>
    service().logLines.filter((line) => line.includes('invitations were interrupted') && line.includes(why)).length;
  const begun = () => service().logLines.filter((line) => line.includes('sending invitations')).length;
  beforeEach(() => control().clearRequests());

  const asAda = async () => (await service().signIn('ada')).bearer;
  const holding = (match: typeof LOOKUPS) => {
    const hold = control().hold(match);
    onTestFinished(() => hold.release());
    return hold;
  };
  const notTried = (logins: readonly string[], error: string) =>
    logins.map((login) => ({ login, error, reason: 'not-tried' }));

  test('because the code host is slow asks for nobody else, and invites nobody who was only looked up [MI-29]', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const userLogins = addPeople(service(), 'slow-lookup', 12);
    const bearer = await asAda();
    const [hold, before] = [holding(LOOKUPS), cuts('out-of-time')];
    const inviting = massInvite(limited.url, 'acme', bearer, { userLogins }, '?reasons=true');
    await hold.arrived(5);
    limit.come();
    await expect.poll(() => cuts('out-of-time')).toBe(before + 1);
    hold.release();
    expect((await inviting).json).toEqual({ success: [], failed: notTried(userLogins, TOO_SLOW) });
    expect(control().count(LOOKUPS)).toBe(5);
    expect(control().count(invitationsOf('acme'))).toBe(0);
  });

  test('waits for the invitations that were sent, and tells of each what became of it [MI-29]', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const userLogins = addPeople(service(), 'slow-invitation', 12);
    const bearer = await asAda();
    const [hold, before] = [holding(invitationsOf('acme')), cuts('out-of-time')];
    const inviting = massInvite(limited.url, 'acme', bearer, { userLogins }, '?reasons=true');
    await hold.arrived(5);
    limit.come();
    await expect.poll(() => cuts('out-of-time')).toBe(before + 1);
    hold.release();
    const { success, failed } = (await inviting).json as MassInviteAnswer;
    const sent = userLogins.filter(
      (login) => control().count({ ...invitationsOf('acme'), body: { invitee_id: idOf(service(), login) } }) === 1,
    );
    expect(success).toEqual(sent);
    expect(failed).toEqual(
      notTried(
        userLogins.filter((login) => !sent.includes(login)),
        TOO_SLOW,
      ),
    );
    expect(control().count(invitationsOf('acme'))).toBe(sent.length);
  });

  test('while it waits for another of its session is answered at once, and sends nothing later', async () => {
    const instance = await service().addInstance();
    const bearer = await asAda();
    const [first, second] = [addPeople(service(), 'in-front', 5), addPeople(service(), 'behind', 2)];
    const hold = holding(LOOKUPS);
    const inFront = massInvite(instance.url, 'acme', bearer, { userLogins: first });
    await hold.arrived(5);
    const before = begun();
    const behind = massInvite(instance.url, 'acme', bearer, { userLogins: second }, '?reasons=true');
    await expect.poll(begun).toBe(before + 1);
    const closed = instance.close();
    expect((await behind).json).toEqual({ success: [], failed: notTried(second, STOPPING) });
    hold.release();
    await inFront;
    await closed;
    for (const login of second) expect(control().count({ ...LOOKUPS, variables: { login } })).toBe(0);
  });

  test.each([
    ['lookup', LOOKUPS, 0],
    ['invitation', invitationsOf('acme'), 5],
  ] as const)('by a stop at the %s is answered, with the rest as not tried [MI-29]', async (step, match, sent) => {
    const instance = await service().addInstance();
    const userLogins = addPeople(service(), `stopped-at-${step}`, 12);
    const bearer = await asAda();
    const [hold, before] = [holding(match), cuts('shutting-down')];
    const inviting = massInvite(instance.url, 'acme', bearer, { userLogins }, '?reasons=true');
    await hold.arrived(5);
    const closed = instance.close();
    await expect.poll(() => cuts('shutting-down')).toBe(before + 1);
    hold.release();
    expect((await inviting).json).toEqual({
      success: userLogins.slice(0, sent),
      failed: notTried(userLogins.slice(sent), STOPPING),
    });
    await closed;
    expect([control().count(LOOKUPS), control().count(invitationsOf('acme'))]).toEqual([5, sent]);
  });

  test('has lines where it begins and where it is cut, and one that ends in time has no such line', async () => {
    const userLogins = addPeople(service(), 'in-time', 3);
    const lines = service().logLines.length;
    await massInvite(service().url, 'acme', await asAda(), { userLogins });
    const since = service()
      .logLines.slice(lines)
      .filter((line) => /"msg":"(sending )?invitations/.test(line));
    expect(since.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'sending invitations',
      'invitations were sent',
    ]);
    expect(JSON.parse(since[0] ?? '')).toMatchObject({ organization: 'acme', logins: 3 });
  });
});
