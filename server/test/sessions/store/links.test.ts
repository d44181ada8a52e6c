import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../../src/storage.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import {
  afterNoon,
  installationOf,
  keyOf,
  NOON,
  nextObservation,
  observationAt,
  signInOf,
  upTo,
} from '../../support/databases/records.ts';
import { allRecords } from '../../support/service/cache.ts';

const KEY = keyOf('ada');

const linksOf = async (storage: Storage): Promise<readonly number[] | undefined> =>
  (await storage.sessions.find(KEY, NOON))?.installationIds;

for (const engine of ENGINES) {
  const signedIn = async () => {
    const one = await engine.open();
    await one.storage.sessions.signIn(signInOf('ada', 1, { installations: [] }));
    return { ...one, sessions: one.storage.sessions, installations: one.storage.installations };
  };

  describe(`link of an installation on ${engine.name}`, () => {
    it('is made together with the record', async () => {
      const { storage, sessions, installations } = await signedIn();
      expect(await sessions.linkInstallation(KEY, installationOf(7), nextObservation(), afterNoon(1))).toBe(true);

      expect(await linksOf(storage)).toEqual([7]);
      expect(await allRecords(installations)).toEqual([
        { ...installationOf(7), repositoryCount: null, updatedAt: afterNoon(1) },
      ]);
    });

    it('exists once however often it is made, also at the same moment on two instances [S-8]', async () => {
      const one = await signedIn();
      const two = await engine.open({ url: one.url });
      const made = await Promise.all(
        upTo(16).map((nth) =>
          (nth % 2 === 0 ? one : two).storage.sessions.linkInstallation(
            KEY,
            installationOf(7),
            observationAt(nth),
            NOON,
          ),
        ),
      );
      expect(made).toEqual(upTo(16).map(() => true));
      expect(await one.sessions.linkInstallation(KEY, installationOf(7), observationAt(16), NOON)).toBe(true);
      expect(await one.rawQuery('select installation_id from session_installations')).toHaveLength(1);
    });

    it('is not made for a session that is gone or has expired', async () => {
      const { storage, sessions, rawQuery } = await signedIn();
      expect(await sessions.linkInstallation(keyOf('nobody'), installationOf(7), nextObservation(), NOON)).toBe(false);
      expect(await sessions.linkInstallation(KEY, installationOf(7), nextObservation(), afterNoon(480))).toBe(false);
      expect(await linksOf(storage)).toEqual([]);

      await sessions.delete(KEY);
      expect(await sessions.linkInstallation(KEY, installationOf(7), nextObservation(), NOON)).toBe(false);
      expect(await rawQuery('select * from session_installations')).toEqual([]);
    });

    it('is not made to an installation that a later look found gone', async () => {
      const { storage, sessions, installations } = await signedIn();
      await installations.remove(7, observationAt(2));
      expect(await sessions.linkInstallation(KEY, installationOf(7), observationAt(1), NOON)).toBe(false);
      expect(await allRecords(installations)).toEqual([]);

      expect(await sessions.linkInstallation(KEY, installationOf(7), observationAt(3), NOON)).toBe(true);
      expect(await linksOf(storage)).toEqual([7]);
    });

    it('goes with the record, for every session', async () => {
      const { storage, sessions, installations } = await signedIn();
      for (const id of [7, 8]) await sessions.linkInstallation(KEY, installationOf(id), observationAt(1), NOON);
      await sessions.signIn(
        signInOf('grace', 2, { installations: [installationOf(7)], observation: observationAt(2) }),
      );
      await installations.remove(7, observationAt(3));

      expect(await linksOf(storage)).toEqual([8]);
      expect((await sessions.find(keyOf('grace'), NOON))?.installationIds).toEqual([]);
    });

    it('is true or false, never a fault, when session or installation go in the same moment', async () => {
      const one = await signedIn();
      const two = await engine.open({ url: one.url });
      for (const round of upTo(40)) {
        const key = keyOf(`round ${round}`);
        await one.sessions.signIn(signInOf(`round ${round}`, 1, { installations: [] }));
        const ids = upTo(8).map((step) => round * 10 + step);
        const links = ids.map((id) =>
          (id % 2 === 0 ? one : two).storage.sessions.linkInstallation(key, installationOf(id), observationAt(1), NOON),
        );
        await pause(round % 8);
        const [made] = await Promise.all([
          Promise.all(links),
          two.storage.sessions.delete(key),
          two.storage.installations.remove(round * 10 + 1, observationAt(2)),
        ]);
        expect(made.every((linked) => typeof linked === 'boolean')).toBe(true);
      }
      expect(await one.rawQuery('select * from session_installations')).toEqual([]);
    });

    it('never makes removals, sign-ins and sign-outs everywhere wait for each other in a ring', async () => {
      const one = await signedIn();
      const two = await engine.open({ url: one.url });
      const shared = upTo(6).map((id) => installationOf(id));
      for (const round of upTo(8)) {
        const observation = nextObservation();
        const people = upTo(12).map((person) => `${round}-${person}`);
        const signIn = ({ sessions }: Storage, name: string, user: number, expiresAt = afterNoon(480)) =>
          sessions.signIn(signInOf(name, user, { installations: shared, observation, expiresAt }));
        for (const [index, name] of people.entries()) await signIn(one.storage, name, (index % 2) + 1);
        const later = nextObservation();
        await Promise.all([
          ...shared.map(({ id }) => (id % 2 === 0 ? one : two).storage.installations.remove(id, later)),
          one.sessions.deleteOfUser(1, afterNoon(600)),
          two.storage.sessions.deleteOfUser(2, afterNoon(600)),
          two.storage.sessions.deleteExpired(afterNoon(600)),
          // Later than what is cleared beside it.
          ...people.map((name, index) => signIn(one.storage, `${name} again`, index + 10, afterNoon(700))),
          ...shared.map((installation) =>
            two.storage.sessions.linkInstallation(KEY, installation, nextObservation(), NOON),
          ),
        ]);
      }
      expect(await one.storage.sessions.find(keyOf('8-1 again'), NOON)).not.toBeNull();
    });
  });
}
