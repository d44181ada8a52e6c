import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const installationsNotFound: Migration = {
  name: 'installations that a look did not find',
  statements: ({ integer }) => [sql`alter table host_installations add column gone_at ${integer}`],
};
