import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { jobsAs, newPeople, runOut } from '../../features/invitations/jobs/jobs.ts';
import { watchJob } from '../../features/invitations/jobs/watching.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService({ engine: 'PostgreSQL' });
const CREATIONS = { method: 'POST', path: '/orgs/acme/invitations' };

/** Takes a database away, from everybody, and gives it back. */
async function away(url: string): Promise<() => Promise<unknown>> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  onTestFinished(() => client.end());
  const giveBack = () => client.query(`alter database "${name}" allow_connections true`);
  onTestFinished(async () => void (await giveBack()));
  await client.query(`alter database "${name}" allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return giveBack;
}

test('a database that goes away while a row is sent costs the streams, and no invitation', async () => {
  const { url, databaseUrl, simulator, clock, storage, signIn, workOnJobs } = service();
  const { bearer } = await signIn('ada');
  const ada = jobsAs(service(), bearer);
  const people = newPeople(service(), 'away', 3);
  const { id } = await ada.begin(
    people.map((login) => ({ login })),
    'away',
  );
  const watched = await watchJob(`${url}/api/organizations/acme/jobs/${id}`, bearer);
  const hold = simulator.control.hold(CREATIONS, 'after');
  const working = workOnJobs();
  await hold.arrived(1);
  const giveBack = await away(databaseUrl);
  hold.release();
  // The server ends a connection in use, and refuses a new one: which error comes first is up to timing.
  await expect(working).rejects.toThrow(
    /terminating connection|Connection terminated|not currently accepting|database is not responding/,
  );
  expect((await ada.ask(`/${id}`)).status).toBe(503);
  expect(await watched.ended).toBe(true);
  await giveBack();
  // The lease of the call that failed would end by the time of the database.
  await expect.poll(() => storage.dueWork.shortenLeases(0).then(String, String)).toBe('undefined');
  await expect
    .poll(async () => {
      clock.advance(1_000);
      await workOnJobs();
      return (await ada.read(id)).counts.sending;
    })
    .toBe(0);
  expect(await runOut(service(), () => ada.read(id))).toMatchObject({ state: 'done', counts: { sent: 3 } });
  expect(simulator.control.creations('acme').byInvitee).toEqual(Object.fromEntries(people.map((login) => [login, 1])));
});
