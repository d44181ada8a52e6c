import type { JobReason } from '@orgdesk/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventOf } from '../../audit/store/trails.ts';
import { newPeople, serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { misfitsIn } from '../../support/described-calls.ts';
import { MINUTE_MS, type Organization, organizationWithAppWork } from './continuing.ts';

let count = 0;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a job that the App continues, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));
  let house: Organization;
  beforeEach(async () => {
    house = await organizationWithAppWork(service());
    await house.signIn(house.grace);
  });

  async function sendOne(): Promise<void> {
    service().clock.advance(2_000);
    await service().workOnJobs();
  }

  /** One row is sent for `ada` while she is signed in, one by the App after she signed out; three are left. */
  async function begun(signOut: () => Promise<unknown> = () => house.signOut(house.ada)): Promise<string> {
    count += 1;
    const rows = newPeople(service(), `stops-${engine.toLowerCase()}-${count}`, 5).map((login) => ({ login }));
    const { id } = await house.begin(house.ada, rows, `stops-${count}`);
    await sendOne();
    await signOut();
    await sendOne();
    expect(await house.jobs(house.grace).read(id)).toMatchObject({
      state: 'running',
      runBy: house.ada,
      continuesAfterSignOut: true,
      counts: { sent: 2, ready: 3 },
    });
    return id;
  }

  const arrived = () => service().simulator.control.invitations(house.organization).length;
  const changeTokens = () =>
    service()
      .simulator.control.issuedScopes()
      .filter(({ installationId, permissions }) => {
        const { members } = permissions as { readonly members?: string };
        return installationId === house.installationId && members === 'write';
      }).length;

  async function expectStopped(id: string, reason: JobReason): Promise<void> {
    const before = [arrived(), changeTokens()];
    await sendOne();
    const job = await house.jobs(house.grace).read(id);
    expect(job).toMatchObject({ state: 'failed', reason, counts: { sent: 2, ready: 3, sending: 0 } });
    await sendOne();
    expect([arrived(), changeTokens()]).toEqual(before);
  }

  const endSessions = (path: string) => house.post(house.ada, `/api/auth/sessions${path}`, {});
  const sessionsOf = async (login: string) =>
    (
      (await fetchOnce(`${service().url}/api/auth/sessions`, { headers: house.headersOf(login) })).json as {
        readonly sessions: readonly { readonly id: string; readonly isCurrent: boolean }[];
      }
    ).sessions;

  test('stops when its person is no owner any more', async () => {
    const id = await begun();
    service().simulator.world.setRole(house.organization, house.ada, 'member');
    await expectStopped(id, 'rights-lost');
  });

  test('stops when its person has left the organization', async () => {
    const id = await begun();
    service().simulator.control.platform.removeMember(house.organization, house.ada);
    await expectStopped(id, 'rights-lost');
  });

  test('follows its person to another login, and the organization to another', async () => {
    const id = await begun();
    const { world } = service().simulator;
    world.renameUser(house.ada, `${house.ada}-now`);
    await sendOne();
    world.renameOrganization(house.organization, `${house.organization}-now`);
    await sendOne();
    const job = await service().storage.jobs.find({ organizationId: house.organizationId, id });
    expect(job).toMatchObject({ organizationLogin: `${house.organization}-now`, counts: { sent: 4 } });
  });

  test('goes on with the latest installation of the App', async () => {
    const id = await begun();
    const { world } = service().simulator;
    world.removeInstallation(house.installationId);
    world.addInstallation({ account: house.organization });
    await service().upkeep();
    await sendOne();
    expect((await house.jobs(house.grace).read(id)).counts).toMatchObject({ sent: 3 });
  });

  test('stops when the code host never accepts the refresh token again, as after a withdrawn authorization', async () => {
    const { control } = service().simulator;
    control.invitationQuota(house.organization, { limit: 1, used: 0 });
    const rows = newPeople(service(), `spent-${engine.toLowerCase()}`, 2).map((login) => ({ login }));
    const { id } = await house.begin(house.ada, rows, 'spent');
    await sendOne();
    await sendOne();
    expect(await house.jobs(house.grace).read(id)).toMatchObject({ state: 'limited', reason: 'over-quota' });
    control.revokeTokens(house.ada);
    service().clock.advance((8 * 60 - 8) * MINUTE_MS);
    for (let minute = 0; minute < 10; minute += 1) {
      await service().workOnJobs();
      service().clock.advance(MINUTE_MS);
    }
    service().clock.advance(25 * 60 * MINUTE_MS);
    await service().workOnJobs();
    await house.signIn(house.grace);
    expect(await house.jobs(house.grace).read(id)).toMatchObject({
      state: 'failed',
      reason: 'approval-withdrawn',
      counts: { sent: 1 },
    });
  });

  test('is not approved by a request whose session ended meanwhile', async () => {
    const { jobs } = service().storage;
    const [current] = await jobs.ofOrganization(house.organizationId, null, 1);
    expect(current).toBeUndefined();
    const id = await begun();
    const job = await jobs.find({ organizationId: house.organizationId, id });
    if (job === null) throw new Error('the job is gone');
    const runs = { by: job.runBy, sessionKey: job.sessionKey };
    const entry = () => eventOf({ organization: { id: house.organizationId, login: house.organization } });
    const change = { runs, approvedVersion: 1, tries: 0 };
    await jobs.moveWithEntry(job, 'pause', {}, { entry, at: service().clock.now(), within: null });
    await jobs.moveWithEntry(job, 'take-over', change, { entry, at: service().clock.now(), within: null });
    expect((await jobs.find(job))?.approval).toBe('withdrawn');
  });

  test('stops when an owner ends it for the organization, and stays so when it is allowed again', async () => {
    const id = await begun();
    expect((await house.turn(house.grace, false)).status).toBe(200);
    expect(await house.jobs(house.grace).read(id)).toMatchObject({ continuesAfterSignOut: false });
    expect((await house.turn(house.grace, true)).status).toBe(200);
    await expectStopped(id, 'app-work-off');
    const changes = await house.entries(house.grace, 'organization.app_work_changed');
    expect(changes.map(({ actor, before, after }) => [actor?.login, before, after])).toEqual([
      [house.ada, { isOn: false }, { isOn: true }],
      [house.grace, { isOn: true }, { isOn: false }],
      [house.grace, { isOn: false }, { isOn: true }],
    ]);
  });

  test('stops when its person ends all other sessions, in a later one', async () => {
    const id = await begun();
    await house.signIn(house.ada);
    expect((await endSessions('/end-others')).status).toBe(200);
    await expectStopped(id, 'approval-withdrawn');
  });

  test('never begins when its person ends the session in which they approved it, from another one', async () => {
    const rows = newPeople(service(), `named-${engine.toLowerCase()}`, 3).map((login) => ({ login }));
    const { id } = await house.begin(house.ada, rows, 'named');
    const [approving] = await sessionsOf(house.ada);
    await house.signIn(house.ada);
    expect((await endSessions(`/${approving?.id}/end`)).json).toEqual({ ended: 1 });
    await sendOne();
    expect(await house.jobs(house.grace).read(id)).toMatchObject({
      state: 'failed',
      reason: 'approval-withdrawn',
      continuesAfterSignOut: false,
      counts: { sent: 0 },
    });
    expect(changeTokens()).toBe(0);
  });

  test('stops when its person withdraws the authorization', async () => {
    const id = await begun();
    service().simulator.control.platform.revokeAuthorization(house.ada);
    await service().simulator.control.settled();
    await expectStopped(id, 'approval-withdrawn');
  });

  test('stops when the App is suspended, whether or not the event has arrived', async () => {
    const id = await begun();
    service().simulator.world.suspendInstallation(house.installationId, house.grace);
    await expectStopped(id, 'app-suspended');
  });

  test('stops when the App is uninstalled', async () => {
    const id = await begun();
    service().simulator.world.removeInstallation(house.installationId);
    await expectStopped(id, 'app-missing');
  });

  test('stops when the organization takes back the permission, and names it', async () => {
    const id = await begun();
    service().simulator.world.setInstallationPermissions(house.installationId, {
      metadata: 'read',
      members: 'read',
    });
    service().simulator.control.expireInstallationTokens();
    await expectStopped(id, 'needs-person');
  });

  test('goes on after sessions ended by themselves, for whoever approved it', async () => {
    const id = await begun(async () => {
      service().clock.advance(25 * 60 * MINUTE_MS);
      await house.signIn(house.grace);
    });
    for (let left = 3; left > 0; left -= 1) await sendOne();
    expect(await house.jobs(house.grace).read(id)).toMatchObject({ counts: { sent: 5 } });
    const entries = (await house.entries(house.grace, 'invitation.sent')).filter(({ way }) => way === 'job');
    expect(entries.map(({ carriedOutBy, actor }) => [carriedOutBy, actor?.login])).toEqual([
      [null, house.ada],
      ...[1, 2, 3, 4].map(() => ['app', house.ada]),
    ]);
  });
});
