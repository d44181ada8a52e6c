import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const agesOfUsersAndLooks: Migration = {
  name: 'ages of users and looks',
  statements: ({ integer, typedInKeyOrder }) => [
    sql`create index host_users_by_update on host_users (updated_at)`,
    sql`create table host_observation_times (
        taken_at ${integer} primary key,
        observation ${integer} not null
      ) ${typedInKeyOrder}`,
  ],
};
