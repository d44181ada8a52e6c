import { describe, expect, test } from 'vitest';
import { stoppedService } from '../../support/service/stopped-service.ts';
import { addOrganization, changed, changesIn, changesRequested, previewed, result } from './changing.ts';

describe.each(['enterprise-server', 'ghe.com'] as const)('changes of people on %s', (hostKind) => {
  const { service, world, signIn } = stoppedService({ hostKind });

  test('are shown and made without invitations, which are not there', async () => {
    const made = addOrganization(service());
    const { organization } = made;
    const login = made.member();
    world().addTeam({ organization, name: 'Crew', members: [{ login }] });
    const where = { organization, headers: await signIn(made.owner) };
    const { people, preview } = await previewed(service(), where, { kind: 'remove' }, [login]);
    expect(people).toMatchObject([{ verdict: 'will-change', teams: ['crew'], sentInvitationCount: 0 }]);
    expect(await changed(service(), where, preview)).toEqual([result(login, made.idOf(login), 'changed')]);
    expect(made.roleOf(login)).toBeNull();
    expect(changesRequested(service())).toEqual([
      expect.stringMatching(new RegExp(`^DELETE (/api/v3)?/orgs/${organization}/memberships/${login}$`)),
    ]);
    expect(await changesIn(service(), organization)).toMatchObject([{ action: 'member.removed', outcome: 'done' }]);
  });
});

describe('changes of people in an organization of managed users', () => {
  const { service, world, signIn } = stoppedService();

  test('ask for no invitations', async () => {
    const made = addOrganization(service(), { managedUsers: true });
    const { organization } = made;
    const [owner, login] = [`owner-${organization}_acme`, `member-${organization}_acme`];
    for (const [managed, role] of [
      [owner, 'admin'],
      [login, 'member'],
    ] as const) {
      world().addUser({ login: managed });
      world().addMembership({ organization, login: managed, role });
    }
    const where = { organization, headers: await signIn(owner) };
    const { people, preview } = await previewed(service(), where, { kind: 'role', role: 'admin' }, [login]);
    expect(people).toMatchObject([{ verdict: 'will-change' }]);
    expect(await changed(service(), where, preview)).toEqual([result(login, made.idOf(login), 'changed')]);
  });
});
