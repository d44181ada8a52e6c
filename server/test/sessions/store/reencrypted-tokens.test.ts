import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionKey } from '../../../src/lib/secrets.ts';
import type { ReencryptedPage } from '../../../src/sessions/store/encrypted-grant.ts';
import type { Storage } from '../../../src/storage.ts';
import { ENGINES, type EngineName, sqlitePathOf } from '../../support/databases/engines.ts';
import { afterNoon, grantOf, keyOf, NOON, plainGrant, signInOf, upTo } from '../../support/databases/records.ts';

const [OLDER, NEWER, STRANGER] = ['older', 'newer', 'stranger'].map((name) => `${name} token secret, long enough`);
const secrets = (...names: readonly (string | undefined)[]) => ({ tokenSecrets: names.map((name) => `${name}`) });

/** All pages, one after the other, and how many there were. */
async function walk(
  storage: Storage,
  isDryRun = false,
): Promise<Omit<ReencryptedPage, 'next'> & { readonly pages: number }> {
  const total = { current: 0, old: 0, unreadable: 0, pages: 0 };
  let after: SessionKey | null = null;
  do {
    const page: ReencryptedPage = await storage.reencrypt({ after, now: NOON, isDryRun });
    total.current += page.current;
    total.old += page.old;
    total.unreadable += page.unreadable;
    total.pages += 1;
    after = page.next;
  } while (after !== null);
  return total;
}

/** A transaction beside the storage, which holds what its statement wrote until it is committed. */
async function heldWrite(engine: EngineName, url: string, statement: string): Promise<{ commit(): Promise<void> }> {
  if (engine === 'SQLite') {
    const database = new DatabaseSync(sqlitePathOf(url));
    onTestFinished(() => database.close());
    database.exec(`begin immediate; ${statement}`);
    return { commit: async () => database.exec('commit') };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement);
  return { commit: async () => void (await client.query('commit')) };
}

