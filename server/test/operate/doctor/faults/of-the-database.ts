import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { INITIAL_VERSION } from '../../../../src/database/migrations/steps.ts';
import { sqlitePathOf } from '../../../support/databases/engines.ts';
import { type SetUp, signInNow } from '../set-up.ts';
import { type Fault, plainly } from './fault.ts';

/** Faults in the contents of either database. */
export const OF_WHAT_IS_STORED: readonly Fault[] = [
  {
    name: 'a secret that opens no stored token',
    plant: async (setUp) => {
      await signInNow(setUp);
      return { TOKEN_SECRET: 'another secret that never sealed anything at all' };
    },
    check: 'token-secret',
    standing: 'failure',
    fact: /cannot decrypt any stored token/,
    next: /append the old secret/,
  },
  {
    name: 'an instance that signs with another secret',
    plant: plainly(({ database: { storage } }) =>
      storage.instanceKeys.note('another', { signing: 'of another key', tokens: [] }, 600_000),
    ),
    check: 'same-secrets',
    standing: 'failure',
    fact: /uses a different SESSION_SECRET/,
    next: /the same SESSION_SECRET/,
    atStart: 'warned',
  },
  {
    name: 'an instance that encrypts with another secret',
    plant: plainly(({ database: { storage } }) =>
      storage.instanceKeys.note('another', { signing: null, tokens: ['of another key'] }, 600_000),
    ),
    check: 'same-secrets',
    standing: 'failure',
    fact: /a key that is not in this TOKEN_SECRET/,
    next: /the same TOKEN_SECRET/,
  },
  {
    name: 'tokens that never end',
    plant: plainly((setUp) => signInNow(setUp, { expires: false })),
    check: 'token-expiry',
    standing: 'warning',
    fact: /tokens never expire/,
    next: /Optional features/,
  },
  {
    name: 'steps of the schema that were not applied',
    plant: plainly((setUp) => setVersion(setUp, 31)),
    check: 'migrations',
    standing: 'warning',
    fact: /The schema is at version 31, but this orgdesk uses version \d+/,
    next: /orgdesk migrate/,
  },
  {
    name: 'a schema that is too old',
    plant: plainly((setUp) => setVersion(setUp, 30)),
    check: 'migrations',
    standing: 'failure',
    fact: /at version 30, but this orgdesk upgrades only from version 31 or later/,
    next: /an orgdesk release that uses schema version 31/,
    atStart: 'refused',
  },
  {
    name: 'a schema that is newer',
    plant: plainly(({ database }) =>
      database.rawQuery("insert into schema_migrations (version, name, applied_at) values (999, 'later', 0)"),
    ),
    check: 'migrations',
    standing: 'failure',
    fact: /at version 999, but this orgdesk only supports up to \d+ and does not start/,
    next: /newer orgdesk/,
    atStart: 'refused',
  },
];

/** Records another version of the schema, and changes nothing else. */
async function setVersion({ database }: SetUp, version: number): Promise<void> {
  await database.rawQuery('delete from schema_serves');
  await database.rawQuery(`delete from schema_migrations where version > ${INITIAL_VERSION}`);
  await database.rawQuery(`update schema_migrations set version = ${version}`);
}

export const OF_SQLITE: readonly Fault[] = [
  {
    name: 'a file of another program',
    plant: async ({ database }) => {
      await database.close();
      const path = `${sqlitePathOf(database.url)}.other`;
      const other = new DatabaseSync(path);
      other.exec('create table bookmarks (id integer)');
      other.close();
      onTestFinished(() => rmSync(path));
      return { DATABASE_URL: `sqlite:${path}` };
    },
    check: 'database',
    standing: 'failure',
    fact: /belongs to another program: it contains the tables bookmarks/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a file with a damaged page',
    plant: async ({ database }) => {
      await database.close();
      const file = openSync(sqlitePathOf(database.url), 'r+');
      writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 10 * 4_096);
      closeSync(file);
      return {};
    },
    check: 'database',
    standing: 'failure',
    fact: /the file is corrupted/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a file that is no database',
    plant: async ({ database }) => {
      await database.close();
      const path = `${sqlitePathOf(database.url)}.other`;
      writeFileSync(path, 'this is a letter to a friend\n'.repeat(300));
      onTestFinished(() => rmSync(path));
      return { DATABASE_URL: `sqlite:${path}` };
    },
    check: 'database',
    standing: 'failure',
    fact: /not a SQLite database/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a folder in place of a file',
    plant: () => ({ DATABASE_URL: 'sqlite:/tmp' }),
    check: 'database',
    standing: 'failure',
    fact: /cannot be used: (the path is a directory|the file cannot be opened)/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a file that another program keeps locked',
    plant: async ({ database }) => {
      await database.close();
      const other = new DatabaseSync(sqlitePathOf(database.url));
      onTestFinished(() => other.close());
      other.exec('pragma locking_mode = exclusive; begin immediate; update backups set finished_at = 0; commit');
      return {};
    },
    check: 'database',
    standing: 'failure',
    fact: /the file is locked by another process/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a file that cannot be made',
    plant: ({ database }) => ({ DATABASE_URL: `${database.url}/below/orgdesk.db` }),
    check: 'database',
    standing: 'failure',
    fact: /cannot be created: a parent directory is a file/,
    next: /that this user can write to/,
    atStart: 'refused',
  },
  {
    name: 'a file in a folder that the kernel shows',
    plant: () => ({ DATABASE_URL: 'sqlite:/proc/orgdesk/orgdesk.db' }),
    check: 'database',
    standing: 'failure',
    fact: process.platform === 'linux' ? /cannot be created: cannot create files in .proc/ : /cannot be created/,
    next: /that this user can write to/,
    atStart: 'refused',
  },
];
