import { expect, test } from 'vitest';
import { rest, signIn } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';
import { problemsOf } from './schemas.ts';

async function watched() {
  const { control, receiver, ...simulator } = await simulatorWithReceiver();
  /** Returns the events that an action sends, in order. */
  const eventsOf = async (act: () => unknown) => {
    control.holdDeliveries();
    await act();
    await control.releaseDeliveries();
    return receiver.received.splice(0).map(({ name, payload }) => {
      expect(problemsOf(name, payload), name).toEqual([]);
      return { name, ...payload };
    });
  };
  return { control, ...simulator, platform: control.platform, eventsOf };
}

test('teams that are made, changed, given repositories and deleted are told', async () => {
  const { platform, eventsOf } = await watched();
  const [created] = await eventsOf(() =>
    platform.createTeam({ organization: 'acme', name: 'Night Watch', parent: 'platform' }, 'grace'),
  );
  expect(created).toMatchObject({
    name: 'team created',
    team: { slug: 'night-watch', privacy: 'closed', parent: { slug: 'platform' } },
    organization: { login: 'acme' },
    sender: { login: 'grace' },
  });
  const [edited] = await eventsOf(() =>
    platform.editTeam('acme', 'night-watch', { name: 'Day Watch', privacy: 'SECRET' }),
  );
  expect(edited).toMatchObject({
    name: 'team edited',
    changes: { name: { from: 'Night Watch' }, privacy: { from: 'closed' } },
    team: { slug: 'day-watch', privacy: 'secret' },
    sender: { login: 'ada' },
  });
  expect(await eventsOf(() => platform.editTeam('acme', 'day-watch', { name: 'Day Watch' }))).toEqual([]);
  const repositories = await eventsOf(() => {
    for (const permission of ['READ', 'WRITE', null] as const)
      platform.setTeamRepository('acme', 'day-watch', 'api', permission);
    platform.setTeamRepository('acme', 'day-watch', 'api', null);
  });
  expect(repositories).toMatchObject([
    { name: 'team added_to_repository', repository: { full_name: 'acme/api' } },
    {
      name: 'team edited',
      changes: { repository: { permissions: { from: { admin: false, push: false, pull: true } } } },
    },
    { name: 'team removed_from_repository', team: { slug: 'day-watch' } },
  ]);
  expect(await eventsOf(() => platform.deleteTeam('acme', 'day-watch'))).toMatchObject([
    { name: 'team deleted', team: { name: 'Day Watch' } },
  ]);
});

test('repositories that are made, changed and deleted are told, and what the App reaches with them', async () => {
  const { platform, eventsOf, control } = await watched();
  expect(
    await eventsOf(() => platform.createRepository({ owner: 'acme', name: 'slingshot', isPrivate: false })),
  ).toMatchObject([
    { name: 'repository created', repository: { full_name: 'acme/slingshot' }, organization: { login: 'acme' } },
    { name: 'installation_repositories added', repositories_added: [{ name: 'slingshot' }] },
  ]);
  expect(await eventsOf(() => platform.renameRepository('acme', 'slingshot', 'catapult', 'grace'))).toMatchObject([
    {
      name: 'repository renamed',
      changes: { repository: { name: { from: 'slingshot' } } },
      repository: { name: 'catapult' },
      sender: { login: 'grace' },
    },
  ]);
  const change = { description: 'Throws', isArchived: true, isPrivate: true };
  const names = async (act: () => unknown) => (await eventsOf(act)).map(({ name }) => name);
  const edited = await names(() => platform.editRepository('acme', 'catapult', change));
  expect(edited.slice(0, 1)).toEqual(['repository edited']);
  expect(edited).toEqual(expect.arrayContaining(['repository privatized']));
  expect(await names(() => platform.editRepository('acme', 'catapult', change))).toEqual([]);
  expect(await names(() => platform.deleteRepository('acme', 'catapult'))).toEqual([
    'repository deleted',
    'installation_repositories removed',
  ]);
  // The App is on two repositories of this organization.
  expect(await names(() => platform.renameRepository('lumen-labs', 'bench', 'banch'))).toEqual([]);
  expect(await names(() => platform.renameRepository('lumen-labs', 'optics', 'lenses'))).toEqual([
    'repository renamed',
  ]);
  expect(control.changeCounts()).toMatchObject({
    'repository-created': 1,
    'repository-renamed': 3,
    'repository-deleted': 1,
  });
});

test('access of people to repositories is told with what they may do', async () => {
  const { platform, eventsOf, world } = await watched();
  const events = await eventsOf(() => {
    platform.addCollaborator('acme', 'api', 'edsger', 'ada', 'TRIAGE');
    platform.addCollaborator('acme', 'api', 'edsger', 'ada', 'ADMIN');
    platform.addCollaborator('acme', 'api', 'edsger', 'ada', 'ADMIN');
    platform.removeOutsideCollaborator('acme', 'edsger', 'ada');
  });
  expect(events).toMatchObject([
    { name: 'member added', changes: { permission: { to: 'read' }, role_name: { to: 'triage' } } },
    {
      name: 'member edited',
      changes: { old_permission: { from: 'triage' }, permission: { from: 'triage', to: 'admin' } },
    },
    { name: 'member removed', member: { login: 'edsger' }, repository: { name: 'api' } },
  ]);
  const converted = await eventsOf(() => platform.convertMember('acme', 'alan', 'ada'));
  expect(converted).toMatchObject([
    { name: 'organization member_removed', membership: { user: { login: 'alan' } }, sender: { login: 'ada' } },
    { name: 'member added', repository: { name: 'api' }, changes: { role_name: { to: 'admin' } } },
    { name: 'member added', repository: { name: 'website' }, changes: { role_name: { to: 'read' } } },
  ]);
  expect(world.outsideCollaboratorsOf(1011).map(({ user }) => user.login)).toContain('alan');
});

test('what the API changes is told as well, with the caller as its sender; a role is told to nobody', async () => {
  const { simulator, eventsOf } = await watched();
  const { access_token: token } = await signIn(simulator, 'ada');
  const call = (method: string, path: string, body?: object) =>
    rest(simulator, `/orgs/acme/${path}`, token, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(await eventsOf(() => call('PUT', 'memberships/grace', { role: 'admin' }))).toEqual([]);
  const events = await eventsOf(async () => {
    await call('PUT', 'teams/platform/memberships/tim');
    await call('PUT', 'teams/platform/memberships/tim', { role: 'maintainer' });
    await call('DELETE', 'teams/platform/memberships/tim');
    await call('DELETE', 'members/tim');
  });
  expect(events.map(({ name, sender }) => [name, sender.login])).toEqual([
    ['membership added', 'ada'],
    ['membership removed', 'ada'],
    ['organization member_removed', 'ada'],
  ]);
  expect(events[0]).toMatchObject({ scope: 'team', team: { slug: 'platform' }, member: { login: 'tim' } });
});
