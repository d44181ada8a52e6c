import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { misfitsIn } from '../../../support/described-calls.ts';
import { jobsAs, runOut, serviceForJobs } from './jobs.ts';

describe.each([
  ['an Enterprise Server', 'enterprise-server', 'ada', ''],
  ['GHE.com', 'ghe.com', 'ada', ''],
  ['github.com, in an organization of managed users', 'cloud', 'owner_octo', '_octo'],
] as const)('an invitation job on %s', (_where, hostKind, owner, suffix) => {
  const service = serviceForJobs({ hostKind });
  afterEach(() => expect(misfitsIn(service().simulator, hostKind)).toEqual([]));
  const world = () => service().simulator.world;
  const control = () => service().simulator.control;
  const newcomer = (name: string) => world().addUser({ login: `${name}${suffix}` }).login;
  const memberships = (login: string) => ({ method: 'PUT', path: `/orgs/acme/memberships/${login}` });
  let jobs: ReturnType<typeof jobsAs>;
  beforeEach(async () => {
    control().reset();
    if (world().user(owner) === null) world().addUser({ login: owner });
    if (hostKind !== 'enterprise-server') world().updateOrganization('acme', { managedUsers: true });
    world().addMembership({ organization: 'acme', login: owner, role: 'admin' });
    jobs = jobsAs(service(), (await service().signIn(owner)).bearer);
    control().clearRequests();
  });

  test('adds each person once, with their role, and never asks for invitations', async () => {
    const [member, admin, here] = [newcomer('job-member'), newcomer('job-admin'), newcomer('job-here')];
    world().addMembership({ organization: 'acme', login: here, role: 'admin' });
    const rows = [{ login: member }, { login: admin, role: 'admin' }, { login: here }, { login: `nobody${suffix}` }];
    const { id } = await jobs.begin(rows, 'added');
    expect(await runOut(service(), () => jobs.read(id))).toMatchObject({
      state: 'done',
      addsPeople: true,
      counts: { sent: 2 },
    });
    expect((await jobs.rows(id)).map(({ outcome }) => outcome)).toEqual([
      'sent',
      'sent',
      'already-member',
      'not-found',
    ]);
    expect(world().membership(world().organization('acme')?.id ?? 0, world().user(here)?.id ?? 0)?.role).toBe('admin');
    expect(control().invitations('acme').slice(-2)).toMatchObject([
      { login: member, role: 'member', outcome: 'added' },
      { login: admin, role: 'admin', outcome: 'added' },
    ]);
    expect(
      control()
        .requests()
        .filter(({ path }) => path.includes('invitations')),
    ).toEqual([]);
  });

  test('looks up whom it may have added, and adds nobody a second time', async () => {
    const [arrived, lost] = [newcomer('job-arrived'), newcomer('job-lost')];
    const { id } = await jobs.begin([{ login: arrived, role: 'admin' }, { login: lost }], 'looked-up');
    service().clock.advance(60_000);
    control().fault({ match: memberships(arrived), times: 1, kind: 'truncate' });
    control().fault({ match: memberships(lost), times: 1, kind: 'reset' });
    expect(await runOut(service(), () => jobs.read(id))).toMatchObject({ state: 'done', counts: { sent: 2 } });
    expect(control().creations('acme').byInvitee).toMatchObject({ [arrived]: 1, [lost]: 1 });
    expect(
      control()
        .requests()
        .filter(({ path }) => path.includes('invitations')),
    ).toEqual([]);
  });

  test.each([
    ['an address', { email: 'mona@mail.example' }],
    ['a billing manager', { login: 'mona', role: 'billing_manager' }],
    ['teams', { login: 'mona', teamIds: [1] }],
  ])('is refused with %s, in a sentence that names the row', async (what, row) => {
    const answer = await jobs.start({ key: what.replaceAll(' ', '-'), rows: [{ login: 'grace' }, row] });
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        error:
          'Row 2: this organization adds people instead of inviting them. Use a login, the role member or owner, and no teams.',
      },
    ]);
    expect(((await jobs.list()).json as { jobs: { key: string }[] }).jobs.map(({ key }) => key)).not.toContain(what);
  });
});

describe('an invitation job that another kind of owner takes over', () => {
  const service = serviceForJobs();

  test('refuses rows that cannot be carried out by adding somebody', async () => {
    const { world, control } = service().simulator;
    world.addUser({ login: 'owner_octo' });
    world.addMembership({ organization: 'acme', login: 'owner_octo', role: 'admin' });
    world.addUser({ login: 'taken-over' });
    const ada = jobsAs(service(), (await service().signIn('ada')).bearer);
    const other = jobsAs(service(), (await service().signIn('owner_octo')).bearer);
    const { id } = await ada.begin([{ email: 'taken@mail.example' }, { login: 'taken-over' }]);
    await ada.change(id, 'pause');
    await other.change(id, 'take-over');
    await runOut(service(), () => other.read(id));
    expect((await other.rows(id)).map(({ outcome }) => outcome)).toEqual(['refused', 'sent']);
    expect(control.count({ method: 'POST', path: '/orgs/acme/invitations' })).toBe(0);
  });
});
