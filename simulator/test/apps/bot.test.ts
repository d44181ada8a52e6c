import { expect, test } from 'vitest';
import { installationToken, rest } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';

const BOT = { login: 'orgdesk-dev[bot]', id: 900_000_007, type: 'Bot' };

const PERMISSIONS = { metadata: 'read', members: 'write', administration: 'write' } as const;

async function acme() {
  const started = await simulatorWithReceiver({ app: { permissions: PERMISSIONS } });
  const { simulator, control, receiver } = started;
  const token = await installationToken(simulator, 'acme');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await rest(simulator, path, token, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await control.settled();
    return answer;
  };
  /** Name and sender of each delivery since the last call. */
  const senders = () =>
    receiver.received.splice(0).map(({ name, payload }) => [name, payload.sender.login, payload.sender.type]);
  return { ...started, call, senders };
}

test('the bot is the sender of what was changed with a token of an installation', async () => {
  const { call, senders } = await acme();
  const of = (...names: readonly string[]) => names.map((name) => [name, BOT.login, BOT.type]);
  await call('PUT', '/orgs/acme/memberships/edsger');
  expect(senders()).toEqual(of('organization member_invited'));
  await call('DELETE', '/orgs/acme/memberships/tim');
  expect(senders()).toEqual(of('organization member_removed'));
  await call('DELETE', '/orgs/acme/members/alan');
  expect(senders()).toEqual(of('organization member_removed'));
  await call('PUT', '/orgs/acme/outside_collaborators/katherine');
  expect(senders()).toEqual(of('organization member_removed', 'member added'));
  await call('DELETE', '/orgs/acme/outside_collaborators/katherine');
  expect(senders()).toEqual(of('member removed'));
  await call('POST', '/orgs/acme/teams', { name: 'Crew' });
  await call('PATCH', '/orgs/acme/teams/crew', { description: 'All hands' });
  expect(senders()).toEqual(of('team created', 'team edited'));
  await call('PUT', '/orgs/acme/teams/crew/memberships/grace');
  await call('DELETE', '/orgs/acme/teams/crew/memberships/grace');
  expect(senders()).toEqual(of('membership added', 'membership removed'));
  await call('PUT', '/orgs/acme/teams/crew/repos/acme/api');
  await call('DELETE', '/orgs/acme/teams/crew/repos/acme/api');
  await call('DELETE', '/orgs/acme/teams/crew');
  expect(senders()).toEqual(of('team added_to_repository', 'team removed_from_repository', 'team deleted'));
  await call('PUT', '/repos/acme/api/collaborators/grace');
  await call('DELETE', '/repos/acme/api/collaborators/grace');
  expect(senders()).toEqual(of('member added', 'member removed'));
});

test('people added at once, where nobody is invited, are added by the bot', async () => {
  const { world, call, senders } = await acme();
  world.updateOrganization('acme', { addsMembersDirectly: true });
  expect((await call('PUT', '/orgs/acme/memberships/edsger')).body.state).toBe('active');
  expect(senders()).toEqual([['organization member_added', BOT.login, BOT.type]]);
});

test('the bot is the inviter, and the invited person the sender who accepts', async () => {
  const { world, control, call, senders } = await acme();
  const { id } = world.needUser('radia');
  expect((await call('POST', '/orgs/acme/invitations', { invitee_id: id })).body.inviter).toMatchObject(BOT);
  await call('PUT', '/orgs/acme/memberships/edsger', { role: 'admin' });
  const listed = await call('GET', '/orgs/acme/invitations');
  const inviters = listed.body.map(({ login, inviter }: { login: string | null; inviter: typeof BOT }) => [
    login,
    inviter.login,
  ]);
  expect(inviters).toEqual([
    [null, 'ada'],
    ['radia', BOT.login],
    ['edsger', BOT.login],
  ]);
  expect(control.invitations('acme')).toMatchObject([{ inviter: BOT.login }, { inviter: BOT.login }]);
  expect((await call('PUT', '/repos/acme/api/collaborators/margaret')).body.inviter).toMatchObject(BOT);
  senders();
  control.platform.acceptInvitation('acme', 'radia');
  await control.settled();
  expect(senders()).toEqual([['organization member_added', 'radia', 'User']]);
});

test('a team made with a token of an installation has no maintainer and no member, unless they are named', async () => {
  const { simulator, call } = await acme();
  const { body } = await call('POST', '/orgs/acme/teams', { name: 'Crew', privacy: 'closed' });
  expect(body).toMatchObject({ slug: 'crew', members_count: 0, repos_count: 0 });
  expect((await call('GET', '/orgs/acme/teams/crew/members')).body).toEqual([]);
  const named = await call('POST', '/orgs/acme/teams', { name: 'Led', maintainers: ['grace'] });
  expect(named.body.members_count).toBe(1);
  expect((await call('GET', '/orgs/acme/teams/led/members?role=maintainer')).body).toMatchObject([{ login: 'grace' }]);
  expect((await call('POST', '/orgs/acme/teams', { name: 'Odd', maintainers: ['edsger'] })).status).toBe(422);
  expect(simulator.control.changes({ kind: 'team-created' })).toMatchObject([
    { actor: BOT.login },
    { actor: BOT.login },
  ]);
});
