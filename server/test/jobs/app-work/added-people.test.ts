import { describe, expect, test } from 'vitest';
import { serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { organizationWithAppWork, workThroughAll } from './continuing.ts';

describe('a batch that the App continues where people are added', () => {
  const service = serviceForJobs({ hostKind: 'enterprise-server' });

  test('adds newcomers, and changes no member or owner', async () => {
    const house = await organizationWithAppWork(service());
    const { ada, grace } = house;
    const [member, newcomer] = [house.member(), house.person()];
    const rows = [{ login: grace }, { login: member, role: 'admin' }, { login: newcomer }];
    const { id } = await house.begin(ada, rows);
    await house.signOut(ada);
    await house.signIn(grace);
    await workThroughAll(service(), () => house.jobs(grace).read(id));
    expect((await house.jobs(grace).rows(id)).map(({ outcome }) => outcome)).toEqual([
      'already-member',
      'already-member',
      'sent',
    ]);
    expect([grace, member, newcomer].map((login) => house.roleOf(login))).toEqual(['admin', 'member', 'member']);
  });

  test('stops when the account of its person is suspended', async () => {
    const house = await organizationWithAppWork(service());
    const { ada, grace } = house;
    const { id } = await house.begin(ada, [{ login: house.person() }]);
    await house.signOut(ada);
    await house.signIn(grace);
    const { id: userId } = service().simulator.world.needUser(ada);
    const body = { id: userId, login: ada, type: 'User', suspended_at: '2026-01-02T03:04:05Z' };
    service().simulator.control.fault({ kind: 'reply', status: 200, body, match: { path: `/users/${ada}` } });
    await workThroughAll(service(), () => house.jobs(grace).read(id));
    expect(await house.jobs(grace).read(id)).toMatchObject({ state: 'failed', reason: 'rights-lost' });
  });
});
