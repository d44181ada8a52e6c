import { describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../../src/domain/limits.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import type { Instance } from '../../support/service/start-service.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const ROWS = 480;
/** While both organizations have rows, and two instances compete: at the start, and where the hour is full. */
const ROWS_SHARED = 20;

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
    const rows = Array.from({ length: ROWS }, (_, place) => ({ email: `pace-${place}@mail.example` }));
    const sent = () => control.creationTimes('ada').length;
    /** Lets time pass while something is left to do, or until so much has been sent. */
    const work = async (workers: typeof instances, until = Number.POSITIVE_INFINITY): Promise<void> => {
      while (sent() < until) {
        const { ids, nextAt } = await storage.invitationJobs.due(clock.now());
        if (ids.length > 0) await Promise.all(workers.map(({ workOnJobs }) => workOnJobs()));
        else if (nextAt === null) return;
        else clock.advance(nextAt.getTime() - clock.now().getTime());
      }
    };

    const first = await acme.begin(rows.slice(2 * ROWS_SHARED));
    const second = await lumen.begin(rows.slice(0, ROWS_SHARED), 'second');
    await work(instances, 2 * ROWS_SHARED);
    await work(instances.slice(1), JOB_PACE.perHour - ROWS_SHARED);
    const third = await lumen.begin(rows.slice(ROWS_SHARED, 2 * ROWS_SHARED), 'third');
    await work(instances);
    const ended = [await acme.read(first.id), await lumen.read(second.id), await lumen.read(third.id)];
    expect(ended.map(({ state, counts }) => [state, counts.sent])).toEqual([
      ['finished', ROWS - 2 * ROWS_SHARED],
      ['finished', ROWS_SHARED],
      ['finished', ROWS_SHARED],
    ]);
    const pace = control.creationCalls('ada');
    expect(pace.count).toBe(ROWS);
    expect(pace.mostInAMinute).toBeLessThanOrEqual(60);
    expect(pace.mostInAMinute).toBeGreaterThan(50);
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
      state: 'stopped',
      stop: { reason: 'rate-limited' },
      counts: { sent: 1, ready: 1 },
    });
    expect(Date.parse(stopped.stop?.until ?? '') - clock.now().getTime()).toBeGreaterThan(80_000);
    clock.advance(91_000);
    await service().workOnJobs();
    expect(await runOut(service(), () => jobs.read(id))).toMatchObject({ state: 'finished', counts: { sent: 2 } });
    control.secondaryLimit(null);
  });
});
