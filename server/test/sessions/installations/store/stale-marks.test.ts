import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../src/sessions/store/installation-types.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import {
  afterNoon,
  coveredBy,
  dueLists,
  installationOf,
  NOON,
  observationAt,
  openedWithInstallation,
  upTo,
} from '../../../support/databases/records.ts';
import { cases } from '../../../support/random/properties.ts';

const REPOSITORY = { nameWithOwner: 'acme/a', url: 'https://code.test/acme/a', isPrivate: true };

for (const engine of ENGINES) {
  const opened = () => openedWithInstallation(engine);

  describe(`stale marks on ${engine.name}`, () => {
    it('stay when a list is stored that was fetched before them', async () => {
      const { installations } = await opened();
      const before = await installations.observe();
      await installations.markRepositoriesStale([7]);
      await installations.storeRepositories(7, [REPOSITORY], before, NOON);

      const record = await coveredBy(installations);
      expect([record?.repositoriesStale, record?.repositoryCount]).toEqual([true, 1]);
      await installations.storeRepositories(7, [], await installations.observe(), NOON);
      expect((await coveredBy(installations))?.repositoriesStale).toBe(false);
    });

    it('are kept for a record that is stored only after them', async () => {
      const { installations } = await opened();
      const observation = await installations.observe();
      await installations.markRepositoriesStale([8]);
      await installations.upsert([installationOf(8)], observation, NOON);
      await installations.storeRepositories(8, [], observation, NOON);
      expect((await coveredBy(installations, 8))?.repositoriesStale).toBe(true);
      expect((await coveredBy(installations, 7))?.repositoriesStale).toBe(true);
    });

    it('neither create a record nor keep a look at it from being stored', async () => {
      const { installations } = await opened();
      await installations.markRepositoriesStale([9]);
      expect(await coveredBy(installations, 9)).toBeNull();
      await installations.upsert([installationOf(9)], observationAt(1), NOON);
      expect((await coveredBy(installations, 9))?.id).toBe(9);
    });

    it('hold exactly until a list is stored that was fetched after them [Y-11]', async () => {
      const { installations } = await opened();
      const steps = fc.array(fc.constantFrom('mark', 'look', 'store first look', 'store last look'), { maxLength: 14 });
      let id = 100;
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          id += 1;
          await installations.upsert([installationOf(id)], await installations.observe(), NOON);
          const observations: { readonly observation: Observation; readonly at: number }[] = [];
          let [marked, fetched] = [0, -1];
          for (const [at, step] of sequence.entries()) {
            if (step === 'mark') {
              await installations.markRepositoriesStale([id]);
              marked = at;
            } else if (step === 'look') {
              observations.push({ observation: await installations.observe(), at });
            } else {
              const kept = step === 'store first look' ? observations[0] : observations.at(-1);
              if (kept === undefined) continue;
              await installations.storeRepositories(id, [], kept.observation, NOON);
              fetched = Math.max(fetched, kept.at);
            }
          }
          expect((await coveredBy(installations, id))?.repositoriesStale).toBe(fetched < marked);
        }),
        cases({ brief: 15, full: 200 }),
      );
    });

    it('are not replaced by an earlier mark that is stored after them', async () => {
      const { installations, rawQuery } = await opened();
      const [between, later] = [observationAt(500_000), observationAt(1_000_000)];
      // Another instance took a higher number and stored its mark first.
      await rawQuery(`update host_observations set repositories_changed = ${later} where installation_id = 7`);
      await installations.markRepositoriesStale([7]);
      await installations.storeRepositories(7, [REPOSITORY], between, NOON);
      expect((await coveredBy(installations))?.repositoriesStale).toBe(true);
    });

    it('hold when they are set while older lists are being stored on two instances', async () => {
      const one = await opened();
      const two = await engine.open({ url: one.url });
      for (const _ of upTo(20)) {
        const observations = [await one.installations.observe(), await two.storage.installations.observe()];
        await Promise.all([
          ...observations.map((observation) => two.storage.installations.storeRepositories(7, [], observation, NOON)),
          one.installations.markRepositoriesStale([7]),
          two.storage.installations.markRepositoriesStale([7]),
        ]);
        expect((await coveredBy(one.installations))?.repositoriesStale).toBe(true);
      }
      await two.storage.installations.storeRepositories(7, [], await one.installations.observe(), NOON);
      expect((await coveredBy(one.installations))?.repositoriesStale).toBe(false);
    });

    it('name what has to be fetched, oldest first, without what is suspended', async () => {
      const { installations } = await opened();
      const store = async (id: number, minutes: number): Promise<void> =>
        installations.storeRepositories(id, [], await installations.observe(), afterNoon(minutes));
      const ids = [1, 2, 3, 4];
      await installations.upsert(
        ids.map((id) => installationOf(id)),
        await installations.observe(),
        afterNoon(10),
      );
      await store(1, 20);
      await store(2, 15);
      await store(7, 30);
      await installations.suspend(4, NOON, await installations.observe(), NOON);
      expect(await dueLists(installations, 10)).toEqual([3, 2, 1, 7]);

      await installations.markRepositoriesStale([1, 2]);
      expect(await dueLists(installations, 10)).toEqual([3, 2, 1, 7]);
      expect(await dueLists(installations, 2)).toEqual([3, 2]);
      await store(2, 40);
      expect(await dueLists(installations, 10)).toEqual([3, 1, 7, 2]);
      await installations.upsert([installationOf(4)], await installations.observe(), NOON);
      expect(await dueLists(installations, 10)).toEqual([3, 4, 1, 7, 2]);
    });

    it('go on behind the last one that was noted, and begin again after the oldest', async () => {
      const { installations } = await opened();
      const ids = [1, 2, 3];
      await installations.upsert(
        ids.map((id) => installationOf(id)),
        await installations.observe(),
        NOON,
      );
      for (const id of [7, ...ids]) {
        await installations.storeRepositories(id, [], await installations.observe(), afterNoon(id === 1 ? 9 : 5));
      }
      expect(await dueLists(installations, 10)).toEqual([2, 3, 7, 1]);
      const noteTurn = async (number: number) => {
        const list = (await installations.listsToRefresh(10))[number];
        if (list !== undefined) await installations.noteTurn(list);
      };
      await noteTurn(1);
      expect(await dueLists(installations, 10)).toEqual([7, 1, 2, 3]);
      await installations.markRepositoriesStale([2]);
      expect(await dueLists(installations, 3)).toEqual([2, 7, 1]);
      await noteTurn(2);
      expect(await dueLists(installations, 10)).toEqual([2, 3, 7, 1]);

      // Whatever becomes of the one that was noted, its number is kept.
      await noteTurn(1);
      await installations.storeRepositories(3, [], await installations.observe(), afterNoon(20));
      expect(await dueLists(installations, 10)).toEqual([2, 7, 1, 3]);
    });
  });
}
