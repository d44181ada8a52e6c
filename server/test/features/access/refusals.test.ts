import type { FaultEffect } from '@orgdesk/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import { accessOf, addOrganizationWith, askAccess, installationIdOn, serviceForAccess } from './asking.ts';

const INTO_THE_WINDOW_MS = 28_800_000 - 120_000;
const SIGN_IN_FIRST = { error: 'Please sign in to continue.' };
const MEMBERSHIP = { path: '/user/memberships/orgs/acme' };
const INSTALLATION = { path: '/orgs/acme/installation' };
const APP_READS = { path: '^/app$' };

const FAULTS: readonly (readonly [FaultEffect, 'rate-limited' | 'unreachable' | 'refused'])[] = [
  [{ kind: 'primary-rate-limit' }, 'rate-limited'],
  [{ kind: 'primary-rate-limit', status: 429 }, 'rate-limited'],
  [{ kind: 'secondary-rate-limit' }, 'rate-limited'],
  [{ kind: 'reset' }, 'unreachable'],
  [{ kind: 'hang' }, 'unreachable'],
  [{ kind: 'bad-gateway-html' }, 'unreachable'],
  [{ kind: 'wrong-types' }, 'unreachable'],
  [{ kind: 'redirect', location: 'https://elsewhere.example/' }, 'unreachable'],
  [{ kind: 'reply', status: 403, body: { message: 'message of the code host' } }, 'refused'],
  [{ kind: 'reply', status: 451, body: { message: 'message of the code host' } }, 'refused'],
  [{ kind: 'reply', status: 404, body: '<h1>404</h1>' }, 'refused'],
];

describe('what could not be looked at', () => {
  const { service, world, control, signIn } = serviceForAccess();

  test.each(FAULTS)(
    'a membership that ends in %o leaves the rest, and is named as not looked at [OA-6]',
    async (fault, reason) => {
      const bearer = await signIn('ada');
      const id = installationIdOn(service(), 'acme');
      world().setInstallationPermissions(id, { members: 'write' });
      control().fault({ ...fault, match: MEMBERSHIP });
      const answer = await askAccess(service(), 'acme', bearer);
      world().setInstallationPermissions(id, null);
      expect(answer.json).toMatchObject({
        access: {
          login: 'acme',
          role: { atSignIn: 'admin', now: null },
          causes: [{ kind: 'permissions-missing' }],
          unchecked: [{ part: 'membership', reason }],
        },
      });
      expect(answer.text).not.toContain('message of the code host');
      expect(control().count(MEMBERSHIP)).toBe(1);
    },
  );

  test.each(FAULTS)('an installation that ends in %o is named as not looked at [OA-6]', async (fault, reason) => {
    const bearer = await signIn('ada');
    control().fault({ ...fault, match: INSTALLATION });
    const answer = await askAccess(service(), 'acme', bearer);
    expect(answer.json).toMatchObject({
      access: {
        role: { atSignIn: 'admin', now: 'admin' },
        causes: [],
        unchecked: [{ part: 'installation', reason }],
      },
    });
    expect(answer.text).not.toContain('message of the code host');
  });

  test('wanted permissions that are not told are named as not looked at, beside what is known of the App [OA-6]', async () => {
    const fresh = await service().addInstance();
    const bearer = await signIn('ada');
    control().fault({ kind: 'bad-gateway-html', match: APP_READS });
    expect(await accessOf(fresh, 'harbor-tools', bearer)).toMatchObject({
      causes: [{ kind: 'app-suspended' }],
      unchecked: [
        { part: 'membership', reason: 'refused' },
        { part: 'installation', reason: 'unreachable' },
      ],
    });
    expect((await accessOf(fresh, 'quiet-co', bearer)).unchecked).toEqual([{ part: 'membership', reason: 'refused' }]);
    control().clearFaults();
    expect((await accessOf(fresh, 'acme', bearer)).unchecked).toEqual([]);
  });

  test('an App whose credential is not accepted is no mistake of the person', async () => {
    const bearer = await signIn('ada');
    control().fault({ kind: 'reply', status: 401, body: { message: 'no' }, match: { credential: 'app' } });
    expect((await accessOf(service(), 'acme', bearer)).unchecked).toEqual([
      { part: 'installation', reason: 'refused' },
    ]);
  });

  test('a login that has gone to another organization tells nobody of its App [OA-7]', async () => {
    addOrganizationWith(service(), { organization: 'given-up', member: 'staying', role: 'admin' });
    const bearer = await signIn('staying');
    world().renameOrganization('given-up', 'renamed');
    addOrganizationWith(service(), { organization: 'given-up', member: 'newcomer', role: 'admin' });
    world().suspendInstallation(installationIdOn(service(), 'given-up'));
    const match = { path: '/user/memberships/orgs/given-up' };
    control().fault({ kind: 'primary-rate-limit', match, times: 1 });
    expect(await accessOf(service(), 'given-up', bearer)).toMatchObject({
      causes: [],
      unchecked: [
        { part: 'membership', reason: 'rate-limited' },
        { part: 'installation', reason: 'unreachable' },
      ],
    });
    world().unsuspendInstallation(installationIdOn(service(), 'given-up'));
    expect((await accessOf(service(), 'given-up', bearer)).causes).toEqual([
      { kind: 'renamed', formerLogin: 'given-up', login: 'renamed' },
    ]);

    world().addMembership({ organization: 'given-up', login: 'staying' });
    expect(await accessOf(service(), 'given-up', bearer)).toMatchObject({
      role: { atSignIn: null, now: 'member' },
      causes: [{ kind: 'not-known-at-sign-in' }],
    });
  });
});

