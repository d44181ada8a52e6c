import type { MassInviteAnswer } from '@orgdesk/contract';
import type { FaultEffect } from '@orgdesk/simulator';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, idOf, invitationsOf, LOOKUPS, massInvite } from './inviting.ts';

const LIMITED = 'API rate limit exceeded';
const LIMITS: readonly (readonly [what: string, effect: FaultEffect, seconds: number | undefined])[] = [
  ['primary', { kind: 'primary-rate-limit' }, 1_800],
  ['secondary', { kind: 'secondary-rate-limit', retryAfter: 60 }, 60],
  ['secondary, without a time', { kind: 'secondary-rate-limit', retryAfter: null }, undefined],
];

describe('after a rate limit', () => {
  const service = sharedService();
  beforeAll(() => service().clock.stop());
  const control = () => service().simulator.control;
  beforeEach(() => control().clearFaults());

  const invite = async (userLogins: readonly string[], query = '?reasons=true') => {
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    return (await massInvite(service().url, 'acme', bearer, { userLogins }, query)).json as MassInviteAnswer;
  };
  const callCounts = () => [control().count(LOOKUPS), control().count(invitationsOf('acme'))];

  describe.each([
    ['lookup', LOOKUPS, [5, 0]],
    ['invitation', invitationsOf('acme'), [5, 5]],
  ] as const)('at the %s', (step, match, calls) => {
    test.each(LIMITS)(
      'that is %s, only logins in flight are asked for, and all are told the same [MI-22]',
      async (what, effect, seconds) => {
        const logins = addPeople(service(), `${step}-${what}`.replaceAll(/\W+/g, '-'), 20);
        control().fault({ ...effect, match });
        const { success, failed, retryAfterSeconds } = await invite(logins);
        expect(success).toEqual([]);
        expect(failed).toEqual(logins.map((login) => ({ login, error: LIMITED, reason: 'rate-limited' })));
        if (seconds === undefined) expect(retryAfterSeconds).toBeUndefined();
        else expect(Math.abs((retryAfterSeconds ?? 0) - seconds)).toBeLessThanOrEqual(1);
        expect(callCounts()).toEqual(calls);
      },
    );
  });

  test('logins in flight are finished, and the rest is sent with the next request [MI-22]', async () => {
    const logins = addPeople(service(), 'in-flight', 12);
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    control().fault({ kind: 'primary-rate-limit', match: { ...LOOKUPS, variables: { login: logins[0] } } });
    const hold = control().hold(invitationsOf('acme'));
    onTestFinished(() => hold.release());
    const inviting = massInvite(service().url, 'acme', bearer, { userLogins: logins });
    await hold.arrived(4);
    // Once the limit is known, another request of the session takes the place of the first login.
    const nobody = { ...LOOKUPS, variables: { login: 'nobody-there' } };
    const behind = massInvite(service().url, 'acme', bearer, { userLogins: ['nobody-there'] });
    await expect.poll(() => control().count(nobody)).toBe(1);
    hold.release();
    await behind;
    expect((await inviting).json).toEqual({
      success: logins.slice(1, 5),
      failed: [logins[0], ...logins.slice(5)].map((login) => ({ login, error: LIMITED })),
    });
    expect(callCounts()).toEqual([6, 4]);

    control().clearFaults();
    const rest = [logins[0] ?? '', ...logins.slice(5)];
    expect(await invite(rest, '')).toEqual({ success: rest, failed: [] });
    for (const login of rest) {
      expect(control().count({ ...invitationsOf('acme'), body: { invitee_id: idOf(service(), login) } })).toBe(1);
    }
  });
});
