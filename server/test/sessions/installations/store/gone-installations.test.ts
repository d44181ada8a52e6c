import { describe, expect, it } from 'vitest';
import { GONE_CONFIRMED_AFTER_MS } from '../../../../src/lib/limits/installations.ts';
import { ENGINES } from '../../../support/databases/engines.ts';
import {
  coveredBy,
  dueLists,
  installationOf,
  keyOf,
  NOON,
  openedWithInstallation,
  signInOf,
} from '../../../support/databases/records.ts';

const REPOSITORY = { nameWithOwner: 'acme/a', url: 'https://code.test/acme/a', isPrivate: true };
const later = (ms: number) => new Date(NOON.getTime() + ms);

for (const engine of ENGINES) {
  /** Ada's session is linked to installation 7, whose list is stored. */
  const opened = async () => {
    const open = await openedWithInstallation(engine);
    const { installations, sessions } = open.storage;
    await sessions.signIn(
      signInOf('ada', 1, { installations: [installationOf(7)], observation: await installations.observe() }),
    );
    await installations.storeRepositories(7, [REPOSITORY], await installations.observe(), NOON, ['"a"']);
    const linked = async () => (await sessions.find(keyOf('ada'), NOON))?.installationIds;
    const miss = async (ms: number) => installations.miss(7, await installations.observe(), later(ms));
    return { ...open, linked, miss };
  };

  describe(`an installation that a look did not find, on ${engine.name}`, () => {
    it('is answered nowhere, and comes back as it was with the look that finds it', async () => {
      const { installations, linked, miss } = await opened();
      const before = await coveredBy(installations);
      expect(await miss(0)).toBe(true);
      expect(await coveredBy(installations)).toBeNull();
      expect(await installations.findCovered([7])).toEqual([]);
      expect(await installations.findByAccounts([7])).toEqual([]);
      expect(await installations.findByIds([7])).toEqual([]);
      expect(await dueLists(installations, 10)).toEqual([]);
      expect(await installations.idsAfter(0, 10)).toEqual([7]);

      await installations.upsert([installationOf(7)], await installations.observe(), NOON);
      expect(await coveredBy(installations)).toEqual(before);
      expect(await linked()).toEqual([7]);
    });

    it('goes for good when a look some minutes later agrees, not when one soon after does [Y-23]', async () => {
      const { installations, rawQuery, linked, miss } = await opened();
      expect(await miss(0)).toBe(true);
      expect(await miss(GONE_CONFIRMED_AFTER_MS - 1)).toBe(false);
      expect(await installations.idsAfter(0, 10)).toEqual([7]);
      expect(await miss(GONE_CONFIRMED_AFTER_MS)).toBe(false);
      expect(await installations.idsAfter(0, 10)).toEqual([]);
      expect(await linked()).toEqual([]);
      expect(await rawQuery('select * from host_installation_repositories')).toEqual([]);
    });

    it('is doubted anew when it was found in between', async () => {
      const { installations, miss } = await opened();
      await miss(0);
      await installations.upsert([installationOf(7)], await installations.observe(), NOON);
      expect(await miss(GONE_CONFIRMED_AFTER_MS)).toBe(true);
      expect(await installations.idsAfter(0, 10)).toEqual([7]);
    });

    it('was found by a later look that was stored first: nothing changes', async () => {
      const { installations, miss } = await opened();
      const early = await installations.observe();
      await installations.upsert([installationOf(7)], await installations.observe(), NOON);
      expect(await installations.miss(7, early, NOON)).toBe(false);
      expect((await coveredBy(installations))?.id).toBe(7);
      const found = await installations.observe();
      expect(await miss(0)).toBe(true);
      await installations.upsert([installationOf(7)], found, NOON);
      expect(await coveredBy(installations)).toBeNull();
      expect(await installations.findCovered([7])).toEqual([]);
    });

    it('comes back with a sign-in and with a link that see it', async () => {
      for (const way of ['sign-in', 'link'] as const) {
        const { storage, installations, miss } = await opened();
        await miss(0);
        const observation = await installations.observe();
        if (way === 'sign-in') {
          await storage.sessions.signIn(signInOf('bob', 2, { installations: [installationOf(7)], observation }));
        } else {
          expect(await storage.sessions.linkInstallation(keyOf('ada'), installationOf(7), observation, NOON)).toBe(
            true,
          );
        }
        expect((await coveredBy(installations))?.id).toBe(7);
      }
    });

    it('that was never recorded leaves no record', async () => {
      const { installations } = await opened();
      expect(await installations.miss(9, await installations.observe(), NOON)).toBe(false);
      expect(await installations.idsAfter(0, 10)).toEqual([7]);
    });
  });
}
