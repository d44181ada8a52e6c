import { describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../../src/domain/limits.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { jobsAs, newPeople, runOut } from './jobs.ts';

const ROWS = 480;

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('the pace of invitation jobs on %s', (engine) => {
  const service = sharedService({ engine });

  test('is one a second and 450 in any hour for a person, over two organizations and two instances', {
    timeout: 300_000,
  }, async () => {
    const { simulator, clock, signIn, addInstance } = service();
    const { control } = simulator;
    for (const organization of ['acme', 'lumen-labs'])
      control.invitationQuota(organization, { limit: 10_000, used: 0 });
    const other = await addInstance();
    const { bearer } = await signIn('ada');
    const people = newPeople(service(), 'pace', ROWS).map((login) => ({ login }));
    const acme = jobsAs(service(), bearer);
    const lumen = jobsAs(other, bearer, 'lumen-labs');
    const first = await acme.begin(people.slice(0, ROWS / 2));
    const second = await lumen.begin(people.slice(ROWS / 2));

    const both = {
      clock,
      workOnJobs: async () => (await Promise.all([service().workOnJobs(), other.workOnJobs()]))[0],
    };
    for (const read of [() => acme.read(first.id), () => lumen.read(second.id)]) {
      expect(await runOut(both, read)).toMatchObject({ state: 'finished', counts: { sent: ROWS / 2 } });
    }
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
