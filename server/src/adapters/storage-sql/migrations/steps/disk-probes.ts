import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const diskProbes: Migration = {
  name: 'writes that show whether the disk is full',
  statements: ({ integer, typed }) => [
    sql`create table disk_probes (id ${integer} primary key, content text not null) ${typed}`,
  ],
};
