import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstallationRecord } from '../../../../src/domain/installation.ts';
import type { Storage } from '../../../../src/storage.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import {
  afterNoon,
  installationOf,
  keyOf,
  NOON,
  observationAt,
  signInOf,
  upTo,
} from '../../../support/databases/records.ts';
import { cases } from '../../../support/random/properties.ts';
import { allRecords } from '../../../support/service/cache.ts';

/** Another login shows which read a record is from. */
const seenAt = (number: number, id: number) => ({ ...installationOf(id), accountLogin: `seen-at-${number}` });

const recordOf = async (storage: Storage, id: number): Promise<InstallationRecord | undefined> =>
  (await storage.installations.findByAccounts([id]))[0];

/** Ways in which a look ends up in the database. */
const WAYS = {
  upsert: ({ installations }: Storage, number: number, id: number) =>
    installations.upsert([seenAt(number, id)], observationAt(number), NOON),
  'sign-in': ({ sessions }: Storage, number: number, id: number) =>
    sessions.signIn(
      signInOf(`${id} at ${number}`, (number % 3) + 1, {
        installations: [seenAt(number, id)],
        observation: observationAt(number),
      }),
    ),
  link: async ({ sessions }: Storage, number: number, id: number) => {
    await sessions.linkInstallation(keyOf('ada'), seenAt(number, id), observationAt(number), NOON);
  },
  remove: ({ installations }: Storage, number: number, id: number) => installations.remove(id, observationAt(number)),
};
const wayNames = Object.keys(WAYS) as readonly (keyof typeof WAYS)[];

