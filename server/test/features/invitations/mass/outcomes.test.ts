import type { FaultRule } from '@orgdesk/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { addPeople, fatesOf, idOf, invitationsOf, LOOKUPS, massInvite, type Report } from './inviting.ts';

const LIMITED = 'API rate limit exceeded';
const INTO_THE_WINDOW_MS = 28_800_000 - 180_000;

/** With the limit, which is of the tests. */
const NOT_IN_TIME: unknown = expect.stringMatching(/^no complete response within \d+ ms$/);

describe('what is said of one login', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;
  beforeEach(() => {
    control().clearFaults();
    control().clearRequests();
  });

  let people = 0;
  const newcomer = (): string => {
    people += 1;
    return addPeople(service(), `newcomer-${people}`, 1)[0] ?? '';
  };
  /** Invites with the rights of an owner; answers the report. */
  const invite = async (
    userLogins: readonly string[],
    { organization = 'acme', owner = 'ada' } = {},
  ): Promise<Report> => {
    const { bearer } = await service().signIn(owner);
    control().clearRequests();
    const answer = await massInvite(service().url, organization, bearer, { userLogins });
    expect(answer.status).toBe(200);
    return answer.json as Report;
  };

  test('a person who is invited is a success, by their number and in two requests [W-9 MI-8 MI-9 MI-10 MI-12 MI-14 M-10]', async () => {
    const login = newcomer();
    expect(await invite([login])).toEqual({ success: [login], failed: [] });
    expect(control().invitations('acme').at(-1)).toMatchObject({
      login,
      role: 'direct_member',
      inviter: 'ada',
      outcome: 'invited',
    });
    expect(
      control()
        .requests()
        .map(({ method, path, body }) => [method, path, body]),
    ).toEqual([
      ['POST', '/graphql', {}],
      ['POST', '/orgs/acme/invitations', { invitee_id: idOf(service(), login) }],
    ]);
  });

  test('a login is told as it was written, though the platform spells it otherwise', async () => {
    const login = newcomer();
    expect(await invite([`  ${login.toUpperCase()} `])).toEqual({ success: [login.toUpperCase()], failed: [] });
  });

  test.each([
    ['a member already', 'acme', 'ada', 'grace', 'Invitee is already a part of this organization'],
    ['the owner', 'acme', 'ada', 'ada', 'Invitee is already a part of this organization'],
    ['invited already', 'lumen-labs', 'ada', 'dorothy', 'Invitee has already been invited to this organization'],
    ['suspended', 'acme', 'ada', 'mallory', 'Invitee is suspended'],
    ['suspended and hidden', 'acme', 'ada', 'trudy', 'User @trudy not found on the code host'],
    ['nobody', 'acme', 'ada', 'nobody-at-all', 'User @nobody-at-all not found on the code host'],
    ['an organization', 'acme', 'ada', 'lumen-labs', 'User @lumen-labs not found on the code host'],
    ['not to be invited there', 'closed-circle', 'hedy', 'tim', 'Invitations are disabled for this organization'],
    ['invited where the App is missing', 'quiet-co', 'ada', 'tim', 'Resource not accessible by integration'],
    ['invited where the App is suspended', 'harbor-tools', 'ada', 'edsger', 'Resource not accessible by integration'],
  ])(
    'a person who is %s fails in the words of the platform [MI-8 MI-9 MI-13 MI-16 MI-20 MV-10 MV-11]',
    async (_what, organization, owner, login, error) => {
      expect(await invite([login], { organization, owner })).toEqual({ success: [], failed: [{ login, error }] });
    },
  );

  test('an invitation over the quota fails in the words of the platform, which are not those of the rate limit [MI-19]', async () => {
    const logins = addPeople(service(), 'over-quota', 5);
    const { success, failed } = await invite(logins, { organization: 'brimful', owner: 'hedy' });
    expect(success.length).toBe(3);
    expect(failed.map(({ error }) => error)).toEqual(['Over invitation rate limit', 'Over invitation rate limit']);
  });

  test('somebody without a seat fails with the top message, which is all there is [MI-16]', async () => {
    world().updateOrganization('lumen-labs', { seats: 1 });
    const login = newcomer();
    expect((await invite([login], { organization: 'lumen-labs' })).failed).toEqual([
      { login, error: 'You must purchase at least one more seat to add this user as a member.' },
    ]);
  });

  const REST_FAULTS: readonly (readonly [what: string, rule: FaultRule, error: unknown])[] = [
    ['a primary limit, 403', { kind: 'primary-rate-limit', status: 403 }, LIMITED],
    ['a primary limit, 429', { kind: 'primary-rate-limit', status: 429 }, LIMITED],
    ['a secondary limit, 403', { kind: 'secondary-rate-limit', status: 403 }, LIMITED],
    ['a secondary limit, 429', { kind: 'secondary-rate-limit', status: 429 }, LIMITED],
    ['a secondary limit without a waiting time', { kind: 'secondary-rate-limit', retryAfter: null }, LIMITED],
    ['an abuse detection', reply(403, { message: 'You have triggered an abuse detection mechanism.' }), LIMITED],
    ['a 429 without a message', reply(429, {}), LIMITED],
    ['a 429 as a page', reply(429, '<h1>Slow down</h1>'), LIMITED],
    ['a dead token', reply(401, { message: 'Bad credentials' }), 'Bad credentials'],
    [
      'missing single sign-on',
      reply(403, { message: 'Resource protected by organization SAML enforcement.' }),
      'Resource protected by organization SAML enforcement.',
    ],
    ['a 404', reply(404, { message: 'Not Found' }), 'Not Found'],
    ['errors as texts', reply(422, { message: 'Validation Failed', errors: ['Too new'] }), 'Too new'],
    [
      'errors without a message',
      reply(422, { message: 'Validation Failed', errors: [{ code: 'x' }] }),
      'Validation Failed',
    ],
    ['a 4xx without a message', reply(418, {}), 'Unknown error'],
    ['a 4xx with other types', reply(422, { message: 7, errors: 'none' }), 'Unknown error'],
    ['a 5xx with a message', reply(503, { message: 'Server Error' }), 'Server Error'],
    ['a 5xx without a message', reply(500, {}), 'answered 500'],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'answered 502'],
    ['a reset connection', { kind: 'reset' }, 'connection closed before the response was complete (UND_ERR_SOCKET)'],
    ['silence', { kind: 'hang' }, NOT_IN_TIME],
    ['an answer cut short', { kind: 'truncate' }, 'unexpected response format'],
    ['an answer in drops', { kind: 'slow-drip' }, NOT_IN_TIME],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 'answered 302; redirects are not followed'],
    ['a page with status 200', { kind: 'html-200' }, 'unexpected response format'],
    ['nothing with status 200', { kind: 'empty' }, 'unexpected response format'],
    ['other types', { kind: 'wrong-types' }, 'unexpected response format'],
    ['an answer too large', { kind: 'huge' }, 'response larger than 8388608 bytes'],
  ];
  test.each(REST_FAULTS)(
    '%s at the invitation becomes its text, without a second attempt [MI-16 MI-17 MI-18 MI-19 MI-21 MV-10 M-11]',
    async (_what, rule, error) => {
      const login = newcomer();
      control().fault({ ...rule, match: invitationsOf('acme') });
      const { success, failed } = await invite([login]);
      expect(success).toEqual([]);
      expect(failed).toEqual([{ login, error: expect.any(String) }]);
      if (rule.kind === 'reset') expect(failed[0]?.error).toMatch(/^connection (reset|closed)/);
      else if (rule.kind === 'truncate') expect(failed[0]?.error).toMatch(/^unexpected response format$/);
      else expect(failed).toEqual([{ login, error }]);
      expect([control().count(LOOKUPS), control().count(invitationsOf('acme'))]).toEqual([1, 1]);
    },
  );

  const NOT_FOUND = { type: 'NOT_FOUND', path: ['user'], message: 'Could not resolve to a User.' };
  const FORBIDDEN = { type: 'FORBIDDEN', message: 'Resource not accessible by integration' };
  const missing = (login: string) => `User @${login} not found on the code host`;
  const graphql = (body: unknown): FaultRule => reply(200, body);
  const LOOKUP_FAULTS: readonly (readonly [what: string, rule: FaultRule, error: unknown])[] = [
    ['nobody, and an error of that kind', graphql({ data: { user: null }, errors: [NOT_FOUND] }), missing],
    ['nobody, without an error', graphql({ data: { user: null } }), missing],
    ['no data, and an error of that kind', graphql({ data: null, errors: [NOT_FOUND] }), missing],
    ['only an error of that kind', graphql({ errors: [NOT_FOUND] }), missing],
    ['nobody, and two errors', graphql({ data: { user: null }, errors: [FORBIDDEN, NOT_FOUND] }), missing],
    ['no data, and two errors', graphql({ data: null, errors: [FORBIDDEN, NOT_FOUND] }), missing],
    ['another error', graphql({ data: { user: null }, errors: [FORBIDDEN] }), FORBIDDEN.message],
    ['another error without data', graphql({ errors: [FORBIDDEN] }), FORBIDDEN.message],
    ['an error without a message', graphql({ errors: [{}] }), 'Unknown error'],
    ['a primary limit, as it was called', { kind: 'primary-rate-limit', spelling: 'RATE_LIMITED' }, LIMITED],
    ['a primary limit, as it is called', { kind: 'primary-rate-limit', spelling: 'RATE_LIMIT' }, LIMITED],
    ['a limit by its code alone', graphql({ errors: [{ code: 'graphql_rate_limit', message: 'No.' }] }), LIMITED],
    [
      'a limit in the extensions',
      graphql({ errors: [{ extensions: { code: 'graphql_rate_limit' }, message: 'No.' }] }),
      LIMITED,
    ],
    [
      'a limit by its message alone',
      graphql({ errors: [{ message: 'API rate limit already exceeded for user ID 7.' }] }),
      LIMITED,
    ],
    [
      'a limit beside nobody',
      graphql({ data: { user: null }, errors: [NOT_FOUND, { type: 'RATE_LIMITED', message: 'No.' }] }),
      LIMITED,
    ],
    ['a secondary limit with status 200', { kind: 'secondary-rate-limit', status: 200 }, LIMITED],
    ['a secondary limit with status 403', { kind: 'secondary-rate-limit', status: 403 }, LIMITED],
    ['a secondary limit with status 429', { kind: 'secondary-rate-limit', status: 429 }, LIMITED],
    ['a secondary limit as a REST body', graphql({ message: 'You have exceeded a secondary rate limit.' }), LIMITED],
    ['a dead token', reply(401, { message: 'Bad credentials' }), 'Bad credentials'],
    ['no such address', reply(404, { message: 'Not Found' }), 'no GraphQL API at this URL'],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 'answered 502'],
    [
      'a 5xx with a message',
      reply(502, { message: 'Something went wrong while executing your query.' }),
      'Something went wrong while executing your query.',
    ],
    ['silence', { kind: 'hang' }, NOT_IN_TIME],
    ['a page with status 200', { kind: 'html-200' }, 'unexpected response format'],
    [
      'a person without a number',
      graphql({ data: { user: { databaseId: null, login: 'x' } } }),
      'unexpected response format',
    ],
    [
      'a person with a text for a number',
      graphql({ data: { user: { databaseId: '7', login: 'x' } } }),
      'unexpected response format',
    ],
    [
      'a person with number zero',
      graphql({ data: { user: { databaseId: 0, login: 'x' } } }),
      'unexpected response format',
    ],
    ['other types', { kind: 'wrong-types' }, 'unexpected response format'],
  ];
  test.each(LOOKUP_FAULTS)(
    '%s at the lookup becomes its text, and nobody is invited [MI-12 MI-13 MI-16 MI-17 MI-18 MI-19 M-11]',
    async (_what, rule, error) => {
      const login = newcomer();
      control().fault({ ...rule, match: LOOKUPS });
      const text = error === missing ? missing(login) : error;
      const report = await invite([login]);
      expect(report).toEqual({ success: [], failed: [{ login, error: text }] });
      expect([control().count(LOOKUPS), control().count(invitationsOf('acme'))]).toEqual([1, 0]);
    },
  );

  test('a token that an answer repeats is in no text, whatever the length of the text', async () => {
    const [first, second] = addPeople(service(), `repeated-${people}`, 2);
    const { bearer } = await service().signIn('ada');
    const secrets = control().issuedSecrets();
    const body = { message: `${secrets.join(' ').slice(-4_000)} ${'x'.repeat(5_000)}` };
    control().fault({ ...reply(422, body), match: invitationsOf('acme') });
    control().fault({
      ...graphql({ data: { user: null }, errors: [body] }),
      match: { ...LOOKUPS, variables: { login: second } },
    });
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins: [first, second] });
    const { failed } = answer.json as Report;
    expect(failed.map(({ error }) => error.length)).toEqual([500, 500]);
    const [live = 'none'] = secrets.filter((secret) => secret.startsWith('ghu_')).slice(-1);
    expect(answer.text).not.toContain(live);
  });

  test('a limit that is hit in the middle gives partial results [MI-22 M-11]', async () => {
    const logins = addPeople(service(), 'limited', 12);
    for (const login of logins.slice(6)) {
      control().fault({ kind: 'primary-rate-limit', match: { ...LOOKUPS, variables: { login } } });
    }
    const report = await invite(logins);
    expect(report.success).toEqual(logins.slice(0, 6));
    expect(report.failed).toEqual(logins.slice(6).map((login) => ({ login, error: LIMITED })));
  });

  test('a true secondary limit of the platform is told of everybody beyond it [MI-19]', async () => {
    const logins = addPeople(service(), 'creations', 9);
    control().secondaryLimit({ perMinute: 4 });
    const fates = Object.values(fatesOf(await invite(logins)));
    control().secondaryLimit(null);
    expect(fates.filter((fate) => fate === null).length).toBe(4);
    expect(fates.filter((fate) => fate === LIMITED).length).toBe(5);
  });

  test('spellings that differ in letter case alone are two logins, each asked for once [MI-6]', async () => {
    const login = newcomer();
    const upper = login.toUpperCase();
    const report = await invite([login, upper]);
    expect([...report.success, ...report.failed.map((entry) => entry.login)].toSorted()).toEqual(
      [login, upper].toSorted(),
    );
    expect(control().count(invitationsOf('acme'))).toBe(2);
  });
});

