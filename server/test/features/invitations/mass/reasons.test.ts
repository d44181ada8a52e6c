import type { MassInviteAnswer } from '@orgdesk/contract';
import type { FaultRule } from '@orgdesk/simulator';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, invitationsOf, LOOKUPS, massInvite } from './inviting.ts';

const reply = (status: number, body: unknown): FaultRule => ({ kind: 'reply', status, body });

describe('the reasons of a mass invite', () => {
  const service = sharedService();
  beforeAll(() => service().clock.stop());
  const control = () => service().simulator.control;
  beforeEach(() => control().clearFaults());

  let people = 0;
  const newcomers = (count = 1): readonly string[] => {
    people += 1;
    return addPeople(service(), `reasons-${people}`, count);
  };
  const invite = async (userLogins: readonly string[], { organization = 'acme', owner = 'ada' } = {}) => {
    const { bearer } = await service().signIn(owner);
    const answer = await massInvite(service().url, organization, bearer, { userLogins }, '?reasons=true');
    expect(answer.status).toBe(200);
    return answer.json as MassInviteAnswer;
  };

  test.each([
    ['a member', 'acme', 'ada', 'grace', 'already-there', 'Invitee is already a part of this organization'],
    [
      'invited',
      'lumen-labs',
      'ada',
      'dorothy',
      'already-there',
      'Invitee has already been invited to this organization',
    ],
    ['suspended', 'acme', 'ada', 'mallory', 'refused', 'Invitee is suspended'],
    ['nobody', 'acme', 'ada', 'nobody-at-all', 'not-found', 'User @nobody-at-all not found on the code host'],
    ['invited without the App', 'quiet-co', 'ada', 'tim', 'refused', 'Resource not accessible by integration'],
  ])(
    'call somebody who is %s in %s what they are [MI-28]',
    async (_what, organization, owner, login, reason, error) => {
      expect(await invite([login], { organization, owner })).toEqual({
        success: [],
        failed: [{ login, error, reason }],
      });
    },
  );

  test('tell the quota of the organization from the limit of the person', async () => {
    const { failed } = await invite(newcomers(5), { organization: 'brimful', owner: 'hedy' });
    expect(failed.map(({ reason }) => reason)).toEqual(['over-quota', 'over-quota']);
  });

  const validationFailed = (message: string) => reply(422, { message: 'Validation Failed', errors: [{ message }] });
  test.each<[what: string, rule: FaultRule, reason: string]>([
    ['an older spelling', validationFailed('Invitee is already a part of this org'), 'already-there'],
    [
      'an address of a member',
      validationFailed('A user with this email addresss is already a part of it'),
      'already-there',
    ],
    ['the quota', validationFailed('Over invitation rate limit'), 'over-quota'],
    ['the message about a member in a 403', reply(403, { message: 'You are already blocked' }), 'refused'],
    ['no seat', reply(422, { message: 'You must purchase at least one more seat.' }), 'refused'],
    ['a dead token', reply(401, { message: 'Bad credentials' }), 'token-rejected'],
    ['a limit', { kind: 'secondary-rate-limit' }, 'rate-limited'],
    [
      'a 5xx with a message',
      reply(503, { message: 'Invitee is already a part of this organization' }),
      'not-confirmed',
    ],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'not-confirmed'],
    ['a reset connection', { kind: 'reset' }, 'not-confirmed'],
    ['silence', { kind: 'hang' }, 'not-confirmed'],
    ['an answer cut short', { kind: 'truncate' }, 'not-confirmed'],
    ['a page with status 200', { kind: 'html-200' }, 'not-confirmed'],
  ])('tell %s at the invitation by its meaning [MI-28]', async (_what, rule, reason) => {
    const [login = ''] = newcomers();
    control().fault({ ...rule, match: invitationsOf('acme') });
    expect(await invite([login])).toMatchObject({ success: [], failed: [{ login, reason }] });
  });

  test.each<[what: string, rule: FaultRule, reason: string]>([
    ['a dead token', reply(401, { message: 'Bad credentials' }), 'token-rejected'],
    ['a limit', { kind: 'primary-rate-limit' }, 'rate-limited'],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'unreachable'],
    ['a reset connection', { kind: 'reset' }, 'unreachable'],
    ['silence', { kind: 'hang' }, 'unreachable'],
    ['a person without a number', reply(200, { data: { user: { databaseId: null, login: 'x' } } }), 'refused'],
    ['another error', reply(200, { errors: [{ message: 'Somebody is already there' }] }), 'refused'],
  ])('tell %s at the lookup by its meaning, with nobody invited [MI-28]', async (_what, rule, reason) => {
    const [login = ''] = newcomers();
    control().fault({ ...rule, match: LOOKUPS });
    control().clearRequests();
    expect(await invite([login])).toMatchObject({ success: [], failed: [{ login, reason }] });
    expect(control().count(invitationsOf('acme'))).toBe(0);
  });

  test('say not confirmed of an invitation that arrived, and already there of the next [MI-28]', async () => {
    const [login = ''] = newcomers();
    control().fault({ kind: 'bad-gateway-html', after: true, times: 1, match: invitationsOf('acme') });
    const { failed } = await invite([login]);
    expect(failed[0]?.reason).toBe('not-confirmed');
    expect(control().invitations('acme').at(-1)).toMatchObject({ login, outcome: 'invited' });
    expect((await invite([login])).failed[0]?.reason).toBe('already-there');
  });

  test('come with the longest of the times that limits said, in whole seconds [MI-28]', async () => {
    const [first, second, third] = newcomers(3);
    for (const [login, retryAfter] of [
      [first, 30],
      [second, 90],
      [third, null],
    ] as const) {
      const match = { ...LOOKUPS, variables: { login } };
      control().fault({ kind: 'secondary-rate-limit', retryAfter, match });
    }
    const { retryAfterSeconds } = await invite([first, second, third].map(String));
    expect(retryAfterSeconds).toBe(90);
  });

  test('come without a time where no limit said one', async () => {
    const [login = ''] = newcomers();
    control().fault({ kind: 'secondary-rate-limit', retryAfter: null, match: LOOKUPS });
    expect(await invite([login])).not.toHaveProperty('retryAfterSeconds');
  });

  test.each(['', '?reasons=1', '?reasons=TRUE', '?reasons=true&reasons=true', '?reasons'])(
    'stay away from those who did not ask for them: “%s” [MI-28]',
    async (query) => {
      control().fault({ kind: 'secondary-rate-limit', match: { ...LOOKUPS, variables: { login: 'limited' } } });
      const { bearer } = await service().signIn('ada');
      const userLogins = ['grace', 'limited'];
      const answer = await massInvite(service().url, 'acme', bearer, { userLogins }, query);
      expect(answer.json).toEqual({
        success: [],
        failed: [
          { login: 'grace', error: 'Invitee is already a part of this organization' },
          { login: 'limited', error: 'API rate limit exceeded' },
        ],
      });
    },
  );
});
