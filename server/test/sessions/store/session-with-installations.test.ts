import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { afterNoon, installationOf, keyOf, NOON, signInOf } from '../../support/databases/records.ts';

for (const engine of ENGINES) {
  describe(`a session with the installations on its organizations, on ${engine.name}`, () => {
    it('is the session as it is read alone, and the records as they are read by account', async () => {
      const { sessions, installations } = (await engine.open()).storage;
      const suspendedAt = afterNoon(3);
      await sessions.signIn(signInOf('ada', 1, { installations: [] }));
      await sessions.signIn(signInOf('grace', 2, { installations: [] }));
      await installations.upsert(
        [{ ...installationOf(7, 10), accountLogin: 'O’Neil "&\\ \u{1F600}' }, installationOf(8, 30)],
        await installations.observe(),
        NOON,
      );
      await installations.upsert(
        [{ ...installationOf(9, 20), suspendedAt, repositorySelection: 'selected' }],
        await installations.observe(),
        afterNoon(1),
      );
      await installations.storeRepositories(9, [], await installations.observe(), afterNoon(2));

      const found = await sessions.findWithInstallations(keyOf('ada'), NOON);
      expect(found?.session).toEqual(await sessions.find(keyOf('ada'), NOON));
      expect(found?.installations.map(({ id }) => id)).toEqual([7, 9]);
      expect(found?.installations).toEqual(await installations.findByAccounts([10, 20]));
      expect(found?.installations[1]).toMatchObject({ suspendedAt, repositoryCount: 0 });
    });

    it('tells the one stored last as the last of an account, whatever their numbers', async () => {
      const { sessions, installations } = (await engine.open()).storage;
      await sessions.signIn(signInOf('ada', 1, { installations: [] }));
      await installations.upsert([installationOf(9, 10)], await installations.observe(), NOON);
      await installations.upsert([installationOf(7, 10)], await installations.observe(), afterNoon(1));
      await installations.upsert([installationOf(8, 10)], await installations.observe(), afterNoon(1));
      const found = await sessions.findWithInstallations(keyOf('ada'), NOON);
      expect(found?.installations.map(({ id }) => id)).toEqual([9, 7, 8]);
    });

    it('leaves out what a look did not find', async () => {
      const { sessions, installations } = (await engine.open()).storage;
      await sessions.signIn(signInOf('ada', 1, { observation: await installations.observe() }));
      await installations.miss(100, await installations.observe(), NOON);
      expect((await sessions.findWithInstallations(keyOf('ada'), NOON))?.installations).toEqual([]);
    });

    it('is nothing where the session has ended, which deletes it, or never was', async () => {
      const { storage, rawQuery } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));
      expect(await storage.sessions.findWithInstallations(keyOf('nobody'), NOON)).toBeNull();
      expect(await storage.sessions.findWithInstallations(keyOf('ada'), afterNoon(480))).toBeNull();
      expect(await rawQuery('select * from sessions')).toEqual([]);
    });
  });
}
