import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoveredRepository } from '../../../../src/domain/installation.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import {
  afterNoon,
  coveredBy,
  installationOf,
  keyOf,
  NOON,
  observationAt,
  openedWithInstallation,
  signInOf,
  upTo,
} from '../../../support/databases/records.ts';
import { anyText } from '../../../support/random/any-text.ts';
import { cases } from '../../../support/random/properties.ts';
import { allRecords } from '../../../support/service/cache.ts';

const repositoryNamed = (name: string): CoveredRepository => ({
  nameWithOwner: `acme/${name}`,
  url: `https://code.test/acme/${name}`,
  isPrivate: name.length % 2 === 0,
});

for (const engine of ENGINES) {
  const opened = () => openedWithInstallation(engine);

  describe(`repository lists on ${engine.name}`, () => {
    it('are missing and stale until they have been fetched, and so is the count', async () => {
      const { installations } = await opened();
      expect(await coveredBy(installations)).toEqual({
        ...installationOf(7),
        updatedAt: NOON,
        repositoryCount: null,
        list: null,
        repositories: null,
        repositoriesStale: true,
      });
      const observation = await installations.observe();
      await installations.storeRepositories(7, [], observation, afterNoon(1));
      expect(await coveredBy(installations)).toEqual({
        ...installationOf(7),
        updatedAt: NOON,
        repositoryCount: 0,
        list: observation,
        repositories: [],
        repositoriesStale: false,
      });
    });

    it('are kept as JSON with the listed fields alone, and read from what is kept so', async () => {
      const { installations, rawQuery } = await opened();
      const more = { ...repositoryNamed('a'), id: 1, permissions: { admin: true } };
      await installations.storeRepositories(7, [more], await installations.observe(), NOON);
      expect(await rawQuery('select repositories from host_installation_repositories')).toEqual([
        { repositories: '[{"nameWithOwner":"acme/a","url":"https://code.test/acme/a","isPrivate":false}]' },
      ]);
      expect((await coveredBy(installations))?.repositories).toEqual([repositoryNamed('a')]);
    });

    it('of a form that nobody wrote are not believed', async () => {
      const { installations, rawQuery } = await opened();
      await installations.storeRepositories(7, [], await installations.observe(), NOON);
      for (const text of ['{}', '[{}]', '[null]', '[{"nameWithOwner":"acme/a","url":"https://code.test/acme/a"}]']) {
        await rawQuery(`update host_installation_repositories set repositories = '${text}'`);
        await expect(installations.findListed(7)).rejects.toThrow('list of installation 7 cannot be read');
      }
    });

    it('have another version after each change, and only then', async () => {
      const { installations } = await opened();
      const versions: unknown[] = [];
      for (const names of [['a'], ['a'], ['b'], ['a'], []]) {
        await installations.storeRepositories(7, names.map(repositoryNamed), await installations.observe(), NOON);
        const [covered] = await installations.findCovered([7]);
        expect(await coveredBy(installations)).toEqual({ ...covered, repositories: names.map(repositoryNamed) });
        versions.push(covered?.list);
      }
      expect(versions[0]).toBe(versions[1]);
      expect(new Set(versions).size).toBe(4);
    });

    it('come back equal whatever the names are', async () => {
      const { installations } = await opened();
      const names = fc.array(anyText(), { maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(names, async (texts) => {
          const list = ['\0', '\ud800', "'; --", ...texts].map(repositoryNamed);
          await installations.storeRepositories(7, list, await installations.observe(), NOON);
          expect((await coveredBy(installations))?.repositories).toEqual(list);
        }),
        cases({ brief: 12, full: 200 }),
      );
    });

    it('of ten thousand repositories come back equal and are replaced at once', async () => {
      const { installations } = await opened();
      const lists = ['old', 'new'].map((age) => upTo(10_000).map((number) => repositoryNamed(`${age}-${number}`)));
      for (const list of lists) {
        await installations.storeRepositories(7, list, await installations.observe(), NOON);
        const record = await coveredBy(installations);
        expect(record?.repositories).toEqual(list);
        expect(record?.repositoryCount).toBe(10_000);
      }
      const [previous, current] = lists.map((list) => JSON.stringify(list));
      const textNow = async () => JSON.stringify((await coveredBy(installations))?.repositories);
      const storing = installations.storeRepositories(7, lists[0] ?? [], await installations.observe(), NOON);
      const seen = await Promise.all(upTo(20).map(textNow));
      await storing;
      expect(seen.filter((json) => json !== previous && json !== current)).toEqual([]);
      expect(await textNow()).toBe(previous);
    });

    it('are given for the installations asked for, each once, by ascending ID', async () => {
      const { installations } = await opened();
      await installations.upsert(
        upTo(1_200).map((id) => installationOf(id)),
        await installations.observe(),
        NOON,
      );
      await installations.storeRepositories(1_100, [repositoryNamed('a')], await installations.observe(), NOON);

      const found = await installations.findCovered([9_999, ...upTo(1_200).toReversed(), 7, 7]);
      expect(found.map(({ id }) => id)).toEqual(upTo(1_200));
      expect(found.filter(({ list }) => list !== null).map(({ id }) => id)).toEqual([1_100]);
      expect(await installations.findCovered([])).toEqual([]);
    });

    it('keep their count through sign-ins, updates and suspensions', async () => {
      const { storage, installations } = await opened();
      await installations.storeRepositories(7, [repositoryNamed('a')], await installations.observe(), NOON);
      await storage.sessions.signIn(
        signInOf('ada', 1, { installations: [installationOf(7)], observation: await installations.observe() }),
      );
      await installations.upsert([installationOf(7)], await installations.observe(), NOON);
      await installations.suspend(7, NOON, await installations.observe(), NOON);
      await storage.sessions.linkInstallation(keyOf('ada'), installationOf(7), await installations.observe(), NOON);

      const record = await coveredBy(installations);
      expect([record?.repositoryCount, record?.repositories]).toEqual([1, [repositoryNamed('a')]]);
    });

    it('are not stored without a record, and go with it', async () => {
      const { installations, rawQuery } = await opened();
      await installations.storeRepositories(8, [repositoryNamed('a')], await installations.observe(), NOON);
      await installations.storeRepositories(7, [repositoryNamed('a')], await installations.observe(), NOON);
      const observation = await installations.observe();
      await installations.remove(7, await installations.observe());
      await installations.storeRepositories(7, [repositoryNamed('b')], observation, NOON);
      expect(await rawQuery('select * from host_installation_repositories')).toEqual([]);
      expect(await allRecords(installations)).toEqual([]);
    });

    it('are stored or not, never with a fault, when the record goes in the same moment', async () => {
      const one = await opened();
      const two = await engine.open({ url: one.url });
      for (const round of upTo(30)) {
        const { installations } = one;
        await installations.upsert([installationOf(7)], await installations.observe(), NOON);
        if (round % 2 === 0) await installations.storeRepositories(7, [], await installations.observe(), NOON);
        const observations = [
          await installations.observe(),
          await installations.observe(),
          await installations.observe(),
        ];
        await Promise.all([
          ...observations.map((observation, index) =>
            (index === 0 ? one : two).storage.installations.storeRepositories(
              7,
              [repositoryNamed('a')],
              observation,
              NOON,
            ),
          ),
          two.storage.installations.remove(7, await installations.observe()),
        ]);
        expect(await one.rawQuery('select * from host_installation_repositories')).toEqual([]);
      }
    });

    it('are those of the last look, whatever the order in which two instances store them', async () => {
      const one = await opened();
      const two = await engine.open({ url: one.url });
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray([...upTo(8)], { minLength: 2 }), async (order) => {
          const base = await one.installations.observe();
          // Lists of different length: the count has to be the one of the list that stays.
          const store = (step: number, index: number): Promise<void> =>
            (index % 2 === 0 ? one : two).storage.installations.storeRepositories(
              7,
              upTo(step).map((number) => repositoryNamed(`${number}`)),
              observationAt(base * 10 + step),
              NOON,
            );
          await Promise.all(order.map(store));
          const last = Math.max(...order);
          const record = await coveredBy(one.installations);
          expect(record?.repositoryCount).toBe(last);
          expect(record?.repositories).toHaveLength(last);
        }),
        cases({ brief: 12, full: 200 }),
      );
    });
  });
}
