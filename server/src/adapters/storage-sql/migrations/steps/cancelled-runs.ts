import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const cancelledRuns: Migration = {
  name: 'runs that are cancelled as a whole',
  statements: ({ integer }) => [
    sql`alter table runs add column cancelled_at ${integer}`,
    sql`alter table runs add column cancel_done_at ${integer}`,
  ],
};
