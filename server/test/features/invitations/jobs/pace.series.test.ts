import { describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import type { Instance } from '../../../support/service/start-service.ts';
import { massInvite } from '../mass/inviting.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const BATCH = 50;
const BATCHES = 7;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the pace of invitation jobs on %s', (engine) => {
  const service = serviceForJobs({ engine });

  test('is one a second and 450 in any hour for a person, over two organizations and two instances', async () => {
    const { simulator, clock, signIn, addInstance, storage } = service();
    const { control } = simulator;
    for (const organization of ['acme', 'lumen-labs'])
      control.invitationQuota(organization, { limit: 10_000, used: 0 });
    const instances: readonly Pick<Instance, 'workOnJobs'>[] = [service(), await addInstance()];
    const { bearer } = await signIn('ada');
    const [acme, lumen] = [jobsAs(service(), bearer), jobsAs(service(), bearer, 'lumen-labs')];
    const begin = async (jobs: typeof acme, key: string, count: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({ email: `${key}-${index}@mail.example` }));
      const { id } = await jobs.begin(rows, key);
      return async () => expect(await jobs.read(id)).toMatchObject({ state: 'done', counts: { sent: count } });
    };
    const sent = () => control.creationTimes('ada').length;
    /** Lets time pass while something is left to do, or until so much has been sent. */
    const work = async (workers: typeof instances, until = Number.POSITIVE_INFINITY): Promise<void> => {
      while (sent() < until) {
        if ((await storage.jobs.open('invitations')).length === 0) return;
        const now = clock.now();
        const dueAt = (await storage.dueWork.nextDueAt(['invitations'], now)) ?? now;
        const waitMs = dueAt.getTime() - now.getTime();
        if (waitMs <= 0) await Promise.all(workers.map(({ workOnJobs }) => workOnJobs()));
        else clock.advance(waitMs);
      }
    };

    // Both instances at once where they compete for an invitation: at the start, and where the hour is full.
    const ends = [await begin(acme, 'acme-first', 55), await begin(lumen, 'lumen-first', 10)];
    await work(instances, 20);
    await work(instances.slice(1));
    const first = control.creationCalls('ada');
    const before = clock.now();
    expect([first.count, first.mostInAMinute]).toEqual([65, Math.floor(60_000 / JOB_PACE.everyMs) + 1]);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      clock.advance(60_000);
      const userLogins = newPeople(service(), `pace-${batch}`, BATCH);
      expect((await massInvite(service().url, 'acme', bearer, { userLogins })).status).toBe(200);
    }
    // A mass invite does not wait until it is counted.
    const counted = () => storage.jobs.sentSince(simulator.world.organization('acme')?.id ?? 0, before);
    await expect.poll(async () => (await counted()).count).toBe(BATCHES * BATCH);
    ends.push(await begin(acme, 'acme-second', 45));
    await work(instances.slice(1), JOB_PACE.perHour - 10);
    ends.push(await begin(lumen, 'lumen-second', 10));
    await work(instances);
    for (const end of ends) await end();
    const pace = control.creationCalls('ada');
    expect(pace.count).toBe(65 + BATCHES * BATCH + 55);
    expect(pace.mostInAMinute).toBeLessThanOrEqual(60);
    expect(pace.mostInAnHour).toBe(JOB_PACE.perHour);
  });

  test('waits for as long as the code host says, and tells so', async () => {
    const { simulator, clock, signIn } = service();
    clock.advance(2 * 3_600_000);
    const { control } = simulator;
    control.secondaryLimit({ perMinute: 1, retryAfter: 90 });
    const jobs = jobsAs(service(), (await signIn('ada')).bearer);
    const people = newPeople(service(), 'limited', 2).map((login) => ({ login }));
    const { id } = await jobs.begin(people, 'limited');
    const stopped = await runOut(service(), () => jobs.read(id));
    expect(stopped).toMatchObject({
      state: 'limited',
      reason: 'rate-limited',
      counts: { sent: 1, ready: 1 },
    });
    expect(Date.parse(stopped.until ?? '') - clock.now().getTime()).toBeGreaterThan(80_000);
    clock.advance(91_000);
    await service().workOnJobs();
    expect(await runOut(service(), () => jobs.read(id))).toMatchObject({ state: 'done', counts: { sent: 2 } });
    control.secondaryLimit(null);
  });
});
