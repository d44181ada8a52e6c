import { describe, expect, test } from 'vitest';
import { sharedService } from '../../support/service/shared-service.ts';
import type { Service } from '../../support/service/start-service.ts';
import { applied, filesAs, lineOf } from './files-as.ts';

const fileOf = (text: string) => [{ name: 'organization.yaml', text: `version: 1\n${text}` }];

async function filesOf(service: Service, owner: string) {
  const { world } = service.simulator;
  if (world.user(owner) === null) world.addUser({ login: owner });
  if (owner.endsWith('_octo')) world.updateOrganization('acme', { managedUsers: true });
  world.addMembership({ organization: 'acme', login: owner, role: 'admin' });
  const { bearer } = await service.signIn(owner);
  return { world, bearer, files: filesAs(service, bearer, 'acme') };
}

describe.each([
  ['github.com', 'cloud', 'ada', 'invite-person', 'invited'],
  ['an Enterprise Server', 'enterprise-server', 'ada', 'add-person', 'added'],
  ['GHE.com', 'ghe.com', 'ada', 'add-person', 'added'],
  ['github.com, with managed users', 'cloud', 'owner_octo', 'add-person', 'added'],
] as const)('a plan on %s', (_where, hostKind, owner, kind, outcome) => {
  const service = sharedService({ hostKind });

  test('says whether people are invited or added, and does so', async () => {
    const { world, bearer, files } = await filesOf(service(), owner);
    const suffix = owner.endsWith('_octo') ? '_octo' : '';
    const newcomer = (name: string) => world.addUser({ login: `${name}${suffix}` }).login;
    const [member, admin] = [newcomer('new-member'), newcomer('new-owner')];
    const plan = await files.plan(fileOf(`people: {owners: [${admin}], members: [${member}]}`));
    expect(plan.steps.map(lineOf)).toEqual([`${kind} ${admin} admin`, `${kind} ${member} member`]);
    expect(plan.dangers).toEqual([{ kind: 'new-owners', count: 1, names: [admin] }]);
    const rows = await applied(service(), bearer, plan);
    expect(rows.map((row) => row.outcome)).toEqual(['sent', 'sent']);
    expect(service().simulator.control.invitations('acme').slice(-2)).toMatchObject([
      { login: admin, outcome },
      { login: member, outcome },
    ]);
  });
});

describe.each([
  ['managed', 'ada', 'stranger_octo', 'Only its own enterprise can add the managed account "stranger_octo".'],
  ['not managed', 'owner_octo', 'grace', '"grace" is no managed account, so this organization cannot add it.'],
] as const)('where another account is %s', (_kind, owner, login, message) => {
  const service = sharedService();

  test('it is named as a problem of its line', async () => {
    const { world, files } = await filesOf(service(), owner);
    if (world.user(login) === null) world.addUser({ login });
    const { plan, problems } = await files.checkPlan(fileOf(`outsideCollaborators:\n  entries:\n    ${login}: {}`));
    expect(plan).toBeNull();
    expect(problems).toMatchObject([{ line: 4, message }]);
  });
});