for (const engine of ENGINES) {
  const rotating = async (people = 3) => {
    const before = await engine.open(secrets(OLDER));
    for (const person of upTo(people)) await before.storage.sessions.signIn(signInOf(`person ${person}`, 1));
    const { url } = before;
    return { ...(await engine.open({ url, ...secrets(NEWER, OLDER) })), before: before.storage };
  };

  describe(`encrypting tokens again on ${engine.name}`, () => {
    it('open with the new key alone, page after page, and nothing else of a session changes', async () => {
      const { storage, url, rawQuery } = await rotating(250);
      const rest = `select session_key, user_id, token_version, refresh_lease_id, refresh_lease_until, created_at, expires_at,
        access_token_expires_at, refresh_token_expires_at, token_type, token_scope from sessions order by session_key`;
      const unchanged = await rawQuery(rest);
      const storedRows = await rawQuery('select * from sessions order by session_key');
      expect(await walk(storage, true)).toEqual({ current: 0, old: 250, unreadable: 0, pages: 3 });
      expect(await rawQuery('select * from sessions order by session_key')).toEqual(storedRows);

      expect(await walk(storage)).toEqual({ current: 0, old: 250, unreadable: 0, pages: 3 });
      expect(await walk(storage)).toEqual({ current: 250, old: 0, unreadable: 0, pages: 3 });
      expect(await rawQuery(rest)).toEqual(unchanged);
      const { sessions } = (await engine.open({ url, ...secrets(NEWER) })).storage;
      for (const person of [1, 100, 250]) {
        const name = `person ${person}`;
        expect(plainGrant((await sessions.find(keyOf(name), NOON))?.grant)).toEqual(grantOf(name));
      }
    });

    it('are counted once: new ones, those that no key opens, and not those that ended', async () => {
      const { storage, url, before } = await rotating(2);
      await storage.sessions.signIn(signInOf('new', 2));
      const foreign = await engine.open({ url, ...secrets(STRANGER) });
      await foreign.storage.sessions.signIn(signInOf('foreign', 3));
      await before.sessions.signIn(signInOf('ended', 4, { expiresAt: NOON }));
      expect(await walk(storage)).toEqual({ current: 1, old: 2, unreadable: 1, pages: 1 });
      expect(plainGrant((await foreign.storage.sessions.find(keyOf('foreign'), NOON))?.grant)).toEqual(
        grantOf('foreign'),
      );
    });

    it('keep a session without a refresh token as it is', async () => {
      const { storage, url, before } = await rotating(0);
      const grant = { ...grantOf('ada'), refreshToken: null, refreshTokenExpiresAt: null };
      await before.sessions.signIn(signInOf('ada', 1, { grant }));
      expect(await walk(storage)).toMatchObject({ old: 1 });
      const { sessions } = (await engine.open({ url, ...secrets(NEWER) })).storage;
      expect(plainGrant((await sessions.find(keyOf('ada'), NOON))?.grant)).toEqual(grant);
    });

    it.each([
      ['new', NEWER],
      ['old', OLDER],
    ])(
      'never take the place of a pair that is refreshed between read and write, and sealed with the %s key',
      async (_, secret) => {
        const { storage, url, rawQuery } = await rotating(1);
        const key = keyOf('person 1');
        const { sessions } = (await engine.open({ url, ...secrets(secret, NEWER, OLDER) })).storage;
        await rawQuery('create table before as select * from sessions');
        await sessions.leaseRefresh({ key, leaseId: 'a', tokenVersion: 1 }, 60_000);
        await sessions.storeRefreshed({ key, leaseId: 'a', tokenVersion: 1 }, grantOf('refreshed'), afterNoon(480));
        await rawQuery('create table refreshed as select * from sessions');
        const columns = ['access_token', 'refresh_token'].flatMap((token) =>
          ['ciphertext', 'iv', 'tag'].map((part) => `${token}_${part}`),
        );
        const copyFrom = (table: string) =>
          `update sessions set ${[...columns, 'token_version'].map((column) => `${column} = (select ${column} from ${table})`).join(', ')}`;
        await rawQuery(copyFrom('before'));

        const refresh = await heldWrite(engine.name, url, copyFrom('refreshed'));
        const running = walk(storage);
        // It has looked by the time that its write waits; were it late, it would find the refreshed pair at once.
        await new Promise((resolve) => setTimeout(resolve, 300));
        await refresh.commit();
        expect(await running).toEqual({ current: 0, old: 1, unreadable: 0, pages: 1 });

        const session = await (await engine.open({ url, ...secrets(NEWER) })).storage.sessions.find(key, NOON);
        expect([plainGrant(session?.grant), session?.tokenVersion]).toEqual([grantOf('refreshed'), 2]);
      },
    );

    it('never bring back a session, a refresh token that was dropped, or an older pair, whatever happens at once', async () => {
      const people = upTo(60).map((person) => `person ${person}`);
      const { storage, url } = await rotating(people.length);
      const other = (await engine.open({ url, ...secrets(OLDER, NEWER) })).storage.sessions;
      const refreshed: string[] = [];
      const deleted: string[] = [];
      const dropped: string[] = [];
      const change = async (name: string, index: number): Promise<void> => {
        const lease = { key: keyOf(name), leaseId: name, tokenVersion: 1 };
        if (index % 3 === 0) {
          await other.delete(lease.key);
          deleted.push(name);
        } else if ((await other.leaseRefresh(lease, 60_000)) === 'granted' && index % 3 === 1) {
          if (await other.storeRefreshed(lease, grantOf(`new ${name}`), afterNoon(480))) refreshed.push(name);
        } else {
          await other.dropRefreshToken(lease);
          dropped.push(name);
        }
      };
      await Promise.all([walk(storage), ...people.map(change), walk(storage)]);
      expect([refreshed.length, deleted.length, dropped.length]).toEqual([20, 20, 20]);
      await walk(storage);

      const { sessions } = (await engine.open({ url, ...secrets(NEWER) })).storage;
      for (const name of deleted) expect(await sessions.find(keyOf(name), NOON)).toBeNull();
      for (const name of refreshed) {
        expect(plainGrant((await sessions.find(keyOf(name), NOON))?.grant)).toEqual(grantOf(`new ${name}`));
      }
      for (const name of dropped) {
        const session = await sessions.find(keyOf(name), NOON);
        expect([session?.grant.accessToken, session?.grant.refreshToken]).toEqual([grantOf(name).accessToken, null]);
      }
    });
  });
}
