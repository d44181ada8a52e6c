import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const packages: Migration = {
  name: 'packages that were served',
  statements: ({ integer, bytes, token, typed }) => [
    sql`create table packages (
      name ${token} primary key,
      kind ${token} not null,
      bytes ${bytes} not null,
      served_at ${integer} not null
    ) ${typed}`,
  ],
};
