import { expect, onTestFinished, test } from 'vitest';
import { tableLocksOf } from '../../../src/database/migrations/table-locks.ts';
import { exportsAs } from '../../features/access-exports/exporting.ts';
import { jobsAs, newPeople, runOut } from '../../features/invitations/jobs/jobs.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { startService } from '../../support/service/start-service.ts';
import { postWebhook } from '../../support/webhooks.ts';

type Query = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** Has PostgreSQL note at each statement that writes a table which tables its transaction has locked for writes. */
async function noteWrites(query: Query): Promise<readonly string[]> {
  const found = await query(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const tables = found.map(({ name }) => String(name));
  await query('create table written (position bigserial, transaction bigint not null, held text[] not null)');
  await query(`create function note_write() returns trigger as $$
    begin
      insert into written (transaction, held) select txid_current(), array_agg(class.relname)
        from pg_locks as lock inner join pg_class as class on class.oid = lock.relation and class.relkind = 'r'
        where lock.pid = pg_backend_pid() and lock.mode = 'RowExclusiveLock';
      return null;
    end
  $$ language plpgsql`);
  for (const table of tables) {
    await query(`create trigger noting before insert or update or delete on ${table}
      for each statement execute function note_write()`);
  }
  return tables;
}

test('transactions of requests lock tables in the order in which a migration does', async () => {
  const service = await startService({ engine: 'PostgreSQL' });
  onTestFinished(() => service.close());
  const { url, databaseUrl, simulator, signIn, upkeep, workOnJobs, clock } = service;
  clock.stop();
  const engine = ENGINES.find(({ name }) => name === 'PostgreSQL') as (typeof ENGINES)[number];
  const { rawQuery } = await engine.open({ url: databaseUrl, migrate: false });
  const tables = await noteWrites(rawQuery);

  await upkeep();
  const { bearer } = await signIn('ada');
  const again = await signIn('ada');
  const [first = '', second = '', third = ''] = newPeople(service, 'locked', 3);
  const invited = await fetchOnce(`${url}/api/organizations/acme/mass-invite`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ userLogins: [first] }),
  });
  expect(invited.status).toBe(200);
  const jobs = jobsAs(service, bearer);
  const { id } = await jobs.begin([{ login: second }], 'locked');
  await jobs.change(id, 'pause');
  await jobs.change(id, 'resume');
  await runOut(service, () => jobs.read(id));
  const cancelled = await jobs.begin([{ login: third }], 'cancelled');
  await jobs.change(cancelled.id, 'cancel');
  expect((await exportsAs(service, bearer, 'acme').begin()).status).toBe(202);
  for (let step = 0; step < 20; step += 1) await workOnJobs();
  await fetchOnce(`${url}/api/organizations/acme/audit-trail.csv`, { headers: bearer });
  simulator.world.addOrganization({ login: 'newcomer' });
  simulator.control.platform.install({ account: 'newcomer' });
  await simulator.control.settled();
  await postWebhook(url, { event: 'ping', body: '{}' });
  await fetchOnce(`${url}/api/auth/logout`, { method: 'POST', headers: again.bearer });
  await upkeep();

  const order = tableLocksOf(tables.map((table) => `update ${table} set x = 1`)).map(({ table }) => String(table));
  const rows = await rawQuery('select transaction, held from written order by position');
  const wrong = new Set<string>();
  const seen = new Set<string>();
  for (const steps of Map.groupBy(rows, ({ transaction }) => transaction).values()) {
    let held: readonly string[] = [];
    for (const step of steps) {
      const now = order.filter((table) => (step.held as readonly string[]).includes(table));
      for (const table of now) seen.add(table);
      const added = now.filter((table) => !held.includes(table));
      const last = held.at(-1);
      for (const table of added)
        if (last !== undefined && order.indexOf(table) < order.indexOf(last)) wrong.add(`${table} after ${last}`);
      held = now;
    }
  }
  expect(wrong).toEqual(new Set());
  expect(seen.size).toBeGreaterThan(15);
});
