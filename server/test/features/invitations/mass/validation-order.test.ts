import { describe, expect, test } from 'vitest';
import { sendBytes } from '../../../hostile/requests/raw-http.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { massInvite } from './inviting.ts';

/** Specification: Mass invite validation. */
const ANSWERS = {
  session: [401, { error: 'Please sign in to continue.' }],
  organization: [400, { error: 'Please select an organization first.' }],
  nobody: [400, { error: 'Please add at least one user to invite.' }],
  notText: [400, { error: 'Invalid user data. Please remove and re-add the users.' }],
  tooMany: [413, { error: 'You can invite up to 50 users at a time.' }],
  notAdmin: [403, { error: 'Only organization admins can send invitations.' }],
} as const;
type Check = keyof typeof ANSWERS;

const MANY = Array.from({ length: 51 }, (_, index) => `login-${index}`);
const NOT_JSON = '{"userLogins":["tim"';
const users = (...userLogins: unknown[]) => ({ userLogins });

type Violation = readonly [
  what: string,
  expected: Check,
  login: string,
  body: unknown,
  signedIn?: 'no' | 'as grace' | undefined,
];

/** Requests that violate two checks or more, and the one that is told. */
const VIOLATIONS: readonly Violation[] = [
  ['session and organization', 'session', '%20', users('tim'), 'no'],
  ['session and JSON', 'session', 'acme', NOT_JSON, 'no'],
  ['session and everything else', 'session', '%20', NOT_JSON, 'no'],
  ['organization and JSON', 'organization', '%20', NOT_JSON],
  ['organization and list', 'organization', '%09%20', users()],
  ['organization, by an empty path segment, and JSON', 'organization', '', NOT_JSON],
  ['JSON and rights', 'nobody', 'northwind', NOT_JSON],
  ['list and rights', 'nobody', 'northwind', users()],
  ['list and text', 'nobody', 'acme', { userLogins: { 0: 1 } }],
  ['text and non-empty', 'notText', 'acme', users('', ' ', 1)],
  ['text and at most fifty', 'notText', 'acme', users(...MANY, null)],
  ['text and rights', 'notText', 'northwind', users('tim', 1)],
  ['non-empty and rights', 'nobody', 'northwind', users('', ' ')],
  ['non-empty and at most fifty unique', 'nobody', 'acme', users(...MANY.map(() => ' '))],
  ['at most fifty and rights', 'tooMany', 'northwind', users(...MANY)],
  ['at most fifty and rights of a plain member', 'tooMany', 'acme', users(...MANY), 'as grace'],
];

/** Requests that violate one check alone. */
const SINGLE: readonly Violation[] = [
  ['session', 'session', 'acme', users('tim'), 'no'],
  ['organization', 'organization', '%20', users('tim')],
  ['JSON', 'nobody', 'acme', NOT_JSON],
  ['JSON, by an empty body', 'nobody', 'acme', ''],
  ['list, by null', 'nobody', 'acme', 'null'],
  ['list, by a text', 'nobody', 'acme', '"tim"'],
  ['list, by an array', 'nobody', 'acme', ['tim']],
  ['list, by another key', 'nobody', 'acme', { userlogins: ['tim'] }],
  ['list, by a prototype', 'nobody', 'acme', '{"__proto__":{"userLogins":["tim"]}}'],
  ['text', 'notText', 'acme', users('tim', { login: 'tim' })],
  ['non-empty', 'nobody', 'acme', users(' ', '')],
  ['at most fifty', 'tooMany', 'acme', users(...MANY)],
  ['rights: not a member', 'notAdmin', 'northwind', users('tim')],
  ['rights: a plain member', 'notAdmin', 'acme', users('tim'), 'as grace'],
  ['rights: no such organization', 'notAdmin', 'no-such-thing', users('tim')],
  ['rights: a way out of the path', 'notAdmin', '..%2f..', users('tim')],
  ['rights: a question mark', 'notAdmin', 'acme%3Fx', users('tim')],
  ['rights: another k', 'notAdmin', 'ac%E2%84%AAme', users('tim')],
];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the checks of a mass invite on %s', (engine) => {
  const service = sharedService({ engine });
  const control = () => service().simulator.control;
  const headersFor = async (who: 'no' | 'as grace' | undefined): Promise<Record<string, string>> =>
    who === 'no' ? {} : (await service().signIn(who === undefined ? 'ada' : 'grace')).bearer;

  test.each(
    [...VIOLATIONS, ...SINGLE].map(
      ([what, expected, login, body, signedIn]) => [what, expected, { login, body, signedIn }] as const,
    ),
  )(
    'a violation of %s is refused for %s, and asks the code host nothing [MI-1 MI-2 MI-4 MV-1 MV-2 MV-3 MV-4 MV-5 MV-6 MV-7 MV-8 U-14 U-15 M-8]',
    async (_what, expected, { login, body, signedIn }) => {
      const headers = await headersFor(signedIn);
      control().clearRequests();
      const answer = await massInvite(service().url, login, headers, body);
      expect([answer.status, answer.json]).toEqual(ANSWERS[expected]);
      expect(control().count()).toBe(0);
    },
  );

  test('without a session the body is not read: the answer comes while it is still missing [MI-1 MV-1]', async () => {
    const head = [
      'POST /api/organizations/acme/mass-invite HTTP/1.1',
      `Host: ${new URL(service().url).host}`,
      'Connection: close',
      'Content-Type: application/json',
      'Content-Length: 1000000000',
    ];
    const answer = await sendBytes(service().url, `${head.join('\r\n')}\r\n\r\n{`);
    expect([answer.status, JSON.parse(answer.body)]).toEqual(ANSWERS.session);
  });

  test('rights are those of the sign-in: taken and granted later, they need a new one [MI-23 U-15]', async () => {
    const { world } = service().simulator;
    const organization = `rights-${engine}`;
    world.addUser({ login: `owner-${engine}` });
    world.addOrganization({ login: organization });
    world.addMembership({ organization, login: `owner-${engine}` });
    world.addInstallation({ account: organization });
    world.addUser({ login: `invited-${engine}` });
    const before = await service().signIn(`owner-${engine}`);
    world.setRole(organization, `owner-${engine}`, 'admin');
    const invite = (headers: Record<string, string>) =>
      massInvite(service().url, organization, headers, users(`invited-${engine}`));
    expect((await invite(before.bearer)).status).toBe(403);
    const after = await service().signIn(`owner-${engine}`);
    world.setRole(organization, `owner-${engine}`, 'member');
    expect((await invite(after.bearer)).json).toEqual({
      success: [],
      failed: [
        {
          login: `invited-${engine}`,
          error: 'You must be an admin to create an invitation to an organization.',
        },
      ],
    });
  });

  test('a storage that fails is an overall failure, in the sentence of the specification [MI-24 MV-9]', async () => {
    const { bearer } = await service().signIn('ada');
    const other = await service().addInstance();
    await other.storage.close();
    control().clearRequests();
    const answer = await massInvite(other.url, 'acme', bearer, users('tim'));
    expect([answer.status, answer.json]).toEqual([500, { error: 'Failed to send invitations. Please try again.' }]);
    expect(control().count()).toBe(0);
  });
});
