import type { PeopleChange } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { stoppedService } from '../../support/service/stopped-service.ts';
import {
  addOrganization,
  changed,
  changesIn,
  changesRequested,
  previewed,
  result,
  shown,
  started,
  trailOf,
} from './changing.ts';

const job = expect.stringMatching(/^[\da-f]{32}$/);
const LEAVING = ['seat-may-stay-taken', 'stays-in-enterprise', 'loses-private-forks'] as const;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('changes of people on %s', (engine) => {
  const { service, world, control, signIn } = stoppedService({ engine });

  const setUp = async (more: object = {}) => {
    const made = addOrganization(service(), more);
    const where = { organization: made.organization, headers: await signIn(made.owner) };
    const preview = (change: PeopleChange, ...logins: string[]) => previewed(service(), where, change, logins);
    const change = (token: string, confirmation?: string) => changed(service(), where, token, confirmation);
    const counts = () => control().changeCounts({ organization: made.organization });
    return { ...made, where, preview, change, counts };
  };

  test('make an owner and take that back, and tell of full control before', async () => {
    const { organization, owner, member, idOf, roleOf, preview, change, counts } = await setUp();
    const login = member();
    const up = await preview({ kind: 'role', role: 'admin' }, login.toUpperCase());
    expect(up.people).toEqual([shown(login, idOf(login), 'will-change', { notes: ['gets-full-control'] })]);
    expect(up.needsConfirmation).toBe(false);
    expect(new Date(up.expiresAt).getTime() - service().clock.now().getTime()).toBeLessThanOrEqual(600_000);
    expect(counts()).toEqual({});
    expect(await change(up.preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect(roleOf(login)).toBe('admin');
    const down = await preview({ kind: 'role', role: 'member' }, login);
    expect(down.people).toMatchObject([{ role: 'admin', verdict: 'will-change', notes: [] }]);
    await change(down.preview);
    expect(roleOf(login)).toBe('member');
    expect(counts()).toEqual({ 'role-changed': 2 });
    const entry = {
      action: 'member.role_changed',
      way: 'job',
      actor: owner,
      target: login,
      outcome: 'done',
      message: null,
    };
    expect(await changesIn(service(), organization)).toEqual([
      { ...entry, before: { role: 'member' }, after: { role: 'admin', job } },
      { ...entry, before: { role: 'admin' }, after: { role: 'member', job } },
    ]);
  });

  test('remove somebody, with what goes with them', async () => {
    const { organization, owner, member, person, idOf, roleOf, preview, change, counts } = await setUp();
    const login = member('admin');
    world().addRepository({ owner: organization, name: 'secret', isPrivate: true });
    world().addRepository({ owner: organization, name: 'open', isPrivate: false });
    world().addTeam({ organization, name: 'Pilots', members: [{ login, role: 'MAINTAINER' }] });
    const both = [login, owner].map((each) => ({ login: each, role: 'MAINTAINER' as const }));
    world().addTeam({ organization, name: 'Crew', members: both });
    world().invite({ organization, login: person(), by: login });
    world().invite({ organization, email: 'one@mail.example', by: login });
    world().invite({ organization, login: person(), by: owner });
    const { people, preview: token } = await preview({ kind: 'remove' }, login);
    expect(people).toEqual([
      shown(login, idOf(login), 'will-change', {
        role: 'admin',
        teams: ['crew', 'pilots'],
        onlyMaintainerOf: ['pilots'],
        repositoryCount: 2,
        lostRepositories: ['open', 'secret'],
        sentInvitationCount: 2,
        notes: [...LEAVING],
      }),
    ]);
    expect(await change(token)).toEqual([result(login, idOf(login), 'changed')]);
    expect(roleOf(login)).toBeNull();
    expect(world().openInvitations(organization)).toHaveLength(1);
    expect(counts()).toMatchObject({ 'member-removed': 1 });
    expect(changesRequested(service())).toEqual([`DELETE /orgs/${organization}/memberships/${login}`]);
    expect(await changesIn(service(), organization)).toEqual([
      {
        action: 'member.removed',
        way: 'job',
        actor: owner,
        target: login,
        before: { role: 'admin' },
        after: { role: null, job },
        outcome: 'done',
        message: null,
      },
    ]);
  });

  test('turn a member into an outside collaborator, and remove that one from all repositories', async () => {
    const { organization, member, idOf, roleOf, preview, change } = await setUp();
    const login = member();
    world().addRepository({ owner: organization, name: 'by-base', isPrivate: true });
    world().addRepository({ owner: organization, name: 'by-team', isPrivate: true });
    world().addTeam({ organization, name: 'Pilots', members: [{ login }], repositories: [{ name: 'by-team' }] });
    const conversion = await preview({ kind: 'convert' }, login);
    expect(conversion.people).toEqual([
      shown(login, idOf(login), 'will-change', {
        teams: ['pilots'],
        repositoryCount: 1,
        lostRepositories: ['by-base'],
        keptRepositories: [{ name: 'by-team', permission: 'WRITE' }],
        notes: ['seat-may-stay-taken'],
      }),
    ]);
    expect(await change(conversion.preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect(roleOf(login)).toBeNull();
    const again = await preview({ kind: 'convert' }, login);
    expect(again.people).toEqual([shown(login, idOf(login), 'nothing-to-do', { role: 'outside_collaborator' })]);

    const removal = await preview({ kind: 'remove' }, login);
    expect(removal.people).toMatchObject([
      { role: 'outside_collaborator', verdict: 'will-change', teams: [], repositoryCount: 1, notes: LEAVING },
    ]);
    expect(await change(removal.preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect(changesRequested(service())).toEqual([
      `PUT /orgs/${organization}/outside_collaborators/${login}`,
      `DELETE /orgs/${organization}/outside_collaborators/${login}`,
    ]);
    expect(await changesIn(service(), organization)).toMatchObject([
      {
        action: 'member.converted',
        before: { role: 'member' },
        after: { role: 'outside_collaborator' },
        outcome: 'done',
      },
      { action: 'member.removed', before: { role: 'outside_collaborator' }, after: { role: null }, outcome: 'done' },
    ]);
  });

  test('put people into a team, give them another role there, and take them out', async () => {
    const { organization, member, idOf, preview, change, counts } = await setUp({ basePermission: 'NONE' });
    const login = member();
    world().addRepository({ owner: organization, name: 'secret', isPrivate: true });
    world().addTeam({ organization, name: 'Pilots', repositories: [{ name: 'secret' }] });
    const add = await preview({ kind: 'add-to-team', team: 'PILOTS', role: 'member' }, login);
    expect(add.change).toEqual({ kind: 'add-to-team', team: 'pilots', role: 'member' });
    expect(add.people).toEqual([shown(login, idOf(login), 'will-change')]);
    expect(await change(add.preview)).toEqual([result(login, idOf(login), 'changed')]);
    const raise = await preview({ kind: 'add-to-team', team: 'pilots', role: 'maintainer' }, login);
    expect(await change(raise.preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect((await preview({ kind: 'add-to-team', team: 'pilots', role: 'maintainer' }, login)).people).toEqual([
      shown(login, idOf(login), 'nothing-to-do'),
    ]);
    control().fault({ kind: 'bad-gateway-html', match: { path: '/graphql', operation: 'TeamsOfPerson' } });
    const unread = await preview({ kind: 'remove-from-team', team: 'pilots' }, login);
    // Whether the team has another maintainer is not known.
    expect(unread.people).toMatchObject([{ verdict: 'will-change', teams: null, onlyMaintainerOf: [] }]);
    control().clearFaults();
    const out = await preview({ kind: 'remove-from-team', team: 'pilots' }, login);
    expect(out.people).toEqual([
      shown(login, idOf(login), 'will-change', {
        teams: ['pilots'],
        onlyMaintainerOf: ['pilots'],
        repositoryCount: 1,
        lostRepositories: ['secret'],
      }),
    ]);
    expect(await change(out.preview)).toEqual([result(login, idOf(login), 'changed')]);
    expect(counts()).toEqual({ 'team-member-added': 1, 'team-member-changed': 1, 'team-member-removed': 1 });
    const team = 'pilots';
    expect(await changesIn(service(), organization)).toMatchObject([
      { action: 'team.member_added', before: { team, role: null }, after: { team, role: 'member' }, outcome: 'done' },
      { action: 'team.member_added', before: { team, role: 'member' }, after: { team, role: 'maintainer' } },
      { action: 'team.member_removed', before: { team, role: 'maintainer' }, after: { team, role: null } },
    ]);
  });

  test('of many people need the login of the organization, and keep the order shown', async () => {
    const { organization, member, idOf, preview, change, counts } = await setUp();
    const logins = Array.from({ length: 7 }, () => member());
    const { needsConfirmation, preview: token } = await preview({ kind: 'remove' }, ...logins);
    expect(needsConfirmation).toBe(true);
    expect(await change(token, ` ${organization.toUpperCase()} `)).toEqual(
      logins.map((login) => result(login, idOf(login), 'changed')),
    );
    expect(counts()).toEqual({ 'member-removed': 7 });
    expect(await changesIn(service(), organization)).toHaveLength(7);
  });

  test.each(['cookie', 'authorization'] as const)(
    'by a browser are told as started in the console, with the session as %s',
    async (header) => {
      const { organization, owner, member, preview } = await setUp();
      const login = member();
      const { id, bearer } = await service().signIn(owner);
      const headers = {
        ...(header === 'cookie' ? { cookie: `host_session=${id}` } : bearer),
        origin: service().url,
        'sec-fetch-site': 'same-origin',
      };
      const { preview: token } = await previewed(service(), { organization, headers }, { kind: 'remove' }, [login]);
      await started(service(), { organization, headers }, [token]);
      expect(await trailOf(service(), organization)).toMatchObject([{ way: 'console', actor: owner }]);
      expect((await preview({ kind: 'remove' }, login)).people).toMatchObject([{ verdict: 'will-change' }]);
    },
  );
});
