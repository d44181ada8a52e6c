import { afterEach, describe, expect, test } from 'vitest';
import { ENGINES } from '../../../support/databases/engines.ts';
import { misfitsIn } from '../../../support/described-calls.ts';
import { inSeries } from '../../../support/series.ts';
import { jobsAs, newPeople, serviceForJobs } from './jobs.ts';

const ROWS = inSeries(120, 60, 300);
const BATCH = 50;

describe.each(ENGINES.map(({ name }) => name))('an invitation job beside mass invites, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  afterEach(() => expect(misfitsIn(service().simulator, 'cloud')).toEqual([]));

  const postAs = (headers: Readonly<Record<string, string>>) => (path: string, body: object) =>
    fetch(`${service().url}/api/organizations/acme/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test(`leaves room for them in every minute and hour of ${ROWS} rows`, async () => {
    const { simulator, clock, signIn, workOnJobs, storage } = service();
    const { control, world } = simulator;
    control.invitationQuota('acme', { limit: 10_000, used: 0 });
    const { bearer } = await signIn('ada');
    const post = postAs(bearer);
    const jobs = jobsAs(service(), bearer);
    const rows = newPeople(service(), 'beside', ROWS).map((login) => ({ login }));
    const { id } = await jobs.begin(rows);
    const organizationId = world.organization('acme')?.id ?? 0;
    const before = new Date(clock.now().getTime() - 1);

    const counted = () => storage.jobs.sentSince(organizationId, before);
    const sentAtOnce = new Set<number>();
    const sendAtOnce = async (send: () => Promise<Response>) => {
      const { length } = control.creationTimes('ada');
      const { count } = await counted();
      expect((await send()).status).toBe(200);
      for (let index = length; index < control.creationTimes('ada').length; index += 1) sentAtOnce.add(index);
      // It does not wait until it is counted.
      await expect.poll(async () => (await counted()).count).toBeGreaterThan(count);
    };
    const batchAfter = new Set([10, 20, 100, 101, 200, 250]);
    let expected = 0;
    for (;;) {
      if ((await storage.jobs.open('invitations')).length === 0) break;
      const now = clock.now();
      const dueAt = (await storage.dueWork.nextDueAt(['invitations'], now)) ?? now;
      const waitMs = dueAt.getTime() - now.getTime();
      if (waitMs > 0) clock.advance(waitMs);
      await workOnJobs();
      const sent = control.creationTimes('ada').length - sentAtOnce.size;
      if (batchAfter.delete(sent)) {
        const userLogins = newPeople(service(), `batch-${sent}`, BATCH - 1);
        await sendAtOnce(() => post('mass-invite', { userLogins: [...userLogins, 'no-such-person'] }));
        expected += BATCH - 1;
        if (sent === 20) {
          const open = world.openInvitations('acme').slice(-7);
          await sendAtOnce(() => post('invitations/send-again', { ids: open.map((each) => each.id) }));
          expected += 7;
        }
      }
    }
    expect(await jobs.read(id)).toMatchObject({ state: 'done', counts: { sent: ROWS } });
    expect(sentAtOnce.size).toBeGreaterThanOrEqual(expected);

    const times = control.creationTimes('ada');
    for (const [index, at] of times.entries()) {
      if (sentAtOnce.has(index)) continue;
      const within = (ms: number) => times.slice(0, index + 1).filter((time) => time > at - ms).length;
      expect(within(60_000), `the minute before call ${index}`).toBeLessThanOrEqual(60);
      expect(within(3_600_000), `the hour before call ${index}`).toBeLessThanOrEqual(450);
    }
    await expect.poll(async () => (await counted()).count).toBe(ROWS + expected);
    const { firstAt } = await storage.jobs.sentSince(organizationId, clock.now());
    expect(firstAt).toBeNull();
  });

  test('waits out the quota from the first that was sent at once, and is not in the way of mass invites', async () => {
    const { simulator, clock, signIn, workOnJobs, storage } = service();
    clock.advance(25 * 3_600_000);
    const { bearer } = await signIn('ada');
    const { control } = simulator;
    control.invitationQuota('acme', { limit: 2, used: 0 });
    const people = newPeople(service(), 'quota-batch', 3);
    const sentAt = clock.now().getTime();
    await postAs(bearer)('mass-invite', { userLogins: people.slice(0, 2) });
    // Removes them from the lists, as if people answered at once.
    for (const { id } of simulator.world.openInvitations('acme')) control.platform.cancelInvitation('acme', id);
    const jobs = jobsAs(service(), bearer);
    const { id } = await jobs.begin([{ login: people[2] }], 'quota');
    await workOnJobs();
    expect((await jobs.read(id)).counts).toMatchObject({ ready: 1 });
    clock.advance(5_000);
    await workOnJobs();
    const { reason, until } = await jobs.read(id);
    expect(reason).toBe('over-quota');
    expect(Date.parse(until ?? '') - sentAt).toBe(86_401_000);
    await storage.jobs.clear(new Date(clock.now().getTime() + 3 * 86_400_000), {
      rowsMs: 30 * 86_400_000,
      addressesMs: 7 * 86_400_000,
      filesMs: 86_400_000,
    });
    const kept = await storage.jobs.sentSince(simulator.world.organization('acme')?.id ?? 0, new Date(sentAt));
    expect(kept.count).toBe(0);
    await jobs.change(id, 'cancel');
  });
});
