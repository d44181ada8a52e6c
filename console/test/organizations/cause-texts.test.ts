import type { AccessCause, UncheckedPart } from '@orgdesk/client';
import { expect, it } from 'vitest';
import { causeTexts, uncheckedMessage } from '../../src/features/access/cause-texts.ts';

const HERE = '/organizations/acme/people#x';
const SIGN_IN = `/api/auth/start?returnTo=${encodeURIComponent(HERE)}`;
const HOST = 'https://code.example';
const SUBJECT = {
  login: 'acme',
  name: 'Acme Corporation',
  organizationId: 7,
  installationId: 9,
  administers: true,
};
const CODE_HOST = { name: 'code.example', url: `${HOST}/` };

const hrefsOf = (cause: AccessCause, subject: Partial<typeof SUBJECT> = {}): readonly string[] =>
  causeTexts(cause, { subject: { ...SUBJECT, ...subject }, codeHost: CODE_HOST, role: null, here: HERE }).steps.map(
    ({ href }) => href,
  );

it.each<[AccessCause, readonly string[]]>([
  [{ kind: 'single-sign-on', authorizeUrl: `${HOST}/sso?a=1` }, [`${HOST}/sso?a=1`, SIGN_IN]],
  [{ kind: 'single-sign-on', authorizeUrl: null }, [`${HOST}/orgs/acme/sso`, SIGN_IN]],
  [{ kind: 'no-membership' }, [`${HOST}/acme`]],
  [{ kind: 'membership-ended' }, [SIGN_IN]],
  [
    { kind: 'renamed', formerLogin: 'acme', login: 'acme-two' },
    [`/api/auth/start?returnTo=${encodeURIComponent('/organizations/acme-two/people#x')}`],
  ],
  [{ kind: 'invitation-pending' }, [`${HOST}/orgs/acme/invitation`, SIGN_IN]],
  [
    { kind: 'app-missing' },
    [`/api/install/start?returnTo=${encodeURIComponent(HERE)}&targetId=7&targetType=organization`],
  ],
  [
    { kind: 'app-suspended', suspendedAt: '2026-02-03T09:41:00.000Z' },
    [`${HOST}/organizations/acme/settings/installations/9`],
  ],
  [{ kind: 'ip-allow-list' }, []],
  [{ kind: 'permissions-not-requested', settingsUrl: `${HOST}/settings`, permissions: [] }, [`${HOST}/settings`]],
  [{ kind: 'permissions-not-requested', settingsUrl: null, permissions: [] }, []],
  [
    { kind: 'permissions-missing', permissions: [] },
    [`${HOST}/organizations/acme/settings/installations/9/permissions/update`],
  ],
  [{ kind: 'not-known-at-sign-in' }, [SIGN_IN]],
  [{ kind: 'role-changed' }, [SIGN_IN]],
])('the steps of %o lead to where it is fixed, and back to the same page', (cause, hrefs) => {
  expect(hrefsOf(cause)).toEqual(hrefs);
});

it('members are directed to the admins', () => {
  const member = { administers: false };
  expect(hrefsOf({ kind: 'permissions-missing', permissions: [] }, member)).toEqual(['/organizations/acme/people']);
});

it('links to the code host if the App cannot list the admins', () => {
  const member = { administers: false };
  expect(hrefsOf({ kind: 'app-suspended', suspendedAt: '' }, member)).toEqual([`${HOST}/orgs/acme/people`]);
  expect(hrefsOf({ kind: 'app-missing' }, member).at(-1)).toBe(`${HOST}/orgs/acme/people`);
  expect(hrefsOf({ kind: 'app-missing' }, member)).toHaveLength(2);
});

it('missing permissions are listed with the required and the granted access', () => {
  const { message } = causeTexts(
    {
      kind: 'permissions-missing',
      permissions: [
        { name: 'contents', wanted: 'read', granted: null },
        { name: 'pull_requests', wanted: 'write', granted: 'read' },
      ],
    },
    { subject: SUBJECT, codeHost: CODE_HOST, role: null, here: HERE },
  );
  expect(message).toContain('contents (read) and pull requests (write, has read)');
});

it.each([
  [
    { kind: 'new-kind', settingsUrl: `${HOST}/settings/apps/orgdesk`, other: 'https://elsewhere.example/' },
    `${HOST}/settings/apps/orgdesk`,
  ],
  [{ kind: 'new-kind', at: 'https://elsewhere.example/' }, `${HOST}/acme`],
  [{ kind: 'new-kind' }, `${HOST}/acme`],
])('an unknown cause (%o) has a message and leads to the code host only', (cause, href) => {
  const { title, message, steps } = causeTexts(cause as unknown as AccessCause, {
    subject: SUBJECT,
    codeHost: CODE_HOST,
    role: null,
    here: HERE,
  });
  expect(`${title} ${message}`).toContain('new-kind');
  expect(steps.map((step) => step.href)).toEqual([href]);
});

it('an unknown reason for an incomplete check has a neutral message', () => {
  const unchecked = { part: 'installation', reason: 'new-reason' } as unknown as UncheckedPart;
  expect(uncheckedMessage(unchecked, CODE_HOST)).toBe(
    'Couldn’t check the App and its permissions. Try again in a minute.',
  );
});

it('permissions that the App does not request are listed with their purpose', () => {
  const { message } = causeTexts(
    {
      kind: 'permissions-not-requested',
      settingsUrl: null,
      permissions: [{ name: 'members', needed: 'write', requested: 'read', purpose: 'to invite people' }],
    },
    { subject: SUBJECT, codeHost: CODE_HOST, role: null, here: HERE },
  );
  expect(message).toContain('members (write, requests read) to invite people');
});
