import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RequestHeaders } from '../support/browser.ts';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { addOrganization } from '../support/service/add-organization.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { acceptedBody, requestAbout } from './organization-requests.ts';

/** Actions that messages name as reserved for owners, with their endpoints. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'see the audit log': [
    'readAuditTrail',
    'readAuditHead',
    'downloadAuditTrailCsv',
    'downloadAuditTrailNdjson',
    'watchAuditTrail',
  ],
  'export who has access': ['startAccessExport'],
  'see failed background work': ['listDeadWork', 'retryDeadWork'],
  'see and change jobs': [
    'listJobs',
    'getJob',
    'listJobRows',
    'watchJob',
    'downloadJobResults',
    'pauseJob',
    'resumeJob',
    'cancelJob',
    'takeOverJob',
  ],
  'see personal access tokens': ['listPersonalTokens'],
  'revoke personal access tokens': ['revokePersonalTokens'],
  'see who has access': ['listReachedRepositories', 'listRepositoryPeople'],
  'see the access review': ['reviewPeople', 'listDismissedFindings'],
  'dismiss findings': ['dismissFindings', 'restoreFindings'],
  "manage the organization's files": [
    'importOrganizationFiles',
    'planOrganizationFiles',
    'updateOrganizationFiles',
    'applyOrganizationPlan',
    'getOrganizationDrift',
  ],
  'see and change the rules about owners': ['getOwnerRules', 'changeOwnerRules'],
  'see and change whether jobs continue after a sign-out': ['getAppWork', 'changeAppWork'],
  'change people': ['previewPeopleChange', 'startPeopleChange'],
  'see invitations': ['listInvitations'],
  'cancel invitations': ['cancelInvitations'],
  'send invitations': ['sendInvitationsAgain', 'previewInvitations', 'startInvitationJob'],
};
const MEMBERS: ReadonlySet<string> = new Set(['listPeople', 'getPerson']);
/** Their rights are those of the sign-in. */
const OF_SESSION: ReadonlySet<string> = new Set(['getOrganization', 'getOrganizationAccess', 'inviteMembers']);

const CHECKED = ENDPOINTS.filter(({ id, path }) => path.includes('{login}') && !OF_SESSION.has(id));
const purposeOf = ({ id }: Endpoint) => Object.keys(OWNERS).find((purpose) => OWNERS[purpose]?.includes(id)) ?? '';

const SIGN_IN_FIRST = [401, { error: 'Please sign in to continue.' }] as const;
const NOT_A_MEMBER = [404, { error: 'This organization was not found, or you are not a member of it.' }] as const;
const ALLOWED = 'allowed';
type Refusal = typeof ALLOWED | readonly [status: number, json: unknown];

/** Responses of owners-only endpoints to a member. */
const asMember = (endpoint: Endpoint): Refusal =>
  MEMBERS.has(endpoint.id) ? ALLOWED : [403, { error: `Only organization admins can ${purposeOf(endpoint)}.` }];

