import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../../support/browser.ts';
import { ENGINES, ENGINES_OF_RULES, type EngineName } from '../../../support/databases/engines.ts';
import { startService } from '../../../support/service/start-service.ts';

const LISTS = { path: '/installation/repositories' };
const INSTALLED = 12;

/** A service on whose code host the App is on twelve accounts of one person and nowhere else, none cached yet. */
async function serviceWithLists(engine: EngineName) {
  const service = await startService({ engine });
  onTestFinished(() => service.close());
  const { world, control } = service.simulator;
  for (const { id } of world.installations()) world.removeInstallation(id);
  world.addUser({ login: 'owner' });
  const { installationIds } = world.enlarge('owner', { organizations: INSTALLED, installations: INSTALLED });
  /** Installations whose list is cached. */
  const storedIds = async () => {
    const covered = await service.storage.installations.findCovered(installationIds);
    return covered.filter(({ list }) => list !== null).map(({ id }) => id);
  };
  return { service, control, installationIds, storedIds };
}

/** From now on the database takes no repository list. */
async function refuseLists(engine: EngineName, url: string): Promise<void> {
  const database = await ENGINES.find(({ name }) => name === engine)?.open({ url, migrate: false });
  const refusals = {
    SQLite: [
      `create trigger refuse before insert on host_installation_repositories
        begin select raise(abort, 'no list today'); end`,
    ],
    PostgreSQL: [
      `create function refuse() returns trigger as $$ begin raise exception 'no list today'; end $$ language plpgsql`,
      `create trigger refuse before insert on host_installation_repositories
        for each row execute function refuse()`,
    ],
  };
  for (const statement of refusals[engine]) await database?.rawQuery(statement);
}

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('repository lists on %s', (engine) => {
  test('that the status and a round ask for at once are asked for together, four of each at a time', async () => {
    const { service, control } = await serviceWithLists(engine);
    const { bearer } = await service.signIn('owner');
    const hold = control.hold(LISTS);
    const status = fetchOnce(`${service.url}/api/install/status`, { headers: bearer });
    await hold.arrived(4);
    const listed = Promise.withResolvers<void>();
    const round = service.upkeep((done, total) => {
      if (done === 0 && total === INSTALLED) listed.resolve();
    });
    await listed.promise;
    hold.release();

    expect([(await status).status, (await round).ok]).toEqual([200, true]);
    expect(control.maxInFlight(LISTS)).toBeLessThanOrEqual(8);
    // Installations that changed during the round are read again.
    expect(control.count(LISTS)).toBe(INSTALLED + 4);
  });

  test('of a round whose storage fails are fetched no further, and the round is not over before the last has come [Y-18]', async () => {
    const { service, control } = await serviceWithLists(engine);
    const other = await service.addInstance();
    await refuseLists(engine, service.databaseUrl);
    const hold = control.hold(LISTS);
    const round = service.upkeep();
    round.catch(() => {});
    await hold.arrived(4);
    hold.releaseSome(1);
    await expect.poll(() => control.requests(LISTS).filter(({ endedAt }) => endedAt !== null)).toHaveLength(1);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await other.upkeep()).toMatchObject({ ok: false, refusal: { kind: 'busy' } });
      await delay(20);
    }
    hold.release();

    await expect(round).rejects.toThrow('no list today');
    expect(control.count(LISTS)).toBe(4);
    expect(await service.storage.leases.acquire('upkeep', 'the next', 1_000)).toBe(true);
    expect(control.count(LISTS)).toBe(4);
  });

  test('are not asked for after the first answer that tells of a limit, and those others come first the next time [Y-20]', async () => {
    const { service, control, installationIds, storedIds } = await serviceWithLists(engine);
    const hold = control.hold(LISTS);
    const limited = service.upkeep();
    await hold.arrived(4);
    control.fault({ match: LISTS, kind: 'secondary-rate-limit', retryAfter: 3_000 });
    hold.release();
    expect(await limited).toMatchObject({
      ok: true,
      value: { listsFetched: 0, listsFailed: 4, limit: { kind: 'rate-limited', retryAt: expect.any(Date) } },
    });
    expect(control.count(LISTS)).toBe(4);

    control.clearFaults();
    const next = control.hold(LISTS);
    const round = service.upkeep();
    await next.arrived(4);
    for (let list = 5; list <= INSTALLED; list += 1) {
      next.releaseSome(1);
      await next.arrived(list);
    }
    // The last four that are held are those that failed; all others have been stored.
    await expect.poll(storedIds).toEqual(installationIds.slice(4));
    next.release();
    expect(await round).toMatchObject({ ok: true, value: { listsFetched: INSTALLED, limit: null } });
  });

  test('are not asked for when deliveries could not be, for a limit [Y-20]', async () => {
    const { service, control } = await serviceWithLists(engine);
    control.fault({ match: { path: '/app/hook/deliveries' }, kind: 'primary-rate-limit' });
    expect(await service.upkeep()).toMatchObject({
      ok: true,
      value: { added: INSTALLED, redelivered: null, listsFetched: 0, limit: { kind: 'rate-limited' } },
    });
    expect(control.count(LISTS)).toBe(0);
  });

  test('of a round that is told to stop are fetched no further [Y-18]', async () => {
    const { service, control, storedIds } = await serviceWithLists(engine);
    const hold = control.hold(LISTS);
    const stop = new AbortController();
    const round = service.upkeep(() => {}, stop.signal);
    await hold.arrived(4);
    stop.abort();
    expect(await round).toMatchObject({ ok: false, refusal: { kind: 'stopped' } });
    expect(await service.storage.leases.acquire('upkeep', 'the next', 1_000)).toBe(true);
    hold.release();

    await expect.poll(storedIds).toHaveLength(4);
    // A list behind them would have begun when one of them was stored.
    await delay(100);
    expect(control.count(LISTS)).toBe(4);
  });
});
