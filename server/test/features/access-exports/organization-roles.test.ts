import { expect, test } from 'vitest';
import { addOrganization, serviceForAccess } from '../who-has-access/reaching.ts';
import { exportsAs, runOut } from './exporting.ts';

const service = serviceForAccess();
const world = () => service().simulator.world;

test('an export begins with organization roles, or with the permission that reading them needs', async () => {
  const { organization, owner, member, outside } = addOrganization(service(), 1);
  const exports = exportsAs(service(), (await service().signIn(owner)).bearer, organization);
  world().addRole({ organization, name: 'all_repo_read', baseRole: 'read', teams: ['crew'], people: [outside] });
  const firstLines = async () => {
    const { id } = await exports.start();
    await runOut(service(), () => exports.read(id));
    return (await exports.file(id)).slice(1, 3);
  };
  const [unread] = await firstLines();
  expect(unread).toBe(
    ',,,,,,,not seen: organization roles: Resource not accessible by integration (needs organization_custom_org_roles: read),,',
  );
  const { id: accountId } = world().needOrganization(organization);
  world().setInstallationPermissions(world().activeInstallationOf(accountId)?.id ?? 0, {
    metadata: 'read',
    members: 'write',
    organization_custom_org_roles: 'read',
  });
  service().clock.advance(60_000);
  expect(await firstLines()).toEqual([
    `all repositories,,,${outside},,outside_collaborator,READ,role: all_repo_read,,READ`,
    `all repositories,,,${member},,member,READ,role: all_repo_read,crew,READ`,
  ]);
});
