import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const orderOfLooks: Migration = {
  name: 'order of looks at installations, repository lists, leases',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
    sql`create table host_counters (
        name ${token} primary key,
        value ${integer} not null
      ) ${typedInKeyOrder}`,
    sql`insert into host_counters (name, value) values ('observation', 0)`,
    // Outlives the record, so it has no foreign key.
    sql`create table host_observations (
        installation_id ${integer} primary key,
        observation ${integer} not null,
        repositories_changed ${integer} not null
      ) ${typed}`,
    // The long text comes last, so that other columns are read without it.
    sql`create table host_installation_repositories (
        installation_id ${integer} primary key references host_installations on delete cascade,
        observation ${integer} not null,
        fetched_at ${integer} not null,
        repositories text not null
      ) ${typed}`,
    sql`create table leases (
        name ${token} primary key,
        holder ${token} not null,
        until ${integer} not null
      ) ${typedInKeyOrder}`,
  ],
};
