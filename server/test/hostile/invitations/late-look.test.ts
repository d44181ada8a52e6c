import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { jobsAs, newPeople, runOut } from '../../features/invitations/jobs/jobs.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService({ engine: 'PostgreSQL' });
const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };

test('a look that comes back after another instance sends the row does not have it sent once more', async () => {
  const { databaseUrl, simulator, clock, signIn } = service();
  const { control } = simulator;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const endLeases = () => client.query('update due_work set lease_until = 1');
  const other = await service().addInstance();
  const ada = jobsAs(service(), (await signIn('ada')).bearer);
  const [login = ''] = newPeople(service(), 'late', 1);
  const { id } = await ada.begin([{ login }], 'late');
  control.fault({ match: CREATIONS, times: 1, kind: 'reset' });
  await service().workOnJobs();
  clock.advance(40_000);

  const reads = control.hold({ path: `/orgs/acme/memberships/${login}` }, 'after');
  const first = service().workOnJobs();
  await reads.arrived(1);
  await endLeases();
  const late = other.workOnJobs();
  await reads.arrived(2);
  reads.releaseSome(1);
  await first;
  await endLeases();
  const sends = control.hold(CREATIONS);
  const sending = service().workOnJobs();
  await sends.arrived(1);
  reads.release();
  await late;
  expect((await ada.read(id)).counts).toMatchObject({ ready: 0, sending: 1 });
  sends.release();
  await sending;
  expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'done', counts: { sent: 1 } });
  expect(control.count(CREATIONS)).toBe(2);
});
