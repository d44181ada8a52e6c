import { setImmediate as othersRun } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ENGINES_OF_RULES } from '../support/databases/engines.ts';
import { upTo } from '../support/databases/records.ts';
import { sign } from './heads.ts';
import { after, eventOf, verified } from './store/trails.ts';

const DAY_MS = 86_400_000;
const IDS = upTo(12).map((index) => index + 1);

describe.each(ENGINES_OF_RULES)('audit logs whose rows expire meanwhile, on $name,', ({ open }) => {
  test('are not taken for changed, by readers of heads, verification or signing', async () => {
    const { storage, url } = await open();
    const { storage: other } = await open({ url });
    for (const id of IDS) {
      const events = upTo(300).map(() => eventOf({ organization: { id, login: `org-${id}` } }));
      await storage.auditTrail.record(events, after(0));
    }
    await sign(storage);
    const over = new AbortController();
    const seen = new Set<unknown>();
    const untilOver = async (read: (id: number) => Promise<unknown>) => {
      while (!over.signal.aborted) {
        for (const id of IDS) seen.add(await read(id));
        await othersRun();
      }
    };
    const readers = [
      untilOver(async (id) => (await storage.auditHeads.latest(id))?.isKept),
      untilOver(async (id) => (await verified(storage.auditTrail, id)).every(({ ok }) => ok)),
      untilOver(async (id) => (await storage.auditHeads.grow(id)).ok),
    ];
    expect(await other.auditTrail.removeBefore(after(DAY_MS))).toBe(300 * IDS.length);
    over.abort();
    await Promise.all(readers);
    expect(seen).toEqual(new Set([true]));
  });
});
