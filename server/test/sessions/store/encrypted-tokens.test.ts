import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { type HostToken, makeSessionId, sessionKeyOf } from '../../../src/lib/secrets.ts';
import type { Log } from '../../../src/lib/system.ts';
import { ENGINES, type OpenStorage, sqlitePathOf } from '../../support/databases/engines.ts';
import { afterNoon, grantOf, keyOf, NOON, plainGrant, signInOf, upTo } from '../../support/databases/records.ts';

const TOKEN_COLUMNS = ['access', 'refresh'].flatMap((token) =>
  ['ciphertext', 'iv', 'tag'].map((part) => `${token}_token_${part}`),
);

setFlagsFromString('--allow-natives-syntax');
/** False of an object that has a dictionary of its own. */
const hasSharedShape = new Function('object', 'return %HasFastProperties(object)') as (object: unknown) => boolean;

for (const engine of ENGINES) {
  const bytesLiteral = (bytes: Uint8Array): string => {
    const hex = Buffer.from(bytes).toString('hex');
    return engine.name === 'SQLite' ? `x'${hex}'` : `'\\x${hex}'`;
  };
  const rowOf = async ({ rawQuery }: OpenStorage, name: string): Promise<Record<string, unknown>> =>
    (await rawQuery(`select * from sessions where session_key = '${keyOf(name)}'`))[0] ?? {};
  const bytesIn = (row: Record<string, unknown>, column: string): Buffer => Buffer.from(row[column] as Uint8Array);
  const write = ({ rawQuery }: OpenStorage, name: string, column: string, bytes: Uint8Array) =>
    rawQuery(`update sessions set ${column} = ${bytesLiteral(bytes)} where session_key = '${keyOf(name)}'`);

  const signedIn = async (log?: Log): Promise<OpenStorage> => {
    const opened = await engine.open(log === undefined ? {} : { log });
    await opened.storage.sessions.signIn(signInOf('ada', 1));
    await opened.storage.sessions.signIn(signInOf('grace', 2));
    return opened;
  };
  const find = ({ storage }: OpenStorage, name: string) => storage.sessions.find(keyOf(name), NOON);

  describe(`stored tokens on ${engine.name}`, () => {
    it('do not open after any one of their bytes was changed, while other sessions go on [R-10]', async () => {
      const opened = await signedIn();
      const row = await rowOf(opened, 'ada');
      for (const column of TOKEN_COLUMNS) {
        const original = bytesIn(row, column);
        for (const position of original.keys()) {
          const changed = Buffer.from(original);
          changed[position] = (changed[position] ?? 0) ^ 1;
          await write(opened, 'ada', column, changed);
          expect(await find(opened, 'ada'), `${column} byte ${position}`).toBeNull();
        }
        await write(opened, 'ada', column, original);
        expect(plainGrant((await find(opened, 'ada'))?.grant)).toEqual(grantOf('ada'));
      }
      expect(plainGrant((await find(opened, 'grace'))?.grant)).toEqual(grantOf('grace'));
    });

    it('are read into an object whose shape all sessions share', async () => {
      const opened = await signedIn();
      const grants = [(await find(opened, 'ada'))?.grant, (await find(opened, 'grace'))?.grant];
      expect(grants.map(hasSharedShape)).toEqual([true, true]);
    });

    it('cannot be stored with a shortened tag, and do not open with one that was forced in [R-8]', async () => {
      const opened = await signedIn();
      const row = await rowOf(opened, 'ada');
      for (const column of ['access_token_tag', 'refresh_token_tag']) {
        const tag = bytesIn(row, column);
        await expect(write(opened, 'ada', column, tag.subarray(0, 4))).rejects.toThrow();
      }
      expect(await find(opened, 'ada')).not.toBeNull();

      for (const column of ['access_token_tag', 'refresh_token_tag']) {
        if (engine.name === 'PostgreSQL')
          await opened.rawQuery(`alter table sessions drop constraint sessions_${column}_check`);
        for (const length of [0, 4, 8, 12, 15]) {
          const short = bytesIn(row, column).subarray(0, length);
          if (engine.name === 'PostgreSQL') await write(opened, 'ada', column, short);
          else forceIntoSqlite(opened.url, column, short);
          expect(await find(opened, 'ada'), `${column} of ${length} bytes`).toBeNull();
        }
        await write(opened, 'ada', column, bytesIn(row, column));
        expect(await find(opened, 'ada')).not.toBeNull();
      }
    });

    it('do not open in another session or in the other column', async () => {
      const opened = await signedIn();
      const [ada, grace] = [await rowOf(opened, 'ada'), await rowOf(opened, 'grace')];
      for (const token of ['access', 'refresh']) {
        const other = token === 'access' ? 'refresh' : 'access';
        for (const [source, from] of [
          [grace, token],
          [ada, other],
        ] as const) {
          for (const part of ['ciphertext', 'iv', 'tag']) {
            await write(opened, 'ada', `${token}_token_${part}`, bytesIn(source, `${from}_token_${part}`));
          }
          expect(await find(opened, 'ada')).toBeNull();
          expect(plainGrant((await find(opened, 'grace'))?.grant)).toEqual(grantOf('grace'));
        }
        for (const part of ['ciphertext', 'iv', 'tag']) {
          await write(opened, 'ada', `${token}_token_${part}`, bytesIn(ada, `${token}_token_${part}`));
        }
        expect(await find(opened, 'ada')).not.toBeNull();
      }
    });

    it('are reported once for a session that cannot be opened, whose row stays', async () => {
      const errors: object[] = [];
      const log: Log = { debug() {}, info() {}, warn() {}, error: (fields) => errors.push(fields) };
      const opened = await signedIn(log);
      const before = await rowOf(opened, 'ada');
      await write(opened, 'ada', 'access_token_tag', randomBytes(16));

      const found = await Promise.all(upTo(50).map(() => find(opened, 'ada')));
      expect(found.every((session) => session === null)).toBe(true);
      expect(errors).toEqual([{ userId: 1 }]);
      expect(await rowOf(opened, 'ada')).toMatchObject({ session_key: before.session_key });
    });

    it('open with an older key in the list, and are encrypted with the first', async () => {
      const [older, newer, stranger] = ['older', 'newer', 'stranger'].map(
        (name) => `${name} token secret, long enough`,
      );
      const url = (await engine.open({ tokenSecrets: [`${older}`] })).url;
      const openWith = async (...tokenSecrets: readonly (string | undefined)[]) =>
        engine.open({ url, tokenSecrets: tokenSecrets.map((secret) => `${secret}`) });

      const before = await openWith(older);
      await before.storage.sessions.signIn(signInOf('ada', 1));
      const rotating = await openWith(newer, older);
      expect(plainGrant((await find(rotating, 'ada'))?.grant)).toEqual(grantOf('ada'));
      await rotating.storage.sessions.signIn(signInOf('grace', 2));

      const after = await openWith(newer);
      expect(plainGrant((await find(after, 'grace'))?.grant)).toEqual(grantOf('grace'));
      expect(await find(after, 'ada')).toBeNull();
      expect(await find(before, 'grace')).toBeNull();
      expect(await find(await openWith(stranger), 'grace')).toBeNull();
      expect(await find(await openWith(stranger, older), 'ada')).not.toBeNull();
    });

    it('are never in the database in the clear, nor is a session ID [W-5 R-10 S-4 B-7 U-6]', async () => {
      const opened = await engine.open();
      const { storage } = opened;
      const secrets: string[] = [];
      for (const round of upTo(5)) {
        const id = makeSessionId({ bytes: (count) => randomBytes(count) });
        const tokens = ['gho', 'ghr', 'gho', 'ghr'].map(
          (prefix) => `${prefix}_${randomBytes(18).toString('hex')}` as HostToken,
        );
        const grants = [0, 2].map((at) => ({
          ...grantOf('ada'),
          accessToken: tokens[at] ?? grantOf('ada').accessToken,
          refreshToken: tokens[at + 1] ?? null,
        }));
        const [first = grantOf('ada'), second = grantOf('ada')] = grants;
        secrets.push(id, ...tokens);
        const key = sessionKeyOf(id);
        await storage.sessions.signIn({ ...signInOf('ada', 1), key, grant: first });
        const lease = { key, leaseId: `lease ${round}`, tokenVersion: 1 };
        await storage.sessions.leaseRefresh(lease, 10_000);
        expect(await storage.sessions.storeRefreshed(lease, second, afterNoon(600))).toBe(true);
        expect(plainGrant((await storage.sessions.find(key, NOON))?.grant)).toEqual(second);
      }
      const content = engine.name === 'SQLite' ? filesBeside(sqlitePathOf(opened.url)) : await rowsAsText(opened);
      expect(content.includes('https://avatars.test/1')).toBe(true);
      for (const secret of secrets) {
        expect(content.includes(secret)).toBe(false);
        expect(content.includes(Buffer.from(secret, 'hex').toString('latin1') || secret)).toBe(false);
      }
    });
  });
}

/** The database, its log and its shared memory as one string of bytes. */
const filesBeside = (path: string): string =>
  readdirSync(dirname(path))
    .map((name) => readFileSync(join(dirname(path), name), 'latin1'))
    .join('');

async function rowsAsText({ rawQuery }: OpenStorage): Promise<string> {
  const tables = await rawQuery("select tablename from pg_tables where schemaname = 'public'");
  const texts = await Promise.all(
    tables.map(({ tablename }) => rawQuery(`select t.*, t::text as text from ${tablename} as t`)),
  );
  const values = texts.flat().flatMap((row) => Object.values(row));
  return values
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join('\n');
}

function forceIntoSqlite(url: string, column: string, bytes: Uint8Array): void {
  const database = new DatabaseSync(sqlitePathOf(url));
  database.exec('pragma ignore_check_constraints = on');
  database.prepare(`update sessions set ${column} = ? where session_key = ?`).run(bytes, keyOf('ada'));
  database.close();
}