describe('who is not told', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  beforeEach(() => {
    control().clearFaults();
    // A minute of its own: what one person may look at is counted by the minute.
    service().clock.advance(60_000);
  });

  test('a blank login is missing: 400, and without a session every login is 401 [OA-9]', async () => {
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    for (const login of ['%20', '%09%20']) {
      const answer = await askAccess(service(), login, bearer);
      expect([answer.status, answer.json]).toEqual([400, { error: 'Please select an organization first.' }]);
    }
    for (const login of ['acme', '%20', 'nobody']) {
      const answer = await askAccess(service(), login);
      expect([answer.status, answer.json]).toEqual([401, SIGN_IN_FIRST]);
    }
    expect(control().requests()).toEqual([]);
  });

  test.each([
    '..',
    '.',
    '..%2f..',
    'acme%2f..',
    'acme%3Fx',
    'acme%23x',
    'acme%00',
    'acme%0d%0aX-Evil:%201',
    'ac%E2%84%AAme',
    'a'.repeat(101),
    'a'.repeat(5_000),
    '%F0%9F%98%80',
    "'%20or%201=1--",
    '%3Cscript%3E',
  ])('%s can be no login: no membership, and the code host is asked nothing [OA-8]', async (login) => {
    const { bearer } = await service().signIn('ada');
    control().clearRequests();
    const answer = await askAccess(
      service(),
      login.replace(/^\.+$/, (dots) => dots.replaceAll('.', '%252e')),
      bearer,
    );
    expect(answer.json).toMatchObject({ access: { causes: [{ kind: 'no-membership' }], unchecked: [] } });
    expect(control().requests()).toEqual([]);
  });

  test('a token that is due is refreshed first, once for many [OA-9]', async () => {
    const { bearer } = await service().signIn('ada');
    service().clock.advance(INTO_THE_WINDOW_MS);
    control().clearRequests();
    const all = await Promise.all(Array.from({ length: 5 }, () => accessOf(service(), 'acme', bearer)));
    service().clock.reset();
    for (const access of all) expect(access).toMatchObject({ causes: [], unchecked: [] });
    expect(control().count({ path: '/login/oauth/access_token' })).toBe(1);
  });

  test('a token the code host accepts no more ends in the sentence that says to sign in again [OA-9]', async () => {
    const { bearer } = await service().signIn('ada');
    control().revokeTokens('ada');
    const answer = await askAccess(service(), 'acme', bearer);
    expect([answer.status, answer.json]).toEqual([
      401,
      { error: 'The code host no longer accepts your sign in. Please sign in again.' },
    ]);
  });
});