function reply(status: number, body: unknown) {
  return { kind: 'reply', status, body } as const;
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a mass invite on %s', (engine) => {
  const service = sharedService({ engine });
  const control = () => service().simulator.control;
  const world = () => service().simulator.world;

  test('names the organization as the code host does, whatever the letter case and blanks of the request [MI-3 MI-14]', async () => {
    world().addOrganization({ login: 'MixedCase' });
    world().addMembership({ organization: 'MixedCase', login: 'ada', role: 'admin' });
    world().addInstallation({ account: 'MixedCase' });
    const { bearer } = await service().signIn('ada');
    for (const [index, written] of ['mixedcase', 'MIXEDCASE', '%20MixedCase%20'].entries()) {
      const userLogins = addPeople(service(), `mixed-${index}`, 1);
      control().clearRequests();
      const answer = await massInvite(service().url, written, bearer, { userLogins });
      expect(answer.json).toEqual({ success: userLogins, failed: [] });
      expect(
        control()
          .requests()
          .map(({ path }) => path),
      ).toEqual(['/graphql', '/orgs/MixedCase/invitations']);
    }
  });

  test('refreshes a token that is due once, and invites with the new one [MI-26]', async () => {
    service().clock.reset();
    const userLogins = addPeople(service(), 'refreshed', 3);
    const { bearer } = await service().signIn('ada');
    service().clock.advance(INTO_THE_WINDOW_MS);
    control().clearRequests();
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins });
    expect(answer.json).toEqual({ success: userLogins, failed: [] });
    expect(control().count({ path: '/login/oauth/access_token' })).toBe(1);
    expect(control().count()).toBe(7);
    service().clock.reset();
  });

  test('with a token that has expired and cannot be renewed is 401 and asks the code host for nobody [MI-26]', async () => {
    service().clock.reset();
    control().tokenSettings({ expiring: true });
    const { bearer } = await service().signIn('ada');
    control().expireRefreshTokens('ada');
    service().clock.advance(28_800_000 - 1_000);
    control().clearRequests();
    const early = await massInvite(service().url, 'acme', bearer, { userLogins: ['nobody-yet'] });
    expect(early.status).toBe(200);
    service().clock.advance(2_000);
    control().clearRequests();
    const late = await massInvite(service().url, 'acme', bearer, { userLogins: ['nobody-yet'] });
    expect([late.status, late.json]).toEqual([401, { error: 'Please sign in to continue.' }]);
    expect(control().count()).toBe(0);
    service().clock.reset();
  });

  test('with a token that the code host has withdrawn tells so of every login', async () => {
    const userLogins = addPeople(service(), 'withdrawn', 7);
    const { bearer } = await service().signIn('ada');
    control().revokeTokens('ada');
    control().clearRequests();
    const answer = await massInvite(service().url, 'acme', bearer, { userLogins });
    expect(answer.json).toEqual({
      success: [],
      failed: userLogins.map((login) => ({ login, error: 'Bad credentials' })),
    });
    expect(control().count(invitationsOf('acme'))).toBe(0);
  });

  test.each([
    ['Origin', { origin: 'https://evil.example' }],
    ['a null Origin', { origin: 'null' }],
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site of a sibling', { 'sec-fetch-site': 'same-site' }],
  ])(
    'that another site sends with the cookie is refused by its %s, without an outgoing call [MI-27]',
    async (_what, headers) => {
      const { id } = await service().signIn('ada');
      control().clearRequests();
      const cookie = `host_session=${id}`;
      const answer = await massInvite(service().url, 'acme', { ...headers, cookie }, { userLogins: ['edsger'] });
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: 'This request came from another site and was refused.' },
      ]);
      expect(control().count()).toBe(0);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'that a form sends with the cookie, as %s, is refused without an outgoing call [MI-27]',
    async (type) => {
      const { id } = await service().signIn('ada');
      control().clearRequests();
      const headers = { cookie: `host_session=${id}`, 'content-type': type };
      const answer = await massInvite(service().url, 'acme', headers, { userLogins: ['edsger'] });
      expect(answer.status).toBe(415);
      expect(control().count()).toBe(0);
    },
  );

  test('that the own page sends with the cookie is done [MI-27]', async () => {
    const userLogins = addPeople(service(), 'by-cookie', 1);
    const { id } = await service().signIn('ada');
    const headers = { cookie: `host_session=${id}`, origin: service().url, 'sec-fetch-site': 'same-origin' };
    const answer = await massInvite(service().url, 'acme', headers, { userLogins });
    expect(answer.json).toEqual({ success: userLogins, failed: [] });
  });
});
