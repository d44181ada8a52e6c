import { beforeEach, describe, expect, test } from 'vitest';
import { SENDING_UNKNOWN_MS } from '../../../src/lib/limits/jobs.ts';
import { jobsAs, newPeople, runOut, serviceForJobs } from '../../features/invitations/jobs/jobs.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { killWork } from './dead.ts';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a job whose work failed too often, on %s', (engine) => {
  const service = serviceForJobs({ engine });
  let ada: ReturnType<typeof jobsAs>;
  let key = 0;
  beforeEach(async () => {
    service().clock.advance(3_600_000);
    ada = jobsAs(service(), (await service().signIn('ada')).bearer);
    key += 1;
  });
  const begin = async () => {
    const rows = newPeople(service(), `dead-${key}`, 2).map((login) => ({ login }));
    return (await ada.begin(rows, `dead-${key}`)).id;
  };

  test('ends when it is cancelled with a row that may have been sent, so that the next one is not blocked', async () => {
    const id = await begin();
    const path = '/orgs/acme/invitations';
    service().simulator.control.fault({ match: { method: 'POST', path }, kind: 'reset', times: 1 });
    await service().workOnJobs();
    expect((await ada.read(id)).counts).toMatchObject({ sending: 1 });
    await killWork(service(), 'invitations');
    service().clock.advance(SENDING_UNKNOWN_MS);
    await service().workOnJobs();
    expect(await ada.read(id)).toMatchObject({ state: 'failed', reason: 'internal-error', counts: { sending: 1 } });
    await ada.change(id, 'cancel');
    expect((await runOut(service(), () => ada.read(id), 100)).state).toBe('cancelled');
    expect(await service().storage.dueWork.dead(null, 9)).toEqual([]);
  });

  test.each(['resume', 'take-over'])('has failed, and goes on with %s by the same person', async (verb) => {
    const id = await begin();
    await service().workOnJobs();
    await killWork(service(), 'invitations');
    expect(await ada.read(id)).toMatchObject({ state: 'failed', reason: 'internal-error', until: null });
    expect((await ada.change(id, verb)).status).toBe(200);
    expect((await runOut(service(), () => ada.read(id), 100)).state).toBe('done');
  });

  test('that was being cancelled ends when it is cancelled again', async () => {
    const id = await begin();
    const path = '/orgs/acme/invitations';
    service().simulator.control.fault({ match: { method: 'POST', path }, kind: 'reset', times: 1 });
    await service().workOnJobs();
    await ada.change(id, 'cancel');
    service().clock.advance(SENDING_UNKNOWN_MS);
    await killWork(service(), 'invitations');
    expect(await ada.read(id)).toMatchObject({ state: 'cancelled', endedAt: null });
    await ada.change(id, 'cancel');
    await service().workOnJobs();
    expect((await ada.read(id)).endedAt).not.toBeNull();
  });

  test('goes on when it was paused and is resumed', async () => {
    const id = await begin();
    await service().workOnJobs();
    await killWork(service(), 'invitations');
    for (const verb of ['pause', 'resume']) expect((await ada.change(id, verb)).status).toBe(200);
    expect((await runOut(service(), () => ada.read(id), 100)).state).toBe('done');
  });
});
