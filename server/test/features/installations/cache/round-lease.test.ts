import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ROUND_LEASE_MS } from '../../../../src/lib/limits/installations.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import { pausedDatabase } from '../../../support/databases/paused-database.ts';
import { startService } from '../../../support/service/start-service.ts';

const INSERTS_WAIT = `
  create function wait_to_insert() returns trigger as $$
    begin perform pg_advisory_xact_lock(1); return new; end
  $$ language plpgsql;
  create trigger wait_to_insert before insert on leases for each row execute function wait_to_insert();
`;

test('a round that is stopped while its lease is being extended leaves no lease behind', async () => {
  const service = await startService({ engine: 'PostgreSQL' });
  onTestFinished(() => service.close());
  const [postgres] = ENGINES.filter(({ name }) => name === 'PostgreSQL');
  const database = await postgres?.open({ url: service.databaseUrl, migrate: false });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());

  const hold = service.simulator.control.hold({ path: '/app/installations' });
  const stop = new AbortController();
  const round = service.upkeep(() => {}, stop.signal);
  await hold.arrived(1);
  await database?.rawQuery(INSERTS_WAIT);
  const paused = await pausedDatabase(service.databaseUrl, 'select pg_advisory_xact_lock(1)');
  vi.advanceTimersByTime(ROUND_LEASE_MS / 3);
  await paused.awaited();
  stop.abort();
  // Time for a round that does not wait for the extension to give the lease back before it.
  await Promise.race([round, delay(200)]);
  await paused.resume();

  expect(await round).toMatchObject({ ok: false, refusal: { kind: 'stopped' } });
  await expect.poll(() => database?.rawQuery("select 1 from pg_locks where locktype = 'advisory'")).toEqual([]);
  expect(await database?.rawQuery('select * from leases')).toEqual([]);
  hold.release();
});
