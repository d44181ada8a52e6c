import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { sqlitePathOf } from '../../../support/databases/engines.ts';
import { freePort } from '../../../support/service/ports.ts';
import { type SetUp, signInNow } from '../set-up.ts';
import { type Fault, plainly, type Settings } from './fault.ts';

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
    plant: plainly((setUp) => setVersion(setUp, 12)),
    check: 'migrations',
    standing: 'warning',
    fact: /The schema is at version 12, but this orgdesk uses version \d+/,
    next: /orgdesk migrate/,
  },
  {
    name: 'a schema that is too old',
    plant: plainly((setUp) => setVersion(setUp, 11)),
    check: 'migrations',
    standing: 'failure',
    fact: /at version 11, but this orgdesk upgrades only from version 12 or later/,
    next: /an orgdesk release that uses schema version 12/,
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
  await database.rawQuery('delete from schema_migrations where version > 14');
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

export const OF_POSTGRESQL: readonly Fault[] = [
  {
    name: 'a server that nobody answers at',
    plant: async () => ({ DATABASE_URL: `postgres://me:in-the-url@127.0.0.1:${await freePort()}/none` }),
    check: 'database',
    standing: 'failure',
    fact: /connection refused/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a database that is not there',
    plant: ({ database }) => ({ DATABASE_URL: database.url.replace(/\/[^/]*$/, '/no_such_database') }),
    check: 'database',
    standing: 'failure',
    fact: /the database does not exist/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a database that only reads',
    plant: plainly(({ database }) =>
      database.rawQuery(
        `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`,
      ),
    ),
    check: 'database',
    standing: 'failure',
    fact: /read-only: the database is read-only/,
    next: /the primary/,
    atStart: 'refused',
  },
  {
    name: 'a role that may create no tables',
    options: { migrate: false },
    plant: (setUp) => asRole(setUp, () => []),
    check: 'database',
    standing: 'failure',
    fact: /reachable, but its user cannot create tables in the schema public/,
    next: /Grant these rights/,
    atStart: 'refused',
  },
  {
    name: 'a role that may only select',
    plant: (setUp) => asRole(setUp, (role) => [`grant select on all tables in schema public to ${role}`]),
    check: 'database',
    standing: 'failure',
    fact: /reachable, but its user cannot create tables/,
    next: /Grant these rights/,
    atStart: 'refused',
  },
  {
    name: 'a role that may create tables and only select from those that are there',
    plant: (setUp) =>
      asRole(setUp, (role) => [
        `grant create on schema public to ${role}`,
        `grant select on all tables in schema public to ${role}`,
      ]),
    check: 'database',
    standing: 'failure',
    fact: /reachable, but its user cannot read and change all/,
    next: /Grant these rights/,
    atStart: 'refused',
  },
  {
    name: 'a role with fewer connections than an instance opens',
    plant: (setUp) =>
      asRole(setUp, (role) => [
        `grant create on schema public to ${role}`,
        `grant all on all tables in schema public to ${role}`,
        `alter role ${role} connection limit 6`,
      ]),
    check: 'connections',
    standing: 'warning',
    fact: /allows this user 6 connections, and each instance opens up to 10/,
    next: /lower DATABASE_POOL_SIZE/,
  },
];

/** Makes a role that may sign in, and what else is granted to it; answers settings with which it is used. */
async function asRole({ database }: SetUp, grants: (role: string) => readonly string[]): Promise<Settings> {
  const role = `role_${randomBytes(8).toString('hex')}`;
  await database.rawQuery(`create role ${role} login password 'in-the-url'`);
  onTestFinished(async () => {
    await database.rawQuery(`drop owned by ${role}`);
    await database.rawQuery(`drop role ${role}`);
  });
  for (const grant of grants(role)) await database.rawQuery(grant);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'in-the-url';
  return { DATABASE_URL: url.href };
}
