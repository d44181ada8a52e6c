import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { keyOf, NOON, signInOf } from '../../support/databases/records.ts';

const [sqlite] = ENGINES;

for (const engine of ENGINES) {
  describe(`database of ${engine.name}`, () => {
    it('is ready once it is migrated, not before', async () => {
      const { storage } = await engine.open({ migrate: false });
      await expect(storage.ready()).rejects.toThrow();
      await storage.migrate();
      await storage.ready();
    });

    it('is migrated twice without effect [D-1]', async () => {
      const { storage, url, rawQuery } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));
      const applied = await rawQuery('select * from schema_migrations');
      await storage.migrate();
      await (await engine.open({ url })).storage.migrate();

      expect(await rawQuery('select * from schema_migrations')).toEqual(applied);
      expect(await storage.sessions.find(keyOf('ada'), NOON)).not.toBeNull();
    });

    it('is refused at start when it is newer than the program, which goes on if it runs already', async () => {
      const { storage, url, rawQuery } = await engine.open();
      await rawQuery("insert into schema_migrations values (99, 'from the future', 0)");

      await expect((await engine.open({ url, migrate: false })).storage.migrate()).rejects.toThrow(/version 99.*newer/);
      await storage.ready();
    });

    it('keeps nothing of a migration that fails half way', async () => {
      const { storage, rawQuery } = await engine.open({ migrate: false });
      await rawQuery('create table used_states (occupied text)');
      await expect(storage.migrate()).rejects.toThrow(/used_states/);
      await expect(rawQuery('select * from sessions')).rejects.toThrow();
      await expect(rawQuery('select * from schema_migrations')).rejects.toThrow();

      await rawQuery('drop table used_states');
      await storage.migrate();
      await storage.ready();
    });

    it('answers no call after it was closed, and is closed twice without harm', async () => {
      const { storage } = await engine.open();
      await storage.close();
      await expect(storage.sessions.find(keyOf('ada'), NOON)).rejects.toThrow();
      await expect(storage.sessions.delete(keyOf('ada'))).rejects.toThrow();
      await expect(storage.ready()).rejects.toThrow();
      await storage.close();
    });
  });
}

describe('database URL', () => {
  it('is refused without being repeated when it names no database the program knows', async () => {
    for (const url of ['mysql://root:secret@host/db', 'secret', 'sqlite:', 'file:secret.db', 'Postgres:secret', '']) {
      const refusal = await sqlite?.open({ url }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Error);
      expect(String(refusal)).toContain('DATABASE_URL');
      expect(String(refusal)).not.toContain('secret');
    }
  });

  it('makes a SQLite file that only its owner can read, in a folder that only its owner can enter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orgdesk-modes-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'deep', 'data', 'orgdesk.db');
    await sqlite?.open({ url: `sqlite:${path}` });

    const modeOf = (name: string): number => statSync(name).mode & 0o777;
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect([join(folder, 'deep'), join(folder, 'deep', 'data')].map(modeOf)).toEqual([0o700, 0o700]);
  });

  it('gives each storage on SQLite in memory a database of its own', async () => {
    const one = await sqlite?.open({ url: 'sqlite::memory:' });
    const two = await sqlite?.open({ url: 'sqlite::memory:' });
    await one?.storage.sessions.signIn(signInOf('ada', 1));

    expect((await one?.storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
    expect(await two?.storage.sessions.find(keyOf('ada'), NOON)).toBeNull();
    expect(existsSync(':memory:')).toBe(false);
  });

  it('opens a SQLite file again with all that was stored', async () => {
    const url = await freshDatabaseUrl('SQLite');
    const before = await sqlite?.open({ url });
    await before?.storage.sessions.signIn(signInOf('ada', 1));
    await before?.close();

    const after = await sqlite?.open({ url });
    expect((await after?.storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
  });
});
