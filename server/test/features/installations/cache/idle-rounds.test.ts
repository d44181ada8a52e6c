import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { recordWrites } from '../../../support/databases/recorded-writes.ts';
import { cachedFacts, trueFacts } from '../../../support/service/cache.ts';
import { sharedService } from '../../../support/service/shared-service.ts';

const LISTS = { path: '/installation/repositories' };
const RECORDS = ['host_installations', 'host_installation_repositories', 'host_observations', 'session_installations'];
const LIST_CHECKS = ['host_repository_looks'];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a round in which nothing has changed, on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const world = () => service().simulator.world;
  const round = async () => {
    host().clearRequests();
    const report = await service().upkeep();
    if (!report.ok) throw new Error(`not compared: ${report.refusal.kind}`);
    const statuses = host()
      .requests(LISTS)
      .map(({ status }) => status);
    return { ...report.value, read: statuses.filter((status) => status === 200).length, pages: statuses.length };
  };

  test('reads no list again, and writes neither lists nor records [Y-17]', async () => {
    const first = await round();
    expect(first.read).toBe(first.pages);
    const writes = await recordWrites(engine, service().databaseUrl, [...RECORDS, ...LIST_CHECKS]);

    expect(await round()).toEqual({ ...first, added: 0, read: 0 });
    expect(await writes()).toEqual([]);

    // Another token has other names for the same pages, so each is read; there is still nothing to write.
    host().entityTags('credential');
    host().expireInstallationTokens();
    expect((await round()).read).toBe(first.pages);
    expect((await round()).read).toBe(0);
    expect(await writes()).toEqual(LIST_CHECKS);
    host().entityTags('content');
    await round();
  });

  test('is a look after a mark: the list is not stale any more, though it was not sent [Y-17]', async () => {
    const id = world().installationOf(world().organization('acme')?.id ?? 0)?.id ?? 0;
    await round();
    await service().storage.installations.markRepositoriesStale([id]);
    const isStale = async () => (await service().storage.installations.findCovered([id]))[0]?.repositoriesStale;
    expect(await isStale()).toBe(true);
    expect((await round()).read).toBe(0);
    expect(await isStale()).toBe(false);
  });

  test('sees what changed in one list, and reads that one alone', async () => {
    const id = world().installationOf(world().organization('acme')?.id ?? 0)?.id ?? 0;
    await round();
    world().addRepository({ owner: 'acme', name: `silent-${engine.toLowerCase()}` });
    expect((await round()).read).toBe(1);
    expect(await cachedFacts(service().storage, id)).toEqual(trueFacts(service().simulator, id));
  });
});
