import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { INITIAL_VERSION, LATEST_VERSION } from '../../../src/database/migrations/steps.ts';
import { ENGINES, type OpenStorage } from '../../support/databases/engines.ts';
import { NOON, signInOf } from '../../support/databases/records.ts';
import { emptyFolder } from '../../support/empty-folder.ts';
import { run } from '../configured.ts';

const LAST = LATEST_VERSION;

async function openSqlite(url?: string): Promise<OpenStorage> {
  const [engine] = ENGINES.filter(({ name }) => name === 'SQLite');
  if (engine === undefined) throw new Error('there is no SQLite');
  return engine.open(url === undefined ? {} : { url });
}

/** Runs `orgdesk backup` to its end. */
async function backup(databaseUrl: string, ...parameters: readonly string[]) {
  const program = run({
    env: databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl },
    parameters: ['backup', ...parameters],
  });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('copies a database that is open, for this user only, as one file, and says what the copy is', async () => {
  const { storage, url } = await openSqlite();
  await storage.sessions.signIn(signInOf('ada', 1));
  const folder = emptyFolder();
  const copy = join(folder, 'copy.db');
  const done = await backup(url, copy);
  expect([done.code, done.err]).toEqual([0, '']);
  expect(done.out).toBe(
    `Backup written to ${copy} and verified: ${statSync(copy).size} bytes, schema version ${LAST}.\n`,
  );
  expect([(statSync(copy).mode & 0o777).toString(8), readdirSync(folder)]).toEqual(['600', ['copy.db']]);

  const checked = await backup('', '--check', copy, '--json');
  expect([checked.code, JSON.parse(checked.out)]).toEqual([
    0,
    { whole: true, step: LAST, serves: true, bytes: statSync(copy).size },
  ]);
  expect(readdirSync(folder)).toEqual(['copy.db']);
  expect((await storage.storedCounts(NOON)).backedUpAt?.getTime()).toBeGreaterThan(Date.now() - 600_000);
  const restored = await openSqlite(`sqlite:${copy}`);
  expect((await restored.storage.sessions.find(signInOf('ada', 1).key, NOON))?.user.login).toBe('ada');
});

test('--note stores that a copy was made by other means', async () => {
  for (const { name, open } of ENGINES) {
    const { storage, url } = await open();
    expect([name, (await storage.storedCounts(NOON)).backedUpAt]).toEqual([name, null]);
    const noted = await backup(url, '--note', '--json');
    expect([name, noted.code, noted.err]).toEqual([name, 0, '']);
    const { finishedAt } = JSON.parse(noted.out) as { readonly finishedAt: string };
    expect((await storage.storedCounts(NOON)).backedUpAt).toEqual(new Date(finishedAt));
    expect((await backup(url, '--note', 'file')).code).toBe(2);
  }
});

test('never takes the place of a file, and leaves nothing behind when it cannot be done', async () => {
  const { url } = await openSqlite();
  const folder = emptyFolder();
  const there = join(folder, 'there');
  writeFileSync(there, 'something else');
  expect(await backup(url, there)).toEqual({
    code: 1,
    out: '',
    err: 'Backup failed: the file already exists and was not overwritten.\n',
  });
  expect(readFileSync(there, 'utf8')).toBe('something else');
  expect((await backup(url, join(folder, 'no', 'folder'))).code).toBe(1);
  const missing = await backup(`sqlite:${join(folder, 'none.db')}`, join(folder, 'copy.db'));
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringContaining('the SQLite file in DATABASE_URL does not exist'),
  ]);
  expect(readdirSync(folder)).toEqual(['there']);
});

test('refuses to make a copy of a database that is damaged', async () => {
  const { storage, url, close } = await openSqlite();
  await storage.sessions.signIn(signInOf('ada', 1));
  await close();
  const folder = emptyFolder();
  const path = join(folder, 'damaged.db');
  writeFileSync(path, damaged(readFileSync(url.slice('sqlite:'.length))));
  const done = await backup(`sqlite:${path}`, join(folder, 'copy.db'));
  expect([done.code, done.out]).toEqual([1, '']);
  expect(done.err).toMatch(/^Backup failed: /);
  expect(readdirSync(folder).filter((name) => !name.startsWith('damaged.db'))).toEqual([]);
});

function execIn(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** A database in which some pages in the middle are noise. */
function damaged(content: Buffer): Buffer {
  const middle = 4096 * Math.floor(content.length / 4096 / 2);
  return Buffer.from(content).fill(0x5a, middle, middle + 4096 * 4);
}

test('--check tells a copy that is damaged, cut short, of something else, or of a newer orgdesk', async () => {
  const { url } = await openSqlite();
  const folder = emptyFolder();
  const path = (name: string) => join(folder, name);
  await backup(url, path('whole'));
  const whole = readFileSync(path('whole'));
  writeFileSync(path('damaged'), damaged(whole));
  writeFileSync(path('short'), whole.subarray(0, whole.length / 2));
  writeFileSync(path('text'), 'not a database at all '.repeat(100));
  writeFileSync(path('empty'), '');
  execIn(path('other'), 'create table things (id integer)');
  writeFileSync(path('newer'), whole);
  execIn(
    path('newer'),
    `insert into schema_migrations values (${LAST + 1}, 'breaks', 0); insert into schema_serves values (${LAST + 1}, ${LAST + 1})`,
  );
  writeFileSync(path('older'), whole);
  execIn(
    path('older'),
    `delete from schema_serves; delete from schema_migrations where version > ${INITIAL_VERSION}; update schema_migrations set version = 7`,
  );
  for (const name of ['damaged', 'short', 'text', 'empty', 'other', 'none']) {
    const { code, out, err } = await backup('', '--check', path(name));
    expect([code, err, out.startsWith(`${path(name)} is not a valid backup: `)], name).toEqual([3, '', true]);
  }
  const newer = await backup('', '--check', path('newer'), '--json');
  expect([newer.code, JSON.parse(newer.out)]).toMatchObject([3, { whole: true, step: LAST + 1, serves: false }]);
  const older = await backup('', '--check', path('older'), '--json');
  expect([older.code, JSON.parse(older.out)]).toMatchObject([3, { whole: true, step: 7, serves: false }]);
});

test('on PostgreSQL it says which command to use, with an exit code of its own and no password', async () => {
  const url = 'postgres://me:word-of-secret@127.0.0.1:1/none';
  const result = await backup(url, "it's.dump");
  expect([result.code, result.err]).toEqual([4, '']);
  expect(result.out).toContain(`pg_dump --format=custom --no-owner --file='it'\\''s.dump' "$DATABASE_URL"\n`);
  const json = await backup(url, 'x.dump', '--json');
  expect([json.code, Object.keys(JSON.parse(json.out))]).toEqual([4, ['command']]);
  expect(result.out + json.out).not.toContain('word-of-secret');
});