test('each endpoint about an organization is for owners, for members, or by the rights of the sign-in', () => {
  const tables = [...Object.values(OWNERS).flat(), ...MEMBERS];
  expect(tables.toSorted()).toEqual(CHECKED.map(({ id }) => id).toSorted());
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('every endpoint about an organization, on %s,', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  beforeAll(() => service().clock.stop());
  // Rights are cached for a minute.
  const passMinute = () => service().clock.advance(61_000);
  beforeEach(passMinute);

  const signIn = async (login: string): Promise<RequestHeaders> => (await service().signIn(login)).bearer;

  async function answerOf(endpoint: Endpoint, organization: string, headers: RequestHeaders): Promise<Refusal> {
    const request = { organization, headers, body: acceptedBody(endpoint) };
    const answer = await fetch(...requestAbout(service().url, endpoint, request));
    if (answer.ok) {
      // A stream of events would not end.
      await answer.body?.cancel();
      return ALLOWED;
    }
    const json: unknown = await answer.json();
    const isOfRights = [401, 403].includes(answer.status) || JSON.stringify(json) === JSON.stringify(NOT_A_MEMBER[1]);
    return isOfRights ? [answer.status, json] : ALLOWED;
  }

  async function expectAnswers(
    headers: RequestHeaders,
    organization: string,
    expected: (endpoint: Endpoint) => Refusal,
  ): Promise<void> {
    control().clearRequests();
    for (const endpoint of CHECKED) {
      expect([endpoint.id, await answerOf(endpoint, organization, headers)]).toEqual([endpoint.id, expected(endpoint)]);
    }
  }

  /** An organization with an owner, a team, and somebody from outside. */
  const setUp = () => {
    const made = addOrganization(service());
    const { organization, organizationId, newcomer } = made;
    const outside = newcomer();
    world().addRepository({ owner: organization, name: 'plans' });
    world().setDirectAccess(organization, 'plans', outside, 'READ');
    const member = (role: 'admin' | 'member' | 'billing_manager' = 'member') => {
      const login = newcomer();
      world().addMembership({ organization, login, role });
      return login;
    };
    /** Also expects no request for data that only owners see. */
    const expectUntouched = async () => {
      const ofOwners = new RegExp(`^/orgs/${organization}/(members$|outside_collaborators|(failed_)?invitations)`);
      expect(control().count({ path: ofOwners })).toBe(0);
      expect(control().changes({ organization })).toEqual([]);
      expect(await service().storage.auditTrail.newest(organizationId)).toBe(0);
    };
    const expectUnread = async () => {
      expect(control().count({ path: new RegExp(`^/orgs/${organization}`) })).toBe(0);
      expect(control().count({ path: '/graphql' })).toBe(0);
      await expectUntouched();
    };
    return { ...made, outside, member, expectUntouched, expectUnread };
  };
  type Setup = ReturnType<typeof setUp>;

  test('is closed to nobody', async () => {
    const { organization, expectUnread } = setUp();
    for (const headers of [{}, { authorization: `Bearer ${'0'.repeat(64)}` }]) {
      await expectAnswers(headers, organization, () => SIGN_IN_FIRST);
    }
    await expectUnread();
  });

  test.each<readonly [string, (prepared: Setup) => string]>([
    ['a stranger', () => 'edsger'],
    ['an owner of another organization', () => setUp().owner],
    ['somebody from outside', ({ outside }) => outside],
    [
      'somebody who is only invited',
      ({ organization, newcomer }) => {
        const login = newcomer();
        world().addMembership({ organization, login, state: 'pending', role: 'admin' });
        return login;
      },
    ],
  ])('looks to %s as if there was no such organization', async (_who, loginIn) => {
    const made = setUp();
    await expectAnswers(await signIn(loginIn(made)), made.organization, () => NOT_A_MEMBER);
    await made.expectUnread();
  });

  test.each<readonly [string, (prepared: Setup) => string]>([
    ['a member', ({ member }) => member()],
    ['a billing manager', ({ member }) => member('billing_manager')],
    [
      'a maintainer of a team',
      ({ organization, member }) => {
        const login = member();
        // The team that previews of changes name.
        world().addTeam({ organization, name: 'no-such-team', members: [{ login, role: 'MAINTAINER' }] });
        return login;
      },
    ],
  ])('is open to %s only if it is for members', async (_who, loginIn) => {
    const made = setUp();
    await expectAnswers(await signIn(loginIn(made)), made.organization, asMember);
    await made.expectUntouched();
  });

  test.each([
    ['a member', 'member'],
    ['a stranger', null],
  ] as const)('sees in a former owner %s after a minute, whatever their session says', async (_what, role) => {
    const { organization, member, expectUntouched } = setUp();
    const login = member('admin');
    const headers = await signIn(login);
    expect((await fetch(`${service().url}/api/organizations/${organization}/invitations`, { headers })).status).toBe(
      200,
    );
    if (role === null) world().removeMembership(organization, login);
    else world().setRole(organization, login, role);
    passMinute();
    await expectAnswers(headers, organization, role === null ? () => NOT_A_MEMBER : asMember);
    await expectUntouched();
  });

  test.each(['member', 'admin'] as const)(
    'is open to who has become %s since they signed in, however they write the name',
    async (role) => {
      const { organization, newcomer } = setUp();
      const login = newcomer();
      const headers = await signIn(login);
      world().addMembership({ organization, login, role });
      const spelled = ` ${organization.toUpperCase()} `;
      await expectAnswers(headers, spelled, role === 'admin' ? () => ALLOWED : asMember);
    },
  );

  test('takes no other path for a name', async () => {
    const { organization, owner, expectUnread } = setUp();
    const headers = await signIn(owner);
    for (const name of ['no-such-organization', '..%2F..%2Fuser', `${organization}%3Fx`]) {
      await expectAnswers(headers, name, () => NOT_A_MEMBER);
    }
    await expectUnread();
  });

  test.each([
    [
      'single sign-on',
      'samlEnforced',
      'This organization requires single sign-on. Authenticate with SSO on the code host, then sign in again.',
    ],
    ['an allow list', 'ipAllowList', "This organization's IP allow list does not include orgdesk's address."],
  ] as const)('names %s', async (_what, setting, error) => {
    const { organization, owner, expectUnread } = setUp();
    const headers = await signIn(owner);
    world().updateOrganization(organization, { [setting]: true });
    await expectAnswers(headers, organization, () => [403, { error }]);
    await expectUnread();
  });
});
