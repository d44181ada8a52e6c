import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { signInQuietly } from '../../../support/service/sign-in-quietly.ts';
import { createTimeLimit } from '../../../support/time-limit.ts';
import { addPeople, idOf, invitationsOf, JSON_TYPE, LOOKUPS, massInvite, type Report } from './inviting.ts';

describe('a mass invite under way', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  const signIn = signInQuietly(service);
  const begun = () => service().logLines.filter((line) => line.includes('sending invitations'));
  afterEach(() => {
    control().clearFaults();
    control().latencyMs(0);
  });

  test('of fifty logins takes twenty rounds, five logins at a time, two requests each [MI-11 M-9 M-10]', async () => {
    const userLogins = addPeople(service(), 'fifty', 50);
    const bearer = await signIn('ada');
    const hold = control().hold({});
    onTestFinished(() => hold.release());
    const inviting = massInvite(service().url, 'acme', bearer, { userLogins });
    for (let round = 1; round <= 20; round += 1) {
      await hold.arrived(round * 5);
      // Long enough for a sixth to come.
      await pause(5);
      expect(hold.count()).toBe(round * 5);
      hold.releaseSome(5);
    }
    expect((await inviting).json).toEqual({ success: userLogins, failed: [] });
    expect(control().maxInFlight()).toBe(5);
    expect(control().count()).toBe(100);
  });

  test('keeps the order of the request in both lists, however late and with whatever end each login comes [MI-25]', async () => {
    const logins = addPeople(service(), 'ordered', 20);
    const userLogins = logins.flatMap((login, index) => (index % 3 === 0 ? [`missing-${index}`, login] : [login]));
    const bearer = await signIn('ada');
    for (const [index, login] of userLogins.entries()) {
      const ms = (index * 37) % 90;
      control().latencyMs(ms, { ...LOOKUPS, variables: { login } });
      control().latencyMs(90 - ms, { ...invitationsOf('acme'), body: { invitee_id: idOf(service(), login) } });
    }
    const { success, failed } = (await massInvite(service().url, 'acme', bearer, { userLogins })).json as Report;
    expect(success).toEqual(logins);
    expect(failed.map(({ login }) => login)).toEqual(userLogins.filter((login) => login.startsWith('missing-')));
  });

  test('begins the next login as soon as one ends: a slow one holds up nobody but itself [MI-11]', async () => {
    const userLogins = addPeople(service(), 'slow', 17);
    const bearer = await signIn('ada');
    const hold = control().hold({ ...LOOKUPS, variables: { login: userLogins[0] } });
    const inviting = massInvite(service().url, 'acme', bearer, { userLogins });
    await expect.poll(() => control().count({ ...invitationsOf('acme') })).toBe(16);
    hold.release();
    expect((await inviting).json).toEqual({ success: userLogins, failed: [] });
  });

  test('with calls that hang never has more than five logins in flight, and ends in bounded time [MI-11 M-9]', async () => {
    const userLogins = addPeople(service(), 'hanging', 12);
    const bearer = await signIn('ada');
    for (const login of userLogins.slice(0, 7))
      control().fault({ kind: 'hang', match: { ...LOOKUPS, variables: { login } } });
    const hold = control().hold(invitationsOf('acme'));
    onTestFinished(() => hold.release());
    const limit = createTimeLimit();
    const limited = await service().addInstance({ callLimitMs: limit.ms });
    const inviting = massInvite(limited.url, 'acme', bearer, { userLogins });
    // Five hang. When they are given up two others hang, and three people are found and wait to be invited.
    await expect.poll(() => control().stalled()).toHaveLength(5);
    expect(control().count(LOOKUPS)).toBe(5);
    limit.come();
    await hold.arrived(3);
    await expect.poll(() => control().stalled()).toHaveLength(2);
    expect([control().count(LOOKUPS), hold.count(), limit.running()]).toEqual([10, 3, 5]);
    hold.release();
    await expect
      .poll(() =>
        control()
          .invitations('acme')
          .filter(({ login }) => userLogins.includes(login ?? '')),
      )
      .toHaveLength(5);
    await expect.poll(limit.running).toBe(2);
    limit.come();
    const { success, failed } = (await inviting).json as Report;
    expect(success).toEqual(userLogins.slice(7));
    expect(failed).toEqual(
      userLogins.slice(0, 7).map((login) => ({ login, error: `no complete response within ${limit.ms} ms` })),
    );
    expect(control().count(LOOKUPS)).toBe(12);
  });

  test('goes on to its end when the client goes away, and nothing is left unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const userLogins = addPeople(service(), 'deserted', 15);
    const bearer = await signIn('ada');
    for (const login of userLogins.slice(10))
      control().fault({ kind: 'reset', match: { ...LOOKUPS, variables: { login } } });
    const hold = control().hold(invitationsOf('acme'));
    const left = request(`${service().url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...bearer },
    });
    left.on('error', () => {});
    left.end(JSON.stringify({ userLogins }));
    await hold.arrived(5);
    left.destroy();
    await pause(50);
    hold.release();
    await expect.poll(() => control().count(LOOKUPS)).toBe(15);
    await expect
      .poll(() =>
        control()
          .requests()
          .every(({ endedAt }) => endedAt !== null),
      )
      .toBe(true);
    const report = () =>
      service().logLines.filter((line) => line.includes('"invited":10') && line.includes('"failed":5'));
    await expect.poll(() => report().length).toBe(1);
    expect(control().count(invitationsOf('acme'))).toBe(10);
    await pause(20);
    process.removeListener('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  test('of twenty requests of one session at once has five logins in flight [MI-11]', async () => {
    const bearer = await signIn('ada');
    const lists = Array.from({ length: 20 }, (_, index) => addPeople(service(), `at-once-${index}`, 4));
    const hold = control().hold({});
    onTestFinished(() => hold.release());
    const before = begun().length;
    const inviting = lists.map((userLogins) => massInvite(service().url, 'acme', bearer, { userLogins }));
    await expect.poll(() => begun().length).toBe(before + 20);
    await hold.arrived(5);
    // Long enough for a sixth to come.
    await pause(20);
    expect(hold.count()).toBe(5);
    hold.release();
    for (const [index, answer] of (await Promise.all(inviting)).entries()) {
      expect(answer.json).toEqual({ success: lists[index], failed: [] });
    }
    expect([control().maxInFlight(), control().count()]).toEqual([5, 160]);
  });

  test('of fifty logins lets a later request of the same session have the next turn [MI-11]', async () => {
    const bearer = await signIn('ada');
    const [later = ''] = addPeople(service(), 'later', 1);
    const hold = control().hold(LOOKUPS);
    onTestFinished(() => hold.release());
    const long = massInvite(service().url, 'acme', bearer, { userLogins: addPeople(service(), 'long', 50) });
    await hold.arrived(5);
    const before = begun().length;
    const short = massInvite(service().url, 'acme', bearer, { userLogins: [later] });
    await expect.poll(() => begun().length).toBe(before + 1);
    hold.releaseSome(1);
    await hold.arrived(6);
    expect(control().count({ ...LOOKUPS, variables: { login: later } })).toBe(1);
    hold.release();
    expect((await short).json).toEqual({ success: [later], failed: [] });
    expect(((await long).json as Report).success.length).toBe(50);
  });

  test('of several people at once keeps each to five of their own [M-9]', async () => {
    const people = ['ada', 'hedy'] as const;
    const bearers = await Promise.all(people.map((login) => service().signIn(login)));
    control().clearRequests();
    control().latencyMs(20);
    control().invitationQuota('brimful', { limit: 500, used: 0 });
    const answers = await Promise.all(
      bearers.map(({ bearer }, index) => {
        const organization = index === 0 ? 'lumen-labs' : 'brimful';
        return massInvite(service().url, organization, bearer, {
          userLogins: addPeople(service(), `crowd-${index}`, 20),
        });
      }),
    );
    for (const { json } of answers) expect((json as Report).success.length).toBe(20);
    for (const login of people) expect(control().maxInFlight({ login })).toBeLessThanOrEqual(5);
    expect(
      control()
        .invitations('lumen-labs')
        .every(({ inviter }) => inviter === 'ada'),
    ).toBe(true);
    expect(
      control()
        .invitations('brimful')
        .every(({ inviter }) => inviter === 'hedy'),
    ).toBe(true);
  });
});
