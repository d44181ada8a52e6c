import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOB_PACE } from '../../src/lib/limits/jobs.ts';
import { jobsAs, newPeople } from '../features/invitations/jobs/jobs.ts';
import { previewed, started } from '../features/people-changes/changing.ts';
import { createBrowser, fetchOnce } from '../support/browser.ts';
import { type Instance, type Service, startService } from '../support/service/start-service.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

describe('two instances on PostgreSQL whose clocks are five minutes apart', () => {
  let service: Service;
  let slow: Instance;
  let fast: Instance;
  beforeAll(async () => {
    service = await startService({ engine: 'PostgreSQL' });
    slow = await service.addInstance({ machineAheadMs: 0 });
    fast = await service.addInstance({ machineAheadMs: FIVE_MINUTES_MS });
  });
  afterAll(() => service.close());

  const fromOneToOther = [
    ['fast', 'slow', () => [fast, slow] as const],
    ['slow', 'fast', () => [slow, fast] as const],
  ] as const;

  test.each(fromOneToOther)('a sign-in that is started on the %s one ends on the %s one', async (_, __, instances) => {
    const [one, other] = instances();
    const browser = createBrowser();
    const started = await browser.request(`${one.url}/api/auth/start?mode=mobile`);
    const back = await fetch(started.location ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ login: 'ada', decision: 'authorize' }),
    });
    const { pathname, search } = new URL(back.headers.get('location') ?? '');
    const cookie = `host_auth_csrf=${await browser.cookie(one.url, 'host_auth_csrf')}`;
    const answer = await fetchOnce(`${other.url}${pathname}${search}`, { headers: { cookie } });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('sessionToken')]);
  });

  test.each(fromOneToOther)('a preview of the %s one is carried out by the %s one', async (from, _, instances) => {
    const [one, other] = instances();
    const { bearer } = await service.signIn('ada');
    const where = { organization: 'acme', headers: bearer };
    const role = from === 'fast' ? 'admin' : 'member';
    const { preview } = await previewed(one, where, { kind: 'role', role }, ['grace']);
    const { id } = await started(other, where, [preview]);
    const jobs = jobsAs(other, bearer);
    const state = async () => {
      await other.workOnJobs();
      return (await jobs.read(id)).state;
    };
    await expect.poll(state, { interval: JOB_PACE.everyMs / 4 }).toBe('done');
    expect(await jobs.rows(id)).toMatchObject([{ login: 'grace', outcome: 'changed' }]);
  });

  test.each(fromOneToOther)('a job moves from the %s one to the %s one without waiting', async (from, _, instances) => {
    const [one, other] = instances();
    const ada = jobsAs(one, (await service.signIn('ada')).bearer);
    const people = newPeople(service, `move-${from}`, 25).map((login) => ({ login }));
    const { id } = await ada.begin(people, `move-${from}`);
    const sendsOn = async ({ workOnJobs }: Instance) => {
      const before = (await ada.read(id)).counts.sent;
      await expect
        .poll(
          async () => {
            await workOnJobs();
            return (await ada.read(id)).counts.sent;
          },
          { interval: JOB_PACE.everyMs / 4 },
        )
        .toBeGreaterThan(before);
    };
    await sendsOn(one);
    await sendsOn(other);
    await sendsOn(one);
    await ada.change(id, 'cancel');
  });
});
