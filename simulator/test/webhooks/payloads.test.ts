import { expect, test } from 'vitest';
import { signIn } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';
import { problemsOf } from './schemas.ts';

/** Deliveries of one moment may overtake each other. */
const sorted = (names: readonly string[]) => names.toSorted((left, right) => left.localeCompare(right));

test('every event has the published shape', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  const { platform } = control;
  const installationRequest = platform.requestInstallation('quiet-co', 'radia');
  const { id } = platform.approveRequest(installationRequest.id);
  platform.setRepositories(id, ['whisper']);
  world.addRepository({ owner: 'quiet-co', name: 'shout', isPrivate: true, pushedAt: null });
  platform.addRepositories(id, ['shout']);
  platform.removeRepositories(id, ['shout']);
  platform.acceptPermissions(id, { metadata: 'read', members: 'read' });
  platform.suspend(id);
  platform.unsuspend(id, 'ada');
  platform.asApp(id, 'suspend');
  platform.asApp(id, 'unsuspend');
  world.addTeam({ organization: 'quiet-co', name: 'Whisperers' });
  platform.invite({ organization: 'quiet-co', login: 'katherine', role: 'admin', teams: ['whisperers'] });
  platform.acceptInvitation('quiet-co', 'katherine');
  platform.addMember('quiet-co', 'grace');
  platform.addTeamMember('quiet-co', 'whisperers', 'grace');
  platform.removeTeamMember('quiet-co', 'whisperers', 'grace');
  platform.removeMember('quiet-co', 'grace');
  platform.addCollaborator('quiet-co', 'whisper', 'tim');
  platform.removeCollaborator('quiet-co', 'whisper', 'tim');
  platform.renameOrganization('quiet-co', 'loud-co');
  platform.deleteOrganization('loud-co');
  platform.renameUser('ada', 'augusta');
  platform.uninstall(world.installationOf(world.user('augusta')?.id ?? 0)?.id ?? 0);
  platform.revokeAuthorization('grace');
  await control.settled();

  expect(sorted(receiver.names())).toEqual(
    sorted([
      'installation created',
      'installation_repositories added',
      'installation_repositories added',
      'installation_repositories removed',
      'installation new_permissions_accepted',
      'installation suspend',
      'installation unsuspend',
      'installation suspend',
      'installation unsuspend',
      'organization member_invited',
      'organization member_added',
      'organization member_added',
      'membership added',
      'membership removed',
      'organization member_removed',
      'member added',
      'member removed',
      'organization renamed',
      'installation_target renamed',
      'organization deleted',
      'installation deleted',
      'installation_target renamed',
      'installation deleted',
      'github_app_authorization revoked',
    ]),
  );
  for (const { name, payload } of receiver.received) expect(problemsOf(name, payload), name).toEqual([]);
});

test('payloads tell what happened, and to whom', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  const { platform } = control;
  const event = async (act: () => unknown) => {
    act();
    await control.settled();
    return receiver.received.splice(0).map(({ payload }) => payload);
  };
  const [created] = await event(() => platform.install({ account: 'quiet-co', by: 'ada' }));
  const { id } = created.installation;
  expect(created.installation).toMatchObject({ created_at: expect.any(Number), target_type: 'Organization' });
  const [suspended] = await event(() => platform.suspend(id, 'ada'));
  expect(suspended).not.toHaveProperty('repositories');
  expect(suspended.installation).toMatchObject({
    suspended_at: expect.stringMatching(/Z$/),
    suspended_by: { login: 'ada' },
    created_at: expect.stringMatching(/Z$/),
  });
  const [unsuspended] = await event(() => platform.asApp(id, 'unsuspend'));
  expect(unsuspended).toMatchObject({
    installation: { suspended_at: null, suspended_by: null },
    sender: { login: 'orgdesk-dev[bot]', type: 'Bot' },
  });
  const [renamed, target] = await event(() => platform.renameOrganization('quiet-co', 'loud-co'));
  expect(renamed).toMatchObject({
    action: 'renamed',
    changes: { login: { from: 'quiet-co' } },
    organization: { login: 'loud-co' },
    installation: { id },
  });
  expect(Object.keys(renamed.installation)).toEqual(['id', 'node_id']);
  expect(target).toMatchObject({ target_type: 'Organization', account: { login: 'loud-co' } });
  expect(world.organization('quiet-co')).toBeNull();
  const [organization, installation] = await event(() => platform.deleteOrganization('loud-co'));
  expect([organization.action, installation.action, installation.installation.account.login]).toEqual([
    'deleted',
    'deleted',
    'loud-co',
  ]);
  const [revoked] = await event(() => platform.revokeAuthorization('grace'));
  expect(Object.keys(revoked)).toEqual(['action', 'sender']);
});

test('a suspended installation and an account without the App send nothing but their own state', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  const { platform } = control;
  const harbor = world.installationOf(world.organization('harbor-tools')?.id ?? 0)?.id ?? 0;
  platform.renameOrganization('harbor-tools', 'port-tools');
  platform.addMember('port-tools', 'grace');
  platform.setRepositories(harbor, ['crane']);
  platform.acceptPermissions(harbor);
  platform.renameOrganization('quiet-co', 'loud-co');
  platform.addMember('loud-co', 'grace');
  platform.unsuspend(harbor);
  await control.settled();
  expect(receiver.names()).toEqual(['installation unsuspend']);
  platform.suspend(harbor);
  platform.deleteOrganization('port-tools');
  await control.settled();
  expect(sorted(receiver.names().slice(1))).toEqual(['installation deleted', 'installation suspend']);
});

test('events without a subscription are not sent', async () => {
  const { control, receiver } = await simulatorWithReceiver({ app: { events: ['organization'] } });
  control.platform.addTeamMember('acme', 'platform', 'tim');
  control.platform.addCollaborator('acme', 'api', 'edsger');
  control.platform.addMember('acme', 'edsger');
  await control.settled();
  expect(receiver.names()).toEqual(['organization member_added']);
});

test('tokens die with what they stood for', async () => {
  const { simulator, control } = await simulatorWithReceiver();
  await signIn(simulator, 'ada');
  await signIn(simulator, 'grace');
  control.platform.revokeAuthorization('ada');
  control.platform.deleteUser('grace');
  await control.settled();
  expect(control.tokens('ada')).toMatchObject({ liveAccess: 0, liveRefresh: 0 });
  expect(simulator.world.user('grace')).toBeNull();
});
