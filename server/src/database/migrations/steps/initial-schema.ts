import { sql } from 'kysely';
import type { DdlDialect } from '../../engines/engine.ts';
import { accounts, installations, sessions } from './accounts.ts';
import { auditTrails } from './audit-trails.ts';
import { invitationBudgets, jobs, rulesAndReviews, runs } from './jobs.ts';
import type { Migration } from './migration.ts';
import { stamps } from './stamps.ts';

/** Creates all tables. Older programs use tables that it does not create. */
export const initialSchema: Migration = {
  name: 'initial schema',
  serves: 32,
  statements: (words) => [
    ...accounts(words),
    ...installations(words),
    ...sessions(words),
    ...invitationBudgets(words),
    ...jobs(words),
    ...runs(words),
    ...rulesAndReviews(words),
    ...auditTrails(words),
    ...service(words),
    ...stamps(words),
  ],
};

const service = ({ integer, bytes, token, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table leases (
      name ${token} primary key,
      holder ${token} not null,
      until ${integer} not null
    ) ${typedInKeyOrder}`,
  // The hash comes first, which spreads concurrent writes over the table.
  sql`create table instance_counts (
      name ${token} not null,
      instance ${token} not null,
      count ${integer} not null,
      until ${integer} not null,
      primary key (name, instance)
    ) ${typedInKeyOrder}`,
  sql`create table backups (
      name text primary key,
      finished_at ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create table disk_probes (id ${integer} primary key, content text not null) ${typed}`,
  sql`create table packages (
      name ${token} primary key,
      kind ${token} not null,
      bytes ${bytes} not null,
      served_at ${integer} not null
    ) ${typed}`,
];
