import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { createTimeLimit } from '../../support/time-limit.ts';
import { addOrganization, changed, changesRequested, previewed, shown } from './changing.ts';

const REMOVE: PeopleChange = { kind: 'remove' };
const DEMOTE: PeopleChange = { kind: 'role', role: 'member' };

describe('a preview of a change of people', () => {
  const { service, world, control, signIn } = stoppedService();

  const setUp = async (more: object = {}) => {
    const made = addOrganization(service(), more);
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const preview = (change: PeopleChange, ...logins: string[]) => previewed(service(), where, change, logins);
    return { ...made, where, preview };
  };
  const membershipOf = (organization: string, login: string) => ({
    method: 'GET',
    path: `/orgs/${organization}/memberships/${login}`,
  });

  test('judges each on their own, in the order sent, each once', async () => {
    const { organization, owner, member, person, idOf, preview } = await setUp();
    const [one, two, invited, nobody] = [member(), member('admin'), person(), person()];
    world().invite({ organization, login: invited });
    const { people, needsConfirmation } = await preview(
      { kind: 'role', role: 'admin' },
      'no-such-person',
      ` ${one} `,
      owner,
      two,
      one.toUpperCase(),
      invited,
      nobody,
      '../../user',
      organization,
    );
    expect(people).toEqual([
      shown('no-such-person', null, 'not-there', { role: null }),
      shown(one, idOf(one), 'will-change', { notes: ['gets-full-control'] }),
      shown(owner, idOf(owner), 'yourself', { role: 'admin' }),
      shown(two, idOf(two), 'nothing-to-do', { role: 'admin' }),
      shown(invited, idOf(invited), 'not-there', { role: null }),
      shown(nobody, idOf(nobody), 'not-there', { role: null }),
      shown('../../user', null, 'not-there', { role: null }),
      shown(organization, world().organization(organization)?.id ?? 0, 'not-there', { role: null }),
    ]);
    expect(needsConfirmation).toBe(false);
    expect(changesRequested(service())).toEqual([]);
  });

  test('is of yourself for no change at all', async () => {
    const { organization, owner, preview } = await setUp();
    world().addTeam({ organization, name: 'Pilots', members: [{ login: owner }] });
    const changes: readonly PeopleChange[] = [
      { kind: 'role', role: 'member' },
      { kind: 'role', role: 'admin' },
      REMOVE,
      { kind: 'convert' },
      { kind: 'add-to-team', team: 'pilots', role: 'maintainer' },
      { kind: 'remove-from-team', team: 'pilots' },
    ];
    for (const change of changes) {
      expect((await preview(change, owner)).people).toMatchObject([{ login: owner, verdict: 'yourself' }]);
    }
  });

  test('knows the last owner, also when the one who asks was one a moment before', async () => {
    const { organization, owner, member, preview } = await setUp();
    const other = member('admin');
    expect((await preview(DEMOTE, other)).people).toMatchObject([{ verdict: 'will-change' }]);
    // Roles are cached for a minute.
    world().setRole(organization, owner, 'member');
    for (const change of [DEMOTE, REMOVE, { kind: 'convert' } as const]) {
      const { people } = await preview(change, other);
      expect(people).toMatchObject([{ verdict: expect.stringMatching(/^(last-owner|unknown)$/) }]);
    }
  });

  test('of people that a team of the enterprise brought in says so', async () => {
    const { organization, member, preview } = await setUp();
    const login = member();
    const membership = { state: 'active', role: 'member', user: { id: world().user(login)?.id, login } };
    for (const more of [
      { direct_membership: false },
      { direct_membership: true, enterprise_teams_providing_indirect_membership: ['everybody'] },
    ]) {
      control().clearFaults();
      control().fault({
        match: membershipOf(organization, login),
        kind: 'reply',
        status: 200,
        body: { ...membership, ...more },
      });
      for (const change of [REMOVE, { kind: 'convert' } as const]) {
        expect((await preview(change, login)).people).toMatchObject([{ verdict: 'managed-elsewhere' }]);
      }
      const up = await preview({ kind: 'role', role: 'admin' }, login);
      expect(up.people).toMatchObject([{ verdict: 'will-change' }]);
    }
  });

  test('of a team tells who is in it through a team below', async () => {
    const { organization, member, idOf, preview } = await setUp();
    const [below, own] = [member(), member()];
    world().addTeam({ organization, name: 'Crew', members: [{ login: own }] });
    world().addTeam({ organization, name: 'Pilots', parent: 'crew', members: [{ login: below }] });
    const { people } = await preview({ kind: 'remove-from-team', team: 'crew' }, below, own);
    expect(people).toEqual([
      shown(below, idOf(below), 'managed-elsewhere'),
      shown(own, idOf(own), 'will-change', { teams: ['crew'] }),
    ]);
  });

  test('takes an owner in a team for its maintainer', async () => {
    const { organization, member, preview } = await setUp();
    const login = member('admin');
    world().addTeam({ organization, name: 'Crew', members: [{ login, role: 'MAINTAINER' }] });
    const { people } = await preview({ kind: 'add-to-team', team: 'crew', role: 'member' }, login);
    expect(people).toMatchObject([{ verdict: 'nothing-to-do' }]);
  });

  test.each([
    ['free', ['loses-private-forks']],
    ['team', ['seat-may-stay-taken', 'loses-private-forks']],
    ['enterprise', ['seat-may-stay-taken', 'stays-in-enterprise', 'loses-private-forks']],
  ] as const)('notes what stays behind under the plan %s, where it may read it', async (plan, notes) => {
    const { organization, member, preview } = await setUp({ plan });
    const login = member();
    const id = world().installationOf(world().organization(organization)?.id ?? 0)?.id ?? 0;
    world().setInstallationPermissions(id, { members: 'write', organization_plan: 'read' });
    expect((await preview(REMOVE, login)).people).toMatchObject([{ notes }]);
  });

  describe('counts the repositories', () => {
    test('of an owner who becomes a member by what every member may do', async () => {
      for (const [basePermission, repositoryCount] of [
        ['NONE', 1],
        ['READ', 0],
      ] as const) {
        const { organization, member, preview } = await setUp({ basePermission });
        const login = member('admin');
        world().addRepository({ owner: organization, name: 'secret', isPrivate: true });
        world().addRepository({ owner: organization, name: 'own', isPrivate: true });
        world().setDirectAccess(organization, 'own', login, 'WRITE');
        expect((await preview(DEMOTE, login)).people).toMatchObject([{ verdict: 'will-change', repositoryCount }]);
      }
    });

    const large = async (repositories: number, people: number) => {
      const { organization, member, preview } = await setUp();
      const logins = Array.from({ length: people }, () => member());
      for (let nth = 0; nth < repositories; nth += 1) {
        world().addRepository({ owner: organization, name: `repository-${nth}`, isPrivate: true });
      }
      const { people: shownPeople } = await preview(REMOVE, ...logins);
      const pages = control()
        .requests({ path: '/graphql' })
        .filter(({ body }) => JSON.stringify(body).includes('OrganizationAccess')).length;
      return { people: shownPeople, pages };
    };

    test('of large organizations, for as many people as the limit of pages allows', async () => {
      const { people, pages } = await large(1_900, 7);
      const counted = people.filter(({ repositoryCount }) => repositoryCount !== null);
      expect(counted).toHaveLength(5);
      for (const { repositoryCount, lostRepositories } of counted) {
        expect(repositoryCount).toBe(1_900);
        expect(new Set(lostRepositories).size).toBe(1_900);
      }
      expect(pages).toBeLessThanOrEqual(100);
    });

    test('only up to a number, and says that it does not know elsewhere', async () => {
      const { people, pages } = await large(2_001, 3);
      expect(people.map(({ repositoryCount }) => repositoryCount)).toEqual([null, null, null]);
      expect(pages).toBeLessThanOrEqual(3);
    });

    test('of those that the App covers', async () => {
      const { organization, member, preview } = await setUp();
      const login = member();
      world().addRepository({ owner: organization, name: 'covered', isPrivate: true });
      world().addRepository({ owner: organization, name: 'other', isPrivate: true });
      const id = world().installationOf(world().organization(organization)?.id ?? 0)?.id ?? 0;
      world().setInstallationRepositories(id, ['covered']);
      expect((await preview(REMOVE, login)).people).toMatchObject([{ verdict: 'will-change', repositoryCount: 1 }]);
    });
  });

  test.each([
    ['a page of a gateway', { kind: 'bad-gateway-html' }],
    ['a refusal', { kind: 'reply', status: 403, body: { message: 'No.' } }],
  ] as const)('does not know whom it is told nothing of: %s', async (_what, rule) => {
    const { organization, member, preview, where } = await setUp();
    const [login, other] = [member(), member()];
    control().fault({ ...rule, match: membershipOf(organization, login) });
    const made = await preview(REMOVE, login, other);
    expect(made.people).toMatchObject([
      { login, id: null, verdict: 'unknown' },
      { login: other, verdict: 'will-change' },
    ]);
    control().clearFaults();
    expect((await changed(service(), where, made.preview)).map((one) => one.login)).toEqual([other]);
    expect(changesRequested(service())).toEqual([`DELETE /orgs/${organization}/memberships/${other}`]);
  });

  test('does not know what goes with somebody where that cannot be read', async () => {
    const { organization, member, preview } = await setUp();
    const login = member();
    control().fault({ kind: 'bad-gateway-html', match: { path: '/graphql' } });
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${organization}/invitations` } });
    control().fault({
      kind: 'bad-gateway-html',
      match: { method: 'GET', path: new RegExp(`^/orgs/${organization}$`) },
    });
    expect((await preview(REMOVE, login)).people).toMatchObject([
      { verdict: 'will-change', teams: null, repositoryCount: null, sentInvitationCount: null },
    ]);
  });

  test('takes no owner for replaceable where the owners cannot be read', async () => {
    const { organization, member, preview } = await setUp();
    const login = member('admin');
    control().fault({ kind: 'bad-gateway-html', match: { path: `/orgs/${organization}/members` } });
    expect((await preview(DEMOTE, login)).people).toMatchObject([{ verdict: 'unknown' }]);
  });

  test('asks nothing more after a rate limit', async () => {
    const { organization, member, preview } = await setUp();
    const logins = Array.from({ length: 20 }, () => member());
    control().fault({
      kind: 'secondary-rate-limit',
      retryAfter: 60,
      match: { path: new RegExp(`^/orgs/${organization}/memberships/`) },
    });
    const { people } = await preview(REMOVE, ...logins);
    expect(new Set(people.map(({ verdict }) => verdict))).toEqual(new Set(['unknown']));
    expect(control().count({ path: new RegExp(`^/orgs/${organization}/memberships/`) })).toBeLessThanOrEqual(5);
  });

  test('when time is up tells what it knows', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ inviteLimitMs: limit.ms });
    const { organization, member, where } = await setUp();
    const logins = Array.from({ length: 8 }, () => member());
    const hold = control().hold({ method: 'GET', path: new RegExp(`^/orgs/${organization}/memberships/`) });
    onTestFinished(() => hold.release());
    const asking = previewed(limited, where, REMOVE, logins);
    await hold.arrived(5);
    limit.come();
    hold.release();
    const { people } = await asking;
    expect(people.slice(5).map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
