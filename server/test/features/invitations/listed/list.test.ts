import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { stoppedService } from '../../../support/service/stopped-service.ts';
import { addOrganization, askChange, askList, listOf } from './listing.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'the open and failed invitations of an organization on %s',
  (engine) => {
    const { service, world, control, signIn } = stoppedService({ engine });
    const ago = (ms: number) => `${new Date(service().clock.now().getTime() - ms).toISOString().slice(0, 19)}Z`;

    test('come in one list, open ones first, the newest first, with all that is known of them', async () => {
      const { organization, owner, newcomer } = addOrganization(service());
      world().addTeam({ organization, name: 'Greeters', members: [] });
      const [young, old, late] = [newcomer(), newcomer(), newcomer()];
      const times = {
        young: ago(DAY_MS / 2),
        address: ago(DAY_MS),
        old: ago(3 * DAY_MS),
        late: ago(9 * DAY_MS),
        scim: ago(40 * DAY_MS),
      };
      world().invite({ organization, login: late, createdAt: times.late });
      world().expireInvitations();
      world().invite({ organization, login: old, teams: ['greeters'], role: 'admin', createdAt: times.old });
      world().invite({ organization, email: 'new@mail.example', role: 'billing_manager', createdAt: times.address });
      world().invite({ organization, login: young, createdAt: times.young });
      world().invite({ organization, email: 'idp@mail.example', source: 'scim', createdAt: times.scim });

      const { invitations, sentInLastDay } = await listOf(service(), organization, await signIn(owner));
      const usual = {
        role: 'direct_member',
        teamCount: 0,
        invitedBy: owner,
        source: 'member',
        failedAt: null,
        failure: null,
      };
      const id = expect.any(Number);
      const instant = (text: string, laterMs = 0) => new Date(Date.parse(text) + laterMs).toISOString();
      const open = (createdAt: string) => ({
        ...usual,
        id,
        state: 'open',
        createdAt: instant(createdAt),
        expiresAt: instant(createdAt, 7 * DAY_MS),
      });
      expect(invitations).toEqual([
        { ...open(times.young), login: young, email: null },
        { ...open(times.address), login: null, email: 'new@mail.example', role: 'billing_manager' },
        { ...open(times.old), login: old, email: null, role: 'admin', teamCount: 1 },
        { ...open(times.scim), login: null, email: 'idp@mail.example', source: 'scim', expiresAt: null },
        {
          ...open(times.late),
          state: 'failed',
          login: late,
          email: null,
          expiresAt: null,
          failedAt: instant(times.late, 7 * DAY_MS),
          failure: 'Invitation expired. User did not accept this invite for 7 days.',
        },
      ]);
      expect(sentInLastDay).toBe(1);
    });

    test('count towards the quota of a day, failed ones too, those of an identity provider not', async () => {
      const { organization, owner, newcomer } = addOrganization(service(), { failuresAsCodes: true });
      const failed = newcomer();
      for (const login of [failed, newcomer()])
        world().invite({ organization, login, createdAt: ago(DAY_MS - 60_000) });
      world().invite({ organization, login: newcomer(), createdAt: ago(DAY_MS + 60_000) });
      world().invite({ organization, email: 'idp@mail.example', source: 'scim' });
      world().failInvitation(organization, failed, 'no_more_seats');
      const { invitations, sentInLastDay } = await listOf(service(), organization, await signIn(owner));
      expect(sentInLastDay).toBe(2);
      expect(invitations.at(-1)).toMatchObject({ login: failed, state: 'failed', failure: 'no_more_seats' });
    });

    test('are read page by page, with the token of the person who asks', async () => {
      const { organization, owner } = addOrganization(service());
      for (let person = 0; person < 230; person += 1)
        world().invite({ organization, email: `p${person}@mail.example` });
      const headers = await signIn(owner);
      const { invitations } = await listOf(service(), organization, headers);
      expect(new Set(invitations.map(({ email }) => email)).size).toBe(230);
      expect(control().count({ path: `/orgs/${organization}/invitations`, login: owner })).toBe(3);
      expect(control().count({ path: `/orgs/${organization}/failed_invitations`, login: owner })).toBe(1);
      expect(control().count()).toBe(5);
    });
  },
);

