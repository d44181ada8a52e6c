import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { type Instance, type Service, type ServiceOptions, startService } from '../../support/service/start-service.ts';

const LIMIT = 40;
const MINUTE_MS = 60_000;

async function started(options: ServiceOptions = {}): Promise<{ readonly service: Service; readonly other: Instance }> {
  const service = await startService({ engine: 'PostgreSQL', rateLimit: LIMIT, ...options });
  onTestFinished(() => service.close());
  service.clock.stop();
  return { service, other: await service.addInstance() };
}

const ask = ({ url }: { readonly url: string }) => fetchOnce(`${url}/api/about`);

/** Counts the answered ones of several requests in a row. */
async function answered(instance: { readonly url: string }, count: number): Promise<number> {
  let passed = 0;
  for (let requests = 0; requests < count; requests += 1) if ((await ask(instance)).status === 200) passed += 1;
  return passed;
}

const both = async ({ service, other }: Awaited<ReturnType<typeof started>>) => {
  for (const { shareCounts } of [service, other, service]) await shareCounts();
};

describe('the rate limit of several instances', () => {
  test('is one: what a client has used on one is missing on the other', async () => {
    const { service, other } = await started();
    expect(await answered(service, 30)).toBe(30);
    expect(await answered(other, 5)).toBe(5);
    await both({ service, other });
    expect(await answered(other, 10)).toBe(5);
    expect(await answered(service, 10)).toBe(5);

    const refused = await ask(other);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test('is one for a person as well, and apart from that of the address', async () => {
    const { service, other } = await started();
    const { bearer } = await service.signIn('ada');
    const passed = async (url: string, count: number) => {
      let passes = 0;
      for (let requests = 0; requests < count; requests += 1) {
        if ((await fetchOnce(`${url}/api/organizations`, { headers: bearer })).status === 200) passes += 1;
      }
      return passes;
    };
    // The first on the other counts for the address: the session is not known there yet.
    expect(await passed(other.url, 6)).toBe(6);
    expect(await passed(service.url, 30)).toBe(30);
    await both({ service, other });
    expect(await passed(other.url, 20)).toBe(5);
    expect(await answered(other, 5)).toBe(5);
  });

  test('begins anew with the minute of each, and never counts anything for longer than a minute', async () => {
    const { service, other } = await started();
    await answered(service, LIMIT);
    service.clock.advance(MINUTE_MS / 2);
    await answered(other, 2);
    await both({ service, other });
    expect(await answered(other, 1)).toBe(0);
    service.clock.advance(MINUTE_MS / 2);
    expect(await answered(other, LIMIT)).toBe(LIMIT - 2);
  });

  test('forgets what others said when a clock was put back: nobody waits until it is that late again', async () => {
    const { service, other } = await started();
    await answered(service, LIMIT);
    await answered(other, 2);
    await both({ service, other });
    expect(await answered(other, 1)).toBe(0);
    service.clock.advance(-60 * MINUTE_MS);
    expect(await answered(other, LIMIT)).toBe(LIMIT);
  });

  test('is counted by each alone while the database is away, and neither open nor closed', async () => {
    const { service, other } = await started();
    await service.storage.close();
    await other.storage.close();
    expect(await answered(service, LIMIT + 10)).toBe(LIMIT);
    expect(await answered(other, LIMIT + 10)).toBe(LIMIT);
    for (let round = 0; round < 3; round += 1) await both({ service, other });
    const warnings = service.logLines.filter((line) => line.includes('by this instance only'));
    expect(warnings).toHaveLength(2);
  });

  test('asks the database nothing for clients that use next to nothing, and tells it no address', async () => {
    const { service, other } = await started({ rateLimit: 1_000 });
    const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
    const database = await postgres?.open({ url: service.databaseUrl, migrate: false });
    await answered(service, 49);
    await both({ service, other });
    expect(await database?.rawQuery('select 1 from instance_counts')).toEqual([]);
    await answered(service, 1);
    await both({ service, other });
    const rows = await database?.rawQuery('select * from instance_counts');
    expect(rows).toMatchObject([{ name: expect.stringMatching(/^[0-9a-f]{32}$/), count: '50' }]);
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1/);
  });

  test('leaves no row of a minute that is over', async () => {
    const { service, other } = await started();
    const counts = service.storage.sharedCounts;
    await counts?.publish('gone', [{ name: 'over', count: 7, leftMs: 0 }]);
    await counts?.publish('gone', [{ name: 'alive', count: 7, leftMs: MINUTE_MS }]);
    expect(await counts?.clear()).toBe(1);
    const left = await other.storage.sharedCounts?.ofOthers('another', ['over', 'alive']);
    expect(left).toEqual([{ name: 'alive', count: 7, leftMs: expect.any(Number) }]);
  });

  test('counts for itself alone on SQLite, whose instances are all on one machine', async () => {
    const { service, other } = await started({ engine: 'SQLite' });
    expect(await answered(service, LIMIT)).toBe(LIMIT);
    await both({ service, other });
    expect(await answered(other, LIMIT)).toBe(LIMIT);
  });
});

test('looks as the App are counted for a person on all instances together', async () => {
  const { service, other } = await started({ rateLimit: null });
  const { bearer } = await service.signIn('ada');
  const appReads = () =>
    service.simulator.control.requests().filter(({ path }) => /^\/orgs\/[^/]+\/installation$/.test(path)).length;
  const readApp = async (url: string, times: number) => {
    for (let nth = 0; nth < times; nth += 1) {
      await fetchOnce(`${url}/api/organizations/acme/access`, { headers: bearer });
    }
  };
  service.simulator.control.clearRequests();
  await readApp(service.url, 7);
  await readApp(other.url, 1);
  expect(appReads()).toBe(8);
  await both({ service, other });
  await readApp(other.url, 8);
  expect(appReads()).toBe(10);
});
