import { beforeEach, describe, expect, test } from 'vitest';
import { JOB_UNREACHABLE_MS, SENDING_UNKNOWN_MS } from '../../../../src/lib/limits/jobs.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from './jobs.ts';

const MINUTE_MS = 60_000;
const PUT_BACK = [10 * MINUTE_MS, 2 * 60 * MINUTE_MS];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))(
  'an invitation job whose clock is put back, on %s',
  (engine) => {
    const service = serviceForJobs({ engine });
    let ada: ReturnType<typeof jobsAs>;
    let key = 0;
    beforeEach(async () => {
      const { simulator, signIn, clock } = service();
      clock.advance(8 * 60 * MINUTE_MS);
      simulator.control.reset();
      ada = jobsAs(service(), (await signIn('ada')).bearer);
      key += 1;
    });

    const runOutWithin = async (worker: Parameters<typeof runOut>[0], id: string) => {
      const { clock } = service();
      const from = clock.now().getTime();
      const job = await runOut({ ...worker, clock }, () => ada.read(id), 400);
      return { job, tookMs: clock.now().getTime() - from };
    };

    test.each(PUT_BACK)('by %i ms goes on at once', async (ms) => {
      const { clock, workOnJobs } = service();
      const people = newPeople(service(), `back-${key}`, 4).map((login) => ({ login }));
      const { id } = await ada.begin(people, `back-${key}`);
      await workOnJobs();
      expect((await ada.read(id)).counts).toMatchObject({ sent: 1, ready: 3 });
      clock.advance(-ms);
      const { job, tookMs } = await runOutWithin(service(), id);
      expect(job).toMatchObject({ state: 'done', counts: { sent: 4 } });
      expect(tookMs).toBeLessThan(MINUTE_MS);
    });

    test.each(PUT_BACK)('by %i ms while nothing runs goes on where it is started again', async (ms) => {
      const { clock, workOnJobs, addInstance } = service();
      const people = newPeople(service(), `again-${key}`, 3).map((login) => ({ login }));
      const { id } = await ada.begin(people, `again-${key}`);
      await workOnJobs();
      clock.advance(-ms);
      const { job, tookMs } = await runOutWithin({ ...(await addInstance()), clock }, id);
      expect(job).toMatchObject({ state: 'done', counts: { sent: 3 } });
      expect(tookMs).toBeLessThan(MINUTE_MS);
    });

    test.each(PUT_BACK)('by %i ms soon looks up a row that may have been sent', async (ms) => {
      const { clock, workOnJobs, simulator } = service();
      const people = newPeople(service(), `unknown-${key}`, 2).map((login) => ({ login }));
      const { id } = await ada.begin(people, `unknown-${key}`);
      simulator.control.fault({
        match: { method: 'POST', path: '/orgs/acme/invitations' },
        kind: 'reset',
        times: 1,
      });
      await workOnJobs();
      expect((await ada.read(id)).counts).toMatchObject({ sending: 1 });
      clock.advance(-ms);
      const { job, tookMs } = await runOutWithin(service(), id);
      expect(job).toMatchObject({ state: 'done', counts: { sent: 2 } });
      expect(tookMs).toBeLessThan(SENDING_UNKNOWN_MS + MINUTE_MS);
    });

    test.each(PUT_BACK)('by %i ms waits no longer for a code host that was away', async (ms) => {
      const { clock, workOnJobs, simulator } = service();
      const people = newPeople(service(), `away-${key}`, 1).map((login) => ({ login }));
      const { id } = await ada.begin(people, `away-${key}`);
      simulator.control.fault({ match: { path: '/graphql' }, kind: 'reset' });
      expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'limited' });
      simulator.control.clearFaults();
      clock.advance(-ms);
      await workOnJobs();
      clock.advance(JOB_UNREACHABLE_MS);
      await workOnJobs();
      expect((await runOutWithin(service(), id)).job).toMatchObject({ state: 'done', counts: { sent: 1 } });
    });
  },
);
