import { describe, expect, it } from 'vitest';
import { SEEN_EVENTS_KEPT_MS } from '../../../src/lib/limits/installations.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { afterNoon, NOON, upTo } from '../../support/databases/records.ts';

for (const engine of ENGINES) {
  describe(`bodies of events on ${engine.name}`, () => {
    it('have one first sight, whoever sees them at the same moment on two instances, and later', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      for (const round of upTo(5)) {
        const sights = await Promise.all(
          upTo(16).map((sight) =>
            (sight % 2 === 0 ? one : two).storage.events.firstReceipt(`body ${round}`, afterNoon(sight)),
          ),
        );
        const [first] = sights;
        expect(new Set(sights.map((sight) => JSON.stringify(sight))).size).toBe(1);
        const later = await two.storage.events.firstReceipt(`body ${round}`, afterNoon(60));
        expect(later).toEqual(first);
        expect(later.observation).toBeLessThan(await one.storage.installations.observe());
      }
    });

    it('are forgotten after a year and not sooner', async () => {
      const { storage } = await engine.open();
      await storage.events.firstReceipt('body', NOON);
      const yearLater = new Date(NOON.getTime() + SEEN_EVENTS_KEPT_MS);
      for (const [now, at] of [
        [new Date(yearLater.getTime() - 1), NOON],
        [yearLater, yearLater],
      ] as const) {
        await storage.deleteUnneeded(now);
        expect((await storage.events.firstReceipt('body', now)).at).toEqual(at);
      }
    });
  });
}