describe('a list that the code host does not give', () => {
  const { service, control, signIn } = stoppedService();
  const COULD_NOT = { code: 'code-host-away', error: 'The code host is unavailable. Please try again.' };

  test.each([
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 503, COULD_NOT],
    ['other types', { kind: 'wrong-types' }, 503, COULD_NOT],
    ['a page with status 200', { kind: 'html-200' }, 503, COULD_NOT],
    [
      'a dead token',
      { kind: 'reply', status: 401, body: { message: 'Bad credentials' } },
      401,
      { error: 'The code host no longer accepts your sign in. Please sign in again.' },
    ],
    [
      'a limit',
      { kind: 'secondary-rate-limit', retryAfter: 60 },
      503,
      { code: 'code-host-limited', error: 'API rate limit exceeded' },
    ],
    [
      'a refusal',
      { kind: 'reply', status: 403, body: { message: 'Resource not accessible by integration' } },
      403,
      {
        error:
          'The code host does not allow orgdesk to do this for you. The App may be suspended in this organization, or lack a ' +
          'permission there. See GET /api/organizations/{login}/access for the cause and who can fix it.',
      },
    ],
  ] as const)('because of %s has its sentence, and is no empty list', async (_what, effect, status, body) => {
    const headers = await signIn('ada');
    for (const path of ['/orgs/acme/invitations', '/orgs/acme/failed_invitations']) {
      control().clearFaults();
      control().fault({ ...effect, match: { path } });
      const answer = await askList(service(), 'acme', headers);
      expect([answer.status, answer.json]).toEqual([status, body]);
      expect(answer.headers.get('retry-after')).toBe(
        effect.kind === 'secondary-rate-limit' ? '60' : status === 503 ? '2' : null,
      );
    }
  });

  test('with a time that is none is refused as a whole', async () => {
    const headers = await signIn('ada');
    const invitation = {
      id: 1,
      login: null,
      email: 'a@mail.example',
      role: 'admin',
      created_at: 'yesterday',
      inviter: null,
      team_count: 0,
    };
    control().fault({ kind: 'reply', status: 200, body: [invitation], match: { path: '/orgs/acme/invitations' } });
    expect((await askList(service(), 'acme', headers)).json).toEqual(COULD_NOT);
  });

  test('without an end is given up', async () => {
    const headers = await signIn('ada');
    const link = `<${service().simulator.apiUrl}/orgs/acme/invitations?page=2>; rel="next"`;
    control().fault({
      kind: 'reply',
      status: 200,
      headers: { link },
      body: [],
      match: { path: '/orgs/acme/invitations' },
    });
    expect((await askList(service(), 'acme', headers)).json).toEqual(COULD_NOT);
    expect(control().count({ path: '/orgs/acme/invitations' })).toBe(100);
  });

  test('shows no token that it repeats', async () => {
    const headers = await signIn('ada');
    const [secret] = control().issuedSecrets().slice(-1);
    const usual = { login: null, role: 'admin', created_at: '2026-01-01T00:00:00Z', inviter: null, team_count: 0 };
    const failed = {
      ...usual,
      id: 1,
      email: 'a@mail.example',
      failed_at: '2026-01-02T00:00:00Z',
      failed_reason: `no ${control().issuedSecrets().join(' ')}`.slice(-400),
    };
    control().fault({ kind: 'reply', status: 200, body: [failed], match: { path: '/orgs/acme/failed_invitations' } });
    const { text, status } = await askList(service(), 'acme', headers);
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
  });
});

describe.each([
  ['an Enterprise Server', 'enterprise-server', 'ada'],
  ['GHE.com', 'ghe.com', 'ada'],
  ['an organization of managed users on github.com', 'cloud', 'owner_octo'],
] as const)('on %s', (_where, hostKind, owner) => {
  const { service, world, control, signIn } = stoppedService({ hostKind });

  test.each(['GET', 'cancel', 'send-again'] as const)(
    '%s says that there are no invitations, and asks for none',
    async (what) => {
      if (world().user(owner) === null) world().addUser({ login: owner });
      world().updateOrganization('acme', { managedUsers: hostKind !== 'enterprise-server' });
      world().addMembership({ organization: 'acme', login: owner, role: 'admin' });
      const headers = await signIn(owner);
      const answer =
        what === 'GET'
          ? await askList(service(), 'acme', headers)
          : await askChange(service(), { organization: 'acme', action: what, headers }, { ids: [1] });
      expect([answer.status, answer.json]).toEqual([
        409,
        { error: 'This organization has no invitations: the code host adds people directly as members.' },
      ]);
      expect(
        control()
          .requests()
          .map(({ path }) => path),
      ).toEqual(['/user/memberships/orgs/acme']);
    },
  );
});
