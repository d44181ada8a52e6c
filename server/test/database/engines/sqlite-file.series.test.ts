import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { databaseUrlOnDisk, ENGINES, sqlitePathOf } from '../../support/databases/engines.ts';
import {
  afterNoon,
  installationOf,
  keyOf,
  NOON,
  observationAt,
  signInOf,
  upTo,
} from '../../support/databases/records.ts';

const sqlite = ENGINES.find(({ name }) => name === 'SQLite');
if (sqlite === undefined) throw new Error('SQLite is not among the engines');

/** A database of some hundred pages, all of them in its file. */
const written = async () => {
  const opened = await sqlite.open({ url: await databaseUrlOnDisk('SQLite') });
  await opened.storage.installations.upsert(
    upTo(2_000).map((id) => installationOf(id)),
    observationAt(1),
    NOON,
  );
  await opened.storage.sessions.signIn(signInOf('ada', 1));
  await opened.rawQuery('pragma wal_checkpoint(truncate)');
  await opened.storage.ready();
  return { ...opened, path: sqlitePathOf(opened.url) };
};

describe('file of a SQLite database', () => {
  it.each<readonly [string, (path: string) => void]>([
    ['removed', (path) => rmSync(path)],
    [
      'replaced by a copy',
      (path) => {
        copyFileSync(path, `${path}-copy`);
        renameSync(`${path}-copy`, path);
      },
    ],
    ['emptied', (path) => truncateSync(path, 0)],
    ['cut short', (path) => truncateSync(path, statSync(path).size - 4_096)],
    ['overwritten', (path) => writeFileSync(path, 'x'.repeat(100_000), { flag: 'r+' })],
    ['left without its log', (path) => rmSync(`${path}-wal`)],
  ])('makes the service unready when it was %s', async (_how, breakIt) => {
    const { storage, path } = await written();
    breakIt(path);
    await expect(storage.ready()).rejects.toThrow();
  });

  it('is whole all the time while others write it', async () => {
    const { storage, path } = await written();
    const other = new DatabaseSync(path, { timeout: 5_000 });
    for (const round of upTo(30)) {
      other.exec(`insert into used_states select '${round}-' || installation_id, 0 from host_installations`);
      if (round % 3 === 0) other.exec('pragma wal_checkpoint(passive)');
      await storage.ready();
    }
    other.exec('delete from used_states; vacuum');
    other.close();
    await storage.ready();
  });
});

describe('writers on SQLite', () => {
  it('that wait behind a lock of another process give up at the same time, not one after the other', async () => {
    const { storage, url, path } = await written();
    const reference = await sqlite.open({ url });
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    const settled: string[] = [];
    const note = (name: string, work: Promise<unknown>) =>
      work.then(
        () => settled.push(`${name} went through`),
        () => settled.push(name),
      );

    const writers = upTo(6).map((number) => note('writer', storage.sessions.delete(keyOf(`nobody-${number}`))));
    await Promise.race(writers);
    // On a connection of its own, and for as long as any writer waits by itself.
    const later = note('later writer', reference.storage.sessions.delete(keyOf('nobody')));
    await Promise.all([...writers, later]);
    other.exec('rollback');
    other.close();
    expect(settled).toEqual([...upTo(6).map(() => 'writer'), 'later writer']);
    await storage.sessions.signIn(signInOf('grace', 2));
  });

  it('let others run while they store and mark many records, and clear what ended', async () => {
    const { storage, rawQuery } = await written();
    const many = upTo(2_000).map((id) => id + 10_000);
    const turns = async (work: Promise<unknown>): Promise<number> => {
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
      }, 1);
      await work;
      clearInterval(timer);
      return count;
    };
    const observationCount = async () => Number((await rawQuery('select value from host_counters'))[0]?.value);

    const records = many.map((id) => installationOf(id));
    expect(await turns(storage.installations.upsert(records, observationAt(2), NOON))).toBeGreaterThan(2);
    const before = await observationCount();
    expect(await turns(storage.installations.markRepositoriesStale(many))).toBeGreaterThan(2);
    expect(await observationCount()).toBe(before + 1);
    expect((await storage.installations.findCovered([10_001, 12_000])).map((one) => one.repositoriesStale)).toEqual([
      true,
      true,
    ]);

    for (const number of upTo(350)) await storage.sessions.signIn(signInOf(`person-${number}`, 1));
    expect(await turns(storage.sessions.deleteExpired(afterNoon(600)))).toBeGreaterThan(2);
    expect(await rawQuery('select * from sessions')).toEqual([]);
  });
});
