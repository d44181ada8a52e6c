import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '../../../support/service/ports.ts';
import type { SetUp } from '../set-up.ts';
import { type Fault, plainly, type Settings } from './fault.ts';
import { socketServer } from './other-servers.ts';

/** Faults that only a server of PostgreSQL has. */
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
    name: 'a password that is wrong',
    plant: ({ database }) => {
      const url = new URL(database.url);
      url.password = 'not-in-the-url';
      return { DATABASE_URL: url.href };
    },
    check: 'database',
    standing: 'failure',
    fact: /password authentication failed/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a server that says nothing',
    plant: async () => ({ DATABASE_URL: `postgres://me:in-the-url@127.0.0.1:${await socketServer(() => {})}/none` }),
    check: 'database',
    standing: 'failure',
    fact: /no valid response in time/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'TLS that the server does not have',
    plant: ({ database }) => ({ DATABASE_URL: `${database.url}?sslmode=require` }),
    check: 'database',
    standing: 'failure',
    fact: /the server does not support TLS/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'tables of another program',
    options: { migrate: false },
    plant: plainly(({ database }) => database.rawQuery('create table bookmarks (id integer)')),
    check: 'database',
    standing: 'failure',
    fact: /belongs to another program: it contains the tables bookmarks/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a database that lets nobody connect',
    plant: plainly(async ({ database }) => {
      const name = new URL(database.url).pathname.slice(1);
      await database.close();
      const server = new URL(database.url);
      server.pathname = '/postgres';
      const client = new pg.Client({ connectionString: server.href.replace(/^\w+:/, 'postgres:') });
      await client.connect();
      await client.query(`alter database ${name} allow_connections false`);
      await client.end();
    }),
    check: 'database',
    standing: 'failure',
    fact: /the database does not accept connections/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a role without a single connection left',
    plant: (setUp) => asRole(setUp, (role) => [`alter role ${role} connection limit 0`]),
    check: 'database',
    standing: 'failure',
    fact: /too many connections/,
    next: /DATABASE_URL/,
    atStart: 'refused',
  },
  {
    name: 'a role without a schema',
    options: { migrate: false },
    plant: (setUp) => asRole(setUp, (role) => [`alter role ${role} set search_path = 'nowhere'`]),
    check: 'database',
    standing: 'failure',
    fact: /its user has no usable schema in its search_path/,
    next: /Grant these rights/,
    atStart: 'refused',
  },
  {
    name: 'a version of PostgreSQL that is too old',
    plant: plainly((setUp) =>
      shadow(setUp, `version() returns text language sql as $$ select 'PostgreSQL 12.22 on x86_64'::text $$`),
    ),
    check: 'database',
    standing: 'warning',
    fact: /PostgreSQL 12\.22; orgdesk needs 15 or later/,
    next: /Upgrade/,
  },
  {
    name: 'an encoding that cannot hold every name',
    plant: async ({ database }) => ({ DATABASE_URL: await databaseIn('LATIN1', database.url) }),
    check: 'database',
    standing: 'warning',
    fact: /^The encoding of the database is LATIN1/,
    next: /ENCODING 'UTF8'/,
  },
  {
    name: 'a clock of the server that is ahead',
    plant: plainly((setUp) =>
      shadow(
        setUp,
        `clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '5 minutes' $$`,
      ),
    ),
    check: 'database-clock',
    standing: 'warning',
    fact: /(4|5) minutes behind the database's|29\d seconds behind|300 seconds behind/,
    next: /NTP/,
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

/** Lets a function of PostgreSQL answer otherwise in this database. */
async function shadow({ database }: SetUp, definition: string): Promise<void> {
  await database.rawQuery(`create function public.${definition}`);
  const name = new URL(database.url).pathname.slice(1);
  await database.rawQuery(`alter database ${name} set search_path = public, pg_catalog`);
}

/** The URL of a new database with this encoding, beside another one. */
async function databaseIn(encoding: string, beside: string): Promise<string> {
  const name = `orgdesk_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: beside.replace(/^\w+:/, 'postgres:') });
  await client.connect();
  await client.query(`create database ${name} template template0 encoding '${encoding}' locale 'C'`);
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  return beside.replace(/\/[^/]*$/, `/${name}`);
}
