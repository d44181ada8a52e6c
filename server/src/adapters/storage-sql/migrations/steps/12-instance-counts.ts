import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const instanceCounts: Migration = {
  name: 'what instances count together, and rows of their own to count places in',
  statements: ({ integer, token, typedInKeyOrder, placesOfFormerPrograms }) => [
    // The hash comes first, which spreads concurrent writes over the table.
    sql`create table instance_counts (
        name ${token} not null,
        instance ${token} not null,
        count ${integer} not null,
        until ${integer} not null,
        primary key (name, instance)
      ) ${typedInKeyOrder}`,
    ...placesOfFormerPrograms,
  ],
};
