import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { afterNoon, grantOf, keyOf, NOON, signInOf, upTo } from '../../support/databases/records.ts';

for (const engine of ENGINES) {
  describe(`session store on ${engine.name}`, () => {
    it('knows no session under a key nobody stored', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));

      expect(await storage.sessions.find(keyOf('nobody'), NOON)).toBeNull();
      expect(await storage.sessions.find("' or 1=1 --" as never, NOON)).toBeNull();
    });

    it('sorts memberships by login, letter case aside, and installations by ID [R-12]', async () => {
      const { storage } = await engine.open();
      const named = (id: number, login: string) => ({
        organization: { id, login, name: null, avatarUrl: null },
        viewerCanAdminister: false,
      });
      const { user } = signInOf('ada', 1).profile;
      const memberships = [named(1, 'beta'), named(2, 'Alpha'), named(3, 'gamma'), named(4, 'Beta-2'), named(5, 'a_1')];
      await storage.sessions.signIn(signInOf('ada', 1, { profile: { user, memberships } }));

      const session = await storage.sessions.find(keyOf('ada'), NOON);
      expect(session?.memberships.map(({ organization }) => organization.login)).toEqual([
        'a_1',
        'Alpha',
        'beta',
        'Beta-2',
        'gamma',
      ]);
    });

    it('ends a session at the very millisecond of its expiry, not before [S-3]', async () => {
      const { storage, rawQuery } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));

      expect(await storage.sessions.find(keyOf('ada'), new Date(afterNoon(480).getTime() - 1))).not.toBeNull();
      expect(await storage.sessions.find(keyOf('ada'), afterNoon(480))).toBeNull();
      expect(await rawQuery('select * from sessions')).toEqual([]);
      expect(await rawQuery('select * from session_installations')).toEqual([]);
    });

    it('answers fifty parallel reads of an expired session with null', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      await one.storage.sessions.signIn(signInOf('ada', 1));
      await one.storage.sessions.signIn(signInOf('grace', 2, { expiresAt: afterNoon(600) }));

      const reads = upTo(50).map((read) =>
        (read % 2 === 0 ? one : two).storage.sessions.find(keyOf('ada'), afterNoon(481)),
      );
      expect(await Promise.all(reads)).toEqual(upTo(50).map(() => null));
      expect(await one.storage.sessions.find(keyOf('grace'), afterNoon(481))).not.toBeNull();
    });

    it('does not delete a session that was extended after it was found expired', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));
      const lease = { key: keyOf('ada'), leaseId: 'lease', tokenVersion: 1 };
      await storage.sessions.leaseRefresh(lease, 60_000);

      const [stored] = await Promise.all([
        storage.sessions.storeRefreshed(lease, grantOf('ada-2'), afterNoon(900)),
        ...upTo(20).map(() => storage.sessions.find(keyOf('ada'), afterNoon(481))),
      ]);
      const session = await storage.sessions.find(keyOf('ada'), afterNoon(481));
      expect(session !== null).toBe(stored);
    });

    it('shows a parallel reader the session before or after a sign-in, never half of it', async () => {
      const one = await engine.open();
      const { storage } = one;
      const { user } = signInOf('ada', 1).profile;
      const memberships = upTo(700).map((id) => ({
        organization: { id, login: `o${id}`, name: null, avatarUrl: null },
        viewerCanAdminister: true,
      }));
      await storage.sessions.signIn(signInOf('before', 1));
      const signIn = storage.sessions.signIn(
        signInOf('after', 1, { profile: { user, memberships }, replaces: keyOf('before') }),
      );
      const seen = new Set<string>();
      let done = false;
      const finished = signIn.finally(() => {
        done = true;
      });
      while (!done) {
        const [before, after] = await Promise.all([
          storage.sessions.find(keyOf('before'), NOON),
          storage.sessions.find(keyOf('after'), NOON),
        ]);
        seen.add(`${before?.memberships.length ?? 'none'}`);
        if (after !== null) expect(after.memberships).toHaveLength(700);
      }
      await finished;
      expect([...seen].filter((count) => count !== '2' && count !== 'none')).toEqual([]);
      expect(await storage.sessions.find(keyOf('before'), NOON)).toBeNull();
      expect((await storage.sessions.find(keyOf('after'), NOON))?.memberships).toHaveLength(700);
    });

    it('deletes a session for every instance at once, and says whether there was one [D-2]', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      for (const round of upTo(20)) {
        const key = keyOf(`round-${round}`);
        await one.storage.sessions.signIn(signInOf(`round-${round}`, 1));
        expect(await two.storage.sessions.find(key, NOON)).not.toBeNull();
        expect(await one.storage.sessions.delete(key)).toBe(true);
        expect(await two.storage.sessions.find(key, NOON)).toBeNull();
        expect(await two.storage.sessions.delete(key)).toBe(false);
      }
      expect(await one.rawQuery('select * from session_installations')).toEqual([]);
    });

    it('deletes all sessions of one user until an instant and counts them', async () => {
      const { storage } = await engine.open();
      for (const device of upTo(3)) await storage.sessions.signIn(signInOf(`ada-${device}`, 1));
      await storage.sessions.signIn(signInOf('ada-later', 1, { createdAt: new Date(NOON.getTime() + 1) }));
      await storage.sessions.signIn(signInOf('grace', 2));

      expect(await storage.sessions.deleteOfUser(1, NOON)).toBe(3);
      expect(await storage.sessions.deleteOfUser(1, NOON)).toBe(0);
      expect(await storage.sessions.find(keyOf('ada-2'), NOON)).toBeNull();
      expect(await storage.sessions.find(keyOf('ada-later'), NOON)).not.toBeNull();
      expect(await storage.sessions.keysOfUser(1)).toEqual([keyOf('ada-later')]);
      expect(await storage.sessions.keysOfUser(3)).toEqual([]);
      expect(await storage.sessions.find(keyOf('grace'), NOON)).not.toBeNull();
    });

    it('clears what has expired, sessions and used states, and leaves the rest', async () => {
      const { storage, rawQuery } = await engine.open();
      for (const device of upTo(3)) await storage.sessions.signIn(signInOf(`ada-${device}`, 1));
      await storage.sessions.signIn(signInOf('grace', 2, { expiresAt: afterNoon(600) }));
      await storage.sessions.useState('long ago', NOON);
      await storage.sessions.useState('just now', afterNoon(480));

      expect(await storage.sessions.deleteExpired(afterNoon(480))).toBe(3);
      expect(await storage.sessions.find(keyOf('grace'), afterNoon(480))).not.toBeNull();
      expect(await rawQuery('select state_hash from used_states')).toEqual([{ state_hash: 'just now' }]);
    });

    it('clears more expired sessions than fit in one batch, on two instances at once', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      for (const device of upTo(3)) await one.storage.sessions.signIn(signInOf(`ada-${device}`, 1));
      const [series, number] =
        engine.name === 'SQLite'
          ? [
              'with recursive series(n) as (select 1 union all select n + 1 from series where n < 1600)',
              "printf('%064d', n)",
            ]
          : ['with series as (select generate_series(1, 1600) as n)', "lpad(n::text, 64, '0')"];
      const columns = Object.keys((await one.rawQuery('select * from sessions limit 1'))[0] ?? {});
      const copied = columns.map((column) => (column === 'session_key' ? number : column)).join(', ');
      await one.rawQuery(
        `insert into sessions (${columns.join(', ')}) ${series} select ${copied} from series, (select * from sessions where session_key = '${keyOf('ada-1')}') as template`,
      );

      const counts = await Promise.all([one, two].map(({ storage }) => storage.sessions.deleteExpired(afterNoon(481))));
      expect(counts.reduce((sum, count) => sum + count)).toBe(1_603);
      expect(await one.rawQuery('select session_key from sessions')).toEqual([]);
    });

    it('accepts a state once among sixteen parallel uses on two instances', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      for (const round of upTo(10)) {
        const uses = upTo(16).map((use) =>
          (use % 2 === 0 ? one : two).storage.sessions.useState(`state ${round}`, afterNoon(10)),
        );
        expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
      }
    });
  });
}
