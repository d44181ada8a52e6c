import { expect, test } from 'vitest';
import { jobsAs, serviceForJobs } from './jobs.ts';
import { watchJob } from './watching.ts';

const service = serviceForJobs();

test('a job that nothing happens to is watched past every time limit of requests, with a sign of life now and then', async () => {
  const { bearer } = await service().signIn('ada');
  const jobs = jobsAs(service(), bearer);
  const { id } = await jobs.begin([{ login: 'edsger' }]);
  await jobs.change(id, 'pause');
  const watched = await watchJob(`${service().url}/api/organizations/acme/jobs/${id}`, bearer);
  await expect.poll(() => watched.text().split(':\n\n').length, { interval: 500 }).toBe(4);
  await jobs.change(id, 'cancel');
  expect(await watched.ended).toBe(true);
  expect(watched.jobs.map(({ state }) => state)).toEqual(['paused', 'cancelled']);
});
