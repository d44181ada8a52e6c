import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoveredRepository } from '../../../../src/domain/installation.ts';
import type { Observation } from '../../../../src/sessions/store/installation-types.ts';
import { ENGINES, type OpenStorage } from '../../../support/databases/engines.ts';
import { recordWrites } from '../../../support/databases/recorded-writes.ts';
import {
  afterNoon,
  coveredBy,
  dueLists,
  installationOf,
  NOON,
  observationAt,
  openedWithInstallation,
} from '../../../support/databases/records.ts';
import { cases } from '../../../support/random/properties.ts';

const listOf = (...names: readonly string[]): readonly CoveredRepository[] =>
  names.map((name) => ({ nameWithOwner: `acme/${name}`, url: `https://code.test/acme/${name}`, isPrivate: true }));

const TABLES = ['host_installations', 'host_installation_repositories'];

for (const engine of ENGINES) {
  const opened = () => openedWithInstallation(engine);
  const writesOf = (storage: OpenStorage) => recordWrites(engine.name, storage.url, TABLES);

  describe(`repository lists that stay the same on ${engine.name}`, () => {
    it('are written once, and so is their record [Y-17]', async () => {
      const storage = await opened();
      const { installations } = storage;
      const writes = await writesOf(storage);
      const store = async (list: readonly CoveredRepository[], minutes: number) =>
        installations.storeRepositories(7, list, await installations.observe(), afterNoon(minutes), ['"a"']);

      await store(listOf('a', 'b'), 1);
      expect(await writes()).toEqual(['host_installation_repositories', 'host_installations']);
      for (const minutes of [2, 3]) await store(listOf('a', 'b'), minutes);
      const list = await installations.knownList(7);
      if (list === null) throw new Error('there is no known list');
      await installations.confirmRepositories(7, list, await installations.observe(), afterNoon(4));
      expect(await writes()).toEqual([]);

      await store(listOf('a', 'c'), 5);
      expect(await writes()).toEqual(['host_installation_repositories']);
      await store(listOf('a'), 6);
      expect(await writes()).toEqual(['host_installation_repositories', 'host_installations']);
    });

    it('are not stale any more once somebody has looked after the mark, read again or confirmed', async () => {
      const { installations } = await opened();
      const isStale = async () => (await coveredBy(installations))?.repositoriesStale;
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"a"']);
      const before = await installations.observe();
      await installations.markRepositoriesStale([7]);
      await installations.storeRepositories(7, listOf('a'), before, NOON, ['"a"']);
      expect(await isStale()).toBe(true);
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"a"']);
      expect(await isStale()).toBe(false);

      const list = await installations.knownList(7);
      if (list === null) throw new Error('there is no known list');
      const early = await installations.observe();
      await installations.markRepositoriesStale([7]);
      await installations.confirmRepositories(7, list, early, NOON);
      expect(await isStale()).toBe(true);
      await installations.confirmRepositories(7, list, await installations.observe(), NOON);
      expect(await isStale()).toBe(false);
    });

    it('stay looked at when an earlier look is confirmed late', async () => {
      const { installations } = await opened();
      const isStale = async () => (await coveredBy(installations))?.repositoriesStale;
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"a"']);
      const list = await installations.knownList(7);
      if (list === null) throw new Error('there is no known list');
      const early = await installations.observe();
      await installations.markRepositoriesStale([7]);
      await installations.confirmRepositories(7, list, await installations.observe(), NOON);
      await installations.confirmRepositories(7, list, early, NOON);
      expect(await isStale()).toBe(false);
    });

    it('are not confirmed by a look that knew another list', async () => {
      const { installations } = await opened();
      const isStale = async () => (await coveredBy(installations))?.repositoriesStale;
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"a"']);
      const former = await installations.knownList(7);
      if (former === null) throw new Error('there is no known list');
      await installations.storeRepositories(7, listOf('b'), await installations.observe(), NOON, ['"b"']);
      await installations.markRepositoriesStale([7]);
      await installations.confirmRepositories(7, former, await installations.observe(), NOON);
      expect(await isStale()).toBe(true);
    });

    it('come last among those to be fetched, by the time somebody last looked', async () => {
      const { installations } = await opened();
      await installations.upsert(
        [8, 9].map((id) => installationOf(id)),
        await installations.observe(),
        NOON,
      );
      for (const [minutes, id] of [7, 8, 9].entries()) {
        await installations.storeRepositories(id, [], await installations.observe(), afterNoon(minutes), ['"a"']);
      }
      expect(await dueLists(installations, 10)).toEqual([7, 8, 9]);
      const list = await installations.knownList(7);
      if (list === null) throw new Error('there is no known list');
      await installations.confirmRepositories(7, list, await installations.observe(), afterNoon(5));
      await installations.storeRepositories(8, [], await installations.observe(), afterNoon(6));
      expect(await dueLists(installations, 10)).toEqual([9, 7, 8]);
    });

    it('have the validators of the last look, and those of a list that was replaced are forgotten', async () => {
      const { installations, rawQuery } = await opened();
      const validators = async () => (await installations.knownList(7))?.validators ?? null;
      expect(await validators()).toBeNull();
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"a"', '"b"']);
      expect(await validators()).toEqual(['"a"', '"b"']);
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"c"']);
      expect(await validators()).toEqual(['"c"']);
      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON);
      expect(await validators()).toBeNull();

      await installations.storeRepositories(7, listOf('a'), await installations.observe(), NOON, ['"c"']);
      // Stores a list as the previous version does.
      await rawQuery(
        `update host_installation_repositories set observation = observation + 1, repositories = '[]' where installation_id = 7`,
      );
      expect(await validators()).toBeNull();
      const stale = { list: observationAt(1), isStale: true, validators: ['"c"'] };
      await installations.confirmRepositories(7, stale, await installations.observe(), NOON);
      expect(await validators()).toBeNull();
    });

    it('are those of the last look, in whatever order looks at changed and unchanged lists are stored', async () => {
      const one = await opened();
      const two = await engine.open({ url: one.url });
      const reads = fc.array(fc.record({ name: fc.constantFrom('a', 'b'), late: fc.nat({ max: 3 }) }), {
        minLength: 1,
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(reads, async (seen) => {
          const taken: { readonly name: string; readonly observation: Observation; readonly at: number }[] = [];
          for (const [index, { name, late }] of seen.entries()) {
            taken.push({ name, observation: await one.installations.observe(), at: index + late });
          }
          const inOrder = taken.toSorted((a, b) => a.at - b.at);
          for (const [index, { name, observation }] of inOrder.entries()) {
            const { installations } = (index % 2 === 0 ? one : two).storage;
            await installations.storeRepositories(7, listOf(name), observation, NOON, [name]);
          }
          const last = taken.at(-1)?.name ?? '';
          const record = await coveredBy(one.installations);
          expect(record?.repositories).toEqual(listOf(last));
          expect((await one.installations.knownList(7))?.validators).toEqual([last]);
        }),
        cases({ brief: 12, full: 200 }),
      );
    });
  });
}