for (const engine of ENGINES) {
  describe(`order of looks on ${engine.name}`, () => {
    it('gives every look a later number than all before it, on every instance', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      const numbers: number[] = [];
      for (const _ of upTo(10)) {
        const taken = await Promise.all(
          upTo(10).map((nth) => (nth % 2 === 0 ? one : two).storage.installations.observe()),
        );
        expect(Math.min(...taken)).toBeGreaterThan(Math.max(0, ...numbers));
        numbers.push(...taken);
      }
      expect(new Set(numbers).size).toBe(100);
    });

    it('gives numbers that were taken ahead in one piece before all that are taken later, on every instance', async () => {
      const instances = [await engine.open()];
      // Other counters are not observations.
      await instances[0]?.rawQuery("insert into host_counters values ('list-turn-looked-at', 1795000000000)");
      for (const _ of upTo(3)) instances.push(await engine.open({ url: instances[0]?.url ?? '' }));
      let highest = 0;
      for (const round of upTo(20)) {
        const taken = await Promise.all(
          instances.flatMap(({ storage: { installations } }, nth) => [
            installations.observeMany(1 + ((round * nth) % 7)),
            installations.observe().then((number) => [number]),
          ]),
        );
        const numbers = taken.flat();
        expect(Math.min(...numbers)).toBeGreaterThan(highest);
        expect(new Set(numbers).size).toBe(numbers.length);
        highest = Math.max(...numbers);
      }
      expect(highest).toBeLessThan(100_000);
    });

    it('does not bring back a removed record with a look from before the removal [X-7]', async () => {
      const { storage } = await engine.open();
      await storage.installations.upsert([installationOf(7)], observationAt(1), NOON);
      await storage.installations.remove(7, observationAt(3));

      await storage.installations.upsert([installationOf(7), installationOf(8)], observationAt(2), NOON);
      await storage.installations.suspend(7, NOON, observationAt(2), NOON);
      await storage.sessions.signIn(
        signInOf('ada', 1, { installations: [installationOf(7), installationOf(8)], observation: observationAt(2) }),
      );
      expect((await allRecords(storage.installations)).map(({ id }) => id)).toEqual([8]);
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.installationIds).toEqual([8]);

      await storage.installations.upsert([installationOf(7)], observationAt(4), NOON);
      expect((await allRecords(storage.installations)).map(({ id }) => id)).toEqual([7, 8]);
    });

    it('remembers a removal of what it never knew', async () => {
      const { storage } = await engine.open();
      await storage.installations.remove(7, observationAt(2));
      await storage.installations.upsert([installationOf(7)], observationAt(1), NOON);
      expect(await allRecords(storage.installations)).toEqual([]);
    });

    it('does not turn back a record from a later look, whatever the clocks say', async () => {
      const { storage } = await engine.open();
      await storage.installations.upsert([seenAt(2, 7)], observationAt(2), NOON);
      await storage.installations.upsert([seenAt(1, 7)], observationAt(1), afterNoon(60));
      await storage.installations.remove(7, observationAt(1));
      expect(await recordOf(storage, 7)).toEqual({ ...seenAt(2, 7), repositoryCount: null, updatedAt: NOON });
    });

    it('links a record that was seen later by somebody else', async () => {
      const { storage } = await engine.open();
      await storage.installations.upsert([seenAt(5, 7)], observationAt(5), NOON);
      await storage.sessions.signIn(
        signInOf('ada', 1, { installations: [seenAt(2, 7), installationOf(8)], observation: observationAt(2) }),
      );
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.installationIds).toEqual([7, 8]);
      expect((await recordOf(storage, 7))?.accountLogin).toBe('seen-at-5');
    });

    it('leaves a suspension and its end in the order in which they were seen', async () => {
      const { storage } = await engine.open();
      await storage.installations.upsert([installationOf(7)], observationAt(1), NOON);
      await storage.installations.suspend(7, afterNoon(2), observationAt(3), afterNoon(3));
      expect(await recordOf(storage, 7)).toEqual({
        ...installationOf(7),
        repositoryCount: null,
        suspendedAt: afterNoon(2),
        updatedAt: afterNoon(3),
      });
      await storage.installations.upsert([installationOf(7)], observationAt(2), afterNoon(4));
      expect((await recordOf(storage, 7))?.suspendedAt).toEqual(afterNoon(2));

      await storage.installations.upsert([installationOf(7)], observationAt(5), afterNoon(5));
      await storage.installations.suspend(7, afterNoon(1), observationAt(4), afterNoon(6));
      expect((await recordOf(storage, 7))?.suspendedAt).toBeNull();
    });

    it('creates no record by a suspension, which does not keep earlier looks out either [X-4]', async () => {
      const { storage } = await engine.open();
      await storage.installations.suspend(7, NOON, observationAt(5), NOON);
      expect(await allRecords(storage.installations)).toEqual([]);
      await storage.installations.upsert([installationOf(7)], observationAt(2), NOON);
      expect((await recordOf(storage, 7))?.suspendedAt).toBeNull();
    });

    it('ends with the last look, whatever the order in which two instances store them [X-7]', {
      timeout: 600_000,
    }, async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      await one.storage.sessions.signIn(signInOf('ada', 9, { installations: [] }));
      const histories = fc.array(fc.constantFrom(...wayNames), { minLength: 2, maxLength: 10 }).chain((ways) => {
        const numbered = ways.map((way, index) => ({ way, number: index + 1 }));
        return fc.shuffledSubarray(numbered, { minLength: numbered.length });
      });
      let id = 0;
      await fc.assert(
        fc.asyncProperty(histories, fc.boolean(), async (stored, inTurn) => {
          id += 1;
          const store = ({ way, number }: (typeof stored)[number], index: number): Promise<void> =>
            WAYS[way]((index % 2 === 0 ? one : two).storage, number, id);
          if (inTurn) for (const [index, step] of stored.entries()) await store(step, index);
          else await Promise.all(stored.map(store));

          const last = stored.toSorted((a, b) => b.number - a.number)[0];
          const record = await recordOf(one.storage, id);
          expect(record?.accountLogin).toBe(last?.way === 'remove' ? undefined : `seen-at-${last?.number}`);
          if (record === undefined) {
            expect(await one.rawQuery(`select * from session_installations where installation_id = ${id}`)).toEqual([]);
          }
        }),
        cases({ brief: 15, full: 300 }),
      );
    });

    it('ends with the last suspension or end of one, whatever the order in which they arrive', {
      timeout: 600_000,
    }, async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      let id = 0;
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 2, max: 50 }), { minLength: 2 }), async (numbers) => {
          id += 1;
          await one.storage.installations.upsert([installationOf(id)], observationAt(1), NOON);
          await Promise.all(
            numbers.map((number, index) => {
              const { installations } = (index % 2 === 0 ? one : two).storage;
              if (number % 2 === 0) return installations.upsert([installationOf(id)], observationAt(number), NOON);
              return installations.suspend(id, afterNoon(number), observationAt(number), NOON);
            }),
          );
          const last = Math.max(...numbers);
          const suspendedAt = last % 2 === 0 ? null : afterNoon(last);
          expect((await recordOf(two.storage, id))?.suspendedAt).toEqual(suspendedAt);
        }),
        cases({ brief: 10, full: 200 }),
      );
    });
  });
}
