import { beforeEach, describe, expect, test } from 'vitest';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };
const LISTS = { method: 'GET', path: '/orgs/acme/invitations' };

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('where the code host fails at one row, on %s', (engine) => {
  const service = sharedService({ engine });
  let ada: ReturnType<typeof jobsAs>;
  beforeEach(async () => {
    service().clock.advance(2 * 3_600_000);
    service().simulator.control.reset();
    ada = jobsAs(service(), (await service().signIn('ada')).bearer);
  });

  /** Works whenever the job has something to do, whether it stopped in between or not; the reasons for which it did. */
  async function passTime(id: string, forMs: number): Promise<readonly (string | undefined)[]> {
    const { clock, workOnJobs } = service();
    const until = clock.now().getTime() + forMs;
    const reasons: (string | undefined)[] = [];
    while (clock.now().getTime() < until) {
      const nextAt = await workOnJobs();
      const { state, reason, endedAt } = await ada.read(id);
      if (endedAt !== null) break;
      if (state === 'limited') reasons.push(reason ?? undefined);
      clock.advance(Math.max(1_000, (nextAt?.getTime() ?? 0) - clock.now().getTime()));
    }
    return reasons;
  }

  test('the job says so, tries again a few times, and goes on with the others', async () => {
    const { control } = service().simulator;
    const match = { ...CREATIONS, body: { email: 'bad@mail.example' } };
    control.fault({ match, kind: 'reply', status: 500, body: { message: 'Server Error' } });
    const { id } = await ada.begin([{ email: 'bad@mail.example' }, { email: 'good@mail.example' }], 'one-row');
    const reasons = await passTime(id, 2 * 3_600_000);
    expect(new Set(reasons)).toEqual(new Set(['unreachable']));
    expect(await ada.read(id)).toMatchObject({ state: 'done', counts: { sent: 1, failed: 1 } });
    expect((await ada.rows(id))[0]).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/^Not sent/),
    });
    expect(control.count(match)).toBeLessThan(10);
  });

  test('a row that an outage hit is sent when that is over, however long it lasted', async () => {
    const { control } = service().simulator;
    const { id } = await ada.begin([{ email: 'outage@mail.example' }], 'outage');
    control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
    control.fault({ match: LISTS, kind: 'reply', status: 502, body: { message: 'Bad Gateway' } });
    await passTime(id, 6 * 3_600_000);
    expect(await ada.read(id)).toMatchObject({ state: 'limited', counts: { sending: 1 } });
    control.clearFaults();
    await passTime(id, 3_600_000);
    expect(await ada.read(id)).toMatchObject({ state: 'done', counts: { sent: 1 } });
    expect(control.creations('acme').byInvitee['outage@mail.example']).toBe(1);
  });

  test('a job that is cancelled ends, though what became of a row cannot be found out', async () => {
    const { control } = service().simulator;
    control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
    control.fault({ match: LISTS, kind: 'reply', status: 500, body: { message: 'Server Error' } });
    const { id } = await ada.begin([{ email: 'lost@mail.example' }, { email: 'next@mail.example' }], 'cancelled');
    await service().workOnJobs();
    expect((await ada.change(id, 'cancel')).json).toMatchObject({ job: { state: 'cancelled', endedAt: null } });
    await passTime(id, 2 * 3_600_000);
    expect(await ada.read(id)).toMatchObject({ state: 'cancelled', counts: { failed: 1, cancelled: 1 } });
  });
});
