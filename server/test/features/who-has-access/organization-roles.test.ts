import type { OrganizationRolesLine, ReachedRepositoriesLine, RepositoryPeopleLine } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { misfitsIn } from '../../support/described-calls.ts';
import { addOrganization, linesOf, personPath, repositoryPath, serviceForAccess } from './reaching.ts';

type Lines = readonly (ReachedRepositoriesLine | RepositoryPeopleLine)[];

const NEEDED = 'Resource not accessible by integration (needs organization_custom_org_roles: read)';

describe('organization roles', () => {
  const service = serviceForAccess();
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;

  async function setUp() {
    const made = addOrganization(service(), 1);
    const { organization, owner, member, outside } = made;
    world().updateOrganization(organization, { plan: 'enterprise' });
    const { bearer } = await service().signIn(owner);
    control().clearRequests();
    const { id: idOfAccount } = world().needOrganization(organization);
    const idOf = (login: string) => world().needUser(login).id;
    const roles = (lines: Lines) => lines.filter((line): line is OrganizationRolesLine => line.kind === 'roles');
    return {
      ...made,
      idOf,
      permit: (permissions: Readonly<Record<string, string>> = { organization_custom_org_roles: 'read' }) =>
        world().setInstallationPermissions(world().activeInstallationOf(idOfAccount)?.id ?? 0, {
          metadata: 'read',
          members: 'write',
          ...permissions,
        }),
      addRoles() {
        world().addRole({ organization, name: 'all_repo_read', baseRole: 'read', teams: ['crew'] });
        world().addRole({ organization, name: 'all_repo_write', baseRole: 'write', people: [member, outside] });
        world().addRole({ organization, name: 'security_manager', people: [owner] });
      },
      reached: async (person: string) =>
        roles(await linesOf<ReachedRepositoriesLine>(service(), personPath(organization, person), bearer)),
      people: async () =>
        roles(
          await linesOf<RepositoryPeopleLine>(service(), repositoryPath(organization, made.names[0] ?? ''), bearer),
        ),
    };
  }

  test('that give access are named for a person and for everybody, with the team that has them', async () => {
    const { permit, addRoles, reached, people, member, outside, owner, idOf } = await setUp();
    permit();
    addRoles();
    const [byTeam, direct] = [
      { id: idOf(member), login: member, teams: ['crew'] },
      { id: idOf(member), login: member, teams: [] },
    ];
    const read = { name: 'all_repo_read', permission: 'READ' };
    const write = { name: 'all_repo_write', permission: 'WRITE' };
    expect(await reached(member.toUpperCase())).toEqual([
      {
        kind: 'roles',
        roles: [
          { ...read, people: [byTeam] },
          { ...write, people: [direct] },
        ],
        message: null,
      },
    ]);
    expect(await reached(owner)).toEqual([]);
    expect(await people()).toMatchObject([
      {
        roles: [
          { ...read, people: [byTeam] },
          { ...write, people: [direct, { id: idOf(outside), login: outside, teams: [] }] },
        ],
      },
    ]);
    expect(misfitsIn(service().simulator, 'cloud')).toEqual([]);
  });

  test('that cannot be listed have the missing permission, unless the plan has none', async () => {
    const { permit, addRoles, reached, people, member, organization } = await setUp();
    addRoles();
    const unread = [{ kind: 'roles', roles: null, message: NEEDED }];
    expect(await reached(member)).toEqual(unread);
    expect(await people()).toEqual(unread);
    permit({ organization_plan: 'read' });
    world().updateOrganization(organization, { plan: 'team' });
    expect(await reached(member)).toEqual([]);
  });

  test('are none on a plan without them', async () => {
    const { reached, member } = await setUp();
    expect(await reached(member)).toEqual([]);
  });

  test('of another organization under the same login are not shown', async () => {
    const { permit, addRoles, reached, member, organization } = await setUp();
    permit();
    addRoles();
    control().fault({
      kind: 'reply',
      status: 200,
      body: { id: 999_999, login: organization },
      match: { path: `^/orgs/${organization}$` },
    });
    expect(await reached(member)).toEqual([{ kind: 'roles', roles: null, message: null }]);
  });
});
