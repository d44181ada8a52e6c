import { describe, expect, it } from 'vitest';
import { createRepositoryTexts } from '../../../src/features/installations/status-answers.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { installationOf, NOON, upTo } from '../../support/databases/records.ts';

const BYTES = 11_000;

for (const engine of ENGINES_OF_RULES) {
  /** Ten installations whose lists are long enough that three of them fit into the bound, and what was read of them. */
  const opened = async () => {
    const { storage } = await engine.open();
    const { installations } = storage;
    const ids = upTo(10);
    await installations.upsert(
      ids.map((id) => installationOf(id)),
      await installations.observe(),
      NOON,
    );
    const store = async (id: number, name: string) => {
      const list = [{ nameWithOwner: name, url: 'https://code.test/', isPrivate: true }];
      await installations.storeRepositories(id, list, await installations.observe(), NOON);
    };
    for (const id of ids) await store(id, `of-${id}`);
    const reads: number[] = [];
    const noted: typeof installations = {
      ...installations,
      findListed: (id) => {
        reads.push(id);
        return installations.findListed(id);
      },
    };
    const textOf = createRepositoryTexts(noted, ([first]) => (first?.nameWithOwner ?? '').padEnd(3_000), BYTES);
    const texts = async (...ids: readonly number[]) => {
      const records = new Map((await installations.findCovered(ids)).map((record) => [record.id, record]));
      const found: (string | undefined)[] = [];
      for (const id of ids) {
        const record = records.get(id);
        found.push(record === undefined ? undefined : (await textOf(record))?.text.toString().trim());
      }
      return found;
    };
    return { installations, store, textOf, texts, reads: () => reads.splice(0) };
  };

  describe(`texts of repository lists on ${engine.name}`, () => {
    it('are made once for each stored list, and anew for the one that was replaced', async () => {
      const { store, texts, reads } = await opened();
      expect(await texts(1, 2, 1, 2)).toEqual(['of-1', 'of-2', 'of-1', 'of-2']);
      expect(reads()).toEqual([1, 2]);
      await store(1, 'of-1');
      expect(await texts(1, 2)).toEqual(['of-1', 'of-2']);
      expect(reads()).toEqual([]);
      await store(1, 'another');
      expect(await texts(1, 2)).toEqual(['another', 'of-2']);
      expect(reads()).toEqual([1]);
    });

    it('that were used last are kept, as many as the bound lets', async () => {
      const { texts, reads } = await opened();
      await texts(1, 2, 3, 1, 4);
      expect(reads()).toEqual([1, 2, 3, 4]);
      await texts(1, 4, 3, 2);
      expect(reads()).toEqual([2]);
      await texts(5, 6, 7, 8, 9, 10, 8, 9, 10);
      expect(reads()).toEqual([5, 6, 7, 8, 9, 10]);
    });

    it('lie in memory of their own, which is all that keeping one takes', async () => {
      const { installations, textOf } = await opened();
      const records = await installations.findCovered(upTo(10));
      for (const record of records) {
        const bytes = (await textOf(record))?.text;
        expect(bytes?.buffer.byteLength).toBe(bytes?.byteLength);
      }
    });

    it('that are longer than the bound are not kept, and put no others out', async () => {
      const { store, texts, reads } = await opened();
      await store(1, 'x'.repeat(BYTES + 1));
      await texts(2, 3, 4, 1, 1, 2, 3, 4);
      expect(reads()).toEqual([2, 3, 4, 1, 1]);
    });

    it('are made once for all who ask at the same moment', async () => {
      const { installations, textOf, reads } = await opened();
      const [record] = await installations.findCovered([5]);
      if (record === undefined) throw new Error('installation 5 is gone');
      const all = await Promise.all(upTo(20).map(() => textOf(record)));
      expect(new Set(all.map((one) => one?.text.toString().trim()))).toEqual(new Set(['of-5']));
      expect(reads()).toEqual([5]);
    });

    it('are those of the record as it is by then, and none when it is gone', async () => {
      const { installations, store, textOf } = await opened();
      const [record] = await installations.findCovered([6]);
      if (record === undefined) throw new Error('installation 6 is gone');
      await store(6, 'replaced');
      const found = await textOf(record);
      expect(found?.text.toString().trim()).toBe('replaced');
      expect(found?.record.list).toBeGreaterThan(record.list ?? 0);
      await store(6, 'again');
      await installations.remove(6, await installations.observe());
      expect(await textOf(record)).toBeNull();
    });
  });
}
