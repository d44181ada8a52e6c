import { expect, test } from 'vitest';
import { eventOf } from '../../audit/store/trails.ts';
import { jobsAs } from '../../features/invitations/jobs/jobs.ts';
import { watchJob } from '../../features/invitations/jobs/watching.ts';
import { configuredHost, runReady, signIn } from '../../program/configured.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService({ engine: 'PostgreSQL' });
const RIGHTS = { method: 'GET', path: '/user/memberships/orgs/acme' };

test('an instance that closes does not wait until the code host has said who may go on watching', async () => {
  const { simulator, clock, signIn } = service();
  const { bearer } = await signIn('ada');
  const ada = jobsAs(service(), bearer);
  const { id } = await ada.begin([{ login: 'edsger' }], 'watched');
  await ada.change(id, 'pause');
  const other = await service().addInstance();
  const watched = await watchJob(`${other.url}/api/organizations/acme/jobs/${id}`, bearer);
  await expect.poll(() => watched.jobs.length).toBe(1);
  clock.advance(61_000);
  const hold = simulator.control.hold(RIGHTS, 'before');
  // By nobody whose rights would be asked for here.
  const organizationId = simulator.world.organization('acme')?.id ?? 0;
  await service().storage.jobs.moveWithEntry(
    { id, organizationId },
    'cancel',
    {},
    {
      entry: () => eventOf({ organization: { id: organizationId, login: 'acme' } }),
      at: clock.now(),
      within: null,
    },
  );
  await hold.arrived(1);
  const closed = other.close().then(() => true);
  // The code host is silent until after that.
  expect(await watched.ended).toBe(true);
  hold.release();
  expect(await closed).toBe(true);
  expect(watched.jobs.map(({ state }) => state)).toEqual(['paused']);
});

test('a service that is told to stop sends no row after the call that is under way', async () => {
  const { simulator, env } = await configuredHost(await freshDatabaseUrl('SQLite'));
  const { program, url } = await runReady({ ...env, LOG_LEVEL: 'warn' });
  const ada = jobsAs({ url }, await signIn(url, 'ada'));
  const hold = simulator.control.hold({ method: 'POST', path: '/graphql' });
  await ada.begin([{ login: 'edsger' }], 'stopped');
  await hold.arrived(1);
  const ended = program.stop();
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  hold.release();
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(simulator.control.count({ method: 'POST', path: '/orgs/acme/invitations' })).toBe(0);
});
