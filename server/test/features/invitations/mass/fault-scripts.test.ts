import type { FaultEffect } from '@orgdesk/simulator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../support/random/properties.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, idOf, invitationsOf, LOOKUPS, massInvite, type Report } from './inviting.ts';

const SCRIPTS = cases({ brief: 20, full: 400 });
const PEOPLE = 8;
const LIMITED = 'API rate limit exceeded';
const GIVEN_UP = /^no complete response within/;

const REPLIES: readonly FaultEffect[] = [
  { kind: 'reply', status: 200, body: { data: { user: null } } },
  { kind: 'reply', status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'No.' }] } },
  { kind: 'reply', status: 201, body: {} },
  { kind: 'reply', status: 204 },
  { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
  { kind: 'reply', status: 404, body: { message: 'Not Found' } },
  { kind: 'reply', status: 422, body: { message: 'Validation Failed', errors: [{ message: 'Already there' }] } },
  { kind: 'reply', status: 503, body: 'unavailable' },
];
const effect: fc.Arbitrary<FaultEffect> = fc.oneof(
  { weight: 32, arbitrary: fc.constantFrom(...REPLIES) },
  {
    weight: 48,
    arbitrary: fc.constantFrom<FaultEffect>(
      { kind: 'primary-rate-limit', status: 403 },
      { kind: 'primary-rate-limit', status: 429, spelling: 'RATE_LIMIT' },
      { kind: 'secondary-rate-limit', status: 403 },
      { kind: 'secondary-rate-limit', status: 200, retryAfter: null },
      { kind: 'bad-gateway-html' },
      { kind: 'html-200' },
      { kind: 'empty' },
      { kind: 'reset' },
      { kind: 'truncate' },
      { kind: 'wrong-types' },
      { kind: 'redirect', location: '/elsewhere', status: 307 },
      { kind: 'delay', ms: 8 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<FaultEffect>({ kind: 'hang' }, { kind: 'slow-drip' }) },
);
/** One person's fault, and whether it comes after the work. */
const step = fc.record({
  index: fc.nat({ max: PEOPLE + 1 }),
  spelling: fc.constantFrom<(login: string) => string>(
    (login) => login,
    (login) => ` ${login}\t`,
    (login) => login.toUpperCase(),
  ),
  fault: fc.option(fc.record({ at: fc.constantFrom('lookup', 'invitation'), effect, after: fc.boolean() }), {
    freq: 3,
  }),
});

describe('a mass invite through a code host that fails at random', () => {
  const service = sharedService();

  test(`puts every login into exactly one list, in order, and invites nobody twice: ${SCRIPTS.numRuns} scripts [MI-9 MI-21 MI-25 MV-10]`, {
    timeout: 600_000,
  }, async () => {
    const { simulator, url } = service();
    const { control, world } = simulator;
    control.deliverTo(null);
    control.rateLimits({ core: 1_000_000, graphql: 1_000_000 });
    control.invitationQuota('acme', { limit: 1_000_000, used: 0 });
    const people = addPeople(service(), 'scripted', PEOPLE);
    const { bearer } = await service().signIn('ada');
    const seen = { success: 0, failed: 0 };
    let arrived = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (script) => {
        control.clearFaults();
        control.clearRequests();
        for (const { inviteeId } of world.openInvitations('acme')) {
          const login = inviteeId === null ? null : world.userById(inviteeId)?.login;
          if (login?.startsWith('scripted-')) world.cancelInvitation('acme', login);
        }
        const loginAt = (index: number) => people[index] ?? (index === PEOPLE ? 'grace' : 'nobody-there');
        const userLogins = script.map(({ index, spelling }) => spelling(loginAt(index)));
        for (const { index, spelling, fault } of script) {
          if (fault === null) continue;
          const login = loginAt(index);
          const match =
            fault.at === 'lookup'
              ? { ...LOOKUPS, variables: { login: spelling(login).trim() } }
              : { ...invitationsOf('acme'), body: { invitee_id: idOf(service(), login) } };
          control.fault({ ...fault.effect, after: fault.after, match });
        }

        const answer = await massInvite(url, 'acme', bearer, { userLogins });
        expect(answer.status).toBe(200);
        const { success, failed } = answer.json as Report;
        const logins = [...new Set(userLogins.map((login) => login.trim()))];
        const failedLogins = failed.map(({ login }) => login);
        expect([...success, ...failedLogins].toSorted()).toEqual(logins.toSorted());
        expect(success).toEqual(logins.filter((login) => success.includes(login)));
        expect(failedLogins).toEqual(logins.filter((login) => failedLogins.includes(login)));
        for (const { error } of failed) expect(error).toMatch(/\S/);

        // The code host may hear of a call that was given up only later, or not at all.
        const givenUp = new Set(failed.filter(({ error }) => GIVEN_UP.test(error)).map(({ login }) => login));
        // Logins after the limit fail with at most one request.
        const limited = new Set(failed.filter(({ error }) => error === LIMITED).map(({ login }) => login));
        for (const login of logins) {
          const lookups = control.count({ ...LOOKUPS, variables: { login } });
          if (givenUp.has(login) || limited.has(login)) expect(lookups).toBeLessThanOrEqual(1);
          else expect(lookups).toBe(1);
        }
        expect(control.count(LOOKUPS)).toBeLessThanOrEqual(logins.length);
        for (const login of people) {
          const spelled = logins.filter((written) => written.toLowerCase() === login).length;
          const calls = control.count({ ...invitationsOf('acme'), body: { invitee_id: idOf(service(), login) } });
          expect(calls).toBeLessThanOrEqual(spelled);
        }
        expect(control.count()).toBeLessThanOrEqual(2 * logins.length);
        expect(control.maxInFlight()).toBeLessThanOrEqual(5 + givenUp.size);

        // Nobody is called invited who was not.
        const arrivals = control.invitations('acme').slice(arrived);
        arrived += arrivals.length;
        const invited = new Set(arrivals.map(({ login }) => login));
        expect(success.filter((login) => !invited.has(login.toLowerCase()))).toEqual([]);
        seen.success += success.length;
        seen.failed += failed.length;
      }),
      { ...SCRIPTS, endOnFailure: true },
    );
    expect(Math.min(seen.success, seen.failed)).toBeGreaterThan(SCRIPTS.numRuns / 2);
  });
});
