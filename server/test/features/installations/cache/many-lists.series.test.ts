import { expect, test } from 'vitest';
import { LISTS_PER_ROUND } from '../../../../src/lib/limits/installations.ts';
import { recordWrites } from '../../../support/databases/recorded-writes.ts';
import { cachedFacts, trueFacts } from '../../../support/service/cache.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

const service = sharedService({ engine: 'SQLite' });

test('more lists than fit into a round are looked at in turn, and one row tells how far it came', async () => {
  const { simulator, storage, databaseUrl, upkeep } = service();
  const { world, control } = simulator;
  control.rateLimits({ core: 1_000_000 });
  world.addUser({ login: 'many' });
  const { installationIds } = world.enlarge('many', { organizations: LISTS_PER_ROUND, installations: LISTS_PER_ROUND });
  const LISTS = { path: '/installation/repositories' };
  /** Pages of lists sent in a round that reads as many lists as allowed. */
  const sentInRound = async () => {
    control.clearRequests();
    expect(await upkeep()).toMatchObject({ ok: true, value: { listsFetched: LISTS_PER_ROUND } });
    return control.requests(LISTS).filter(({ status }) => status === 200).length;
  };
  expect(await sentInRound()).toBeGreaterThanOrEqual(LISTS_PER_ROUND);
  // Reads the rest, and the oldest of the others again.
  expect(await sentInRound()).toBeLessThan(20);

  const last = installationIds.at(-1) ?? 0;
  const owner = (await storage.installations.findByIds([last]))[0]?.accountLogin ?? '';
  world.addRepository({ owner, name: 'silent' });
  const writes = await recordWrites('SQLite', databaseUrl, [
    'host_counters',
    'host_repository_looks',
    'host_installations',
  ]);
  expect(await sentInRound()).toBe(1);
  expect(await cachedFacts(storage, last)).toEqual(trueFacts(simulator, last));
  expect(await writes()).toEqual(['host_counters', 'host_installations', 'host_repository_looks']);
});
