import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../support/databases/engines.ts';
import {
  afterNoon,
  installationOf,
  NOON,
  nextObservation,
  observationAt,
  signInOf,
  upTo,
} from '../../../support/databases/records.ts';

for (const engine of ENGINES) {
  describe(`installation cache on ${engine.name}`, () => {
    it('gives the records of the accounts asked for, each once [R-15]', async () => {
      const { storage } = await engine.open();
      const suspended = {
        ...installationOf(3, 30),
        suspendedAt: NOON,
        repositorySelection: null,
        accountType: 'user',
      } as const;
      await storage.installations.upsert(
        [installationOf(1, 10), installationOf(2, 20), suspended],
        nextObservation(),
        afterNoon(1),
      );

      expect(await storage.installations.findByAccounts([30, 10, 30, 999])).toEqual([
        { ...installationOf(1, 10), repositoryCount: null, updatedAt: afterNoon(1) },
        { ...suspended, repositoryCount: null, updatedAt: afterNoon(1) },
      ]);
      expect(await storage.installations.findByAccounts([])).toEqual([]);
      await storage.installations.upsert([], nextObservation(), NOON);
    });

    it('keeps a known repository count through updates and sign-ins [R-14 B-11]', async () => {
      const { storage, rawQuery } = await engine.open();
      await storage.installations.upsert([installationOf(1, 10)], nextObservation(), NOON);
      await rawQuery('update host_installations set repository_count = 42');

      await storage.installations.upsert(
        [{ ...installationOf(1, 10), accountLogin: 'renamed' }],
        nextObservation(),
        afterNoon(1),
      );
      await storage.sessions.signIn(
        signInOf('ada', 1, { installations: [installationOf(1, 10)], createdAt: afterNoon(2) }),
      );

      const [record] = await storage.installations.findByAccounts([10]);
      expect(record?.repositoryCount).toBe(42);
      expect(record?.accountLogin).toBe('organization-10');
      expect(record?.updatedAt).toEqual(afterNoon(2));
    });

    it('survives parallel updates of the same records in opposite order [X-7]', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      const forward = upTo(300).map((id) => installationOf(id));
      await Promise.all(
        upTo(20).map((step) =>
          (step % 2 === 0 ? one : two).storage.installations.upsert(
            step % 2 === 0 ? forward : forward.toReversed(),
            observationAt(step),
            NOON,
          ),
        ),
      );
      expect(await one.storage.installations.findByAccounts(upTo(300))).toHaveLength(300);
    });
  });
}
