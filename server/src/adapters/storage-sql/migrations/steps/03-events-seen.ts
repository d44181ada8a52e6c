import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const eventsSeen: Migration = {
  name: 'events seen',
  statements: ({ integer, token, typedInKeyOrder }) => [
    sql`create table seen_events (
        body_hash ${token} primary key,
        observation ${integer} not null,
        seen_at ${integer} not null
      ) ${typedInKeyOrder}`,
    sql`create index seen_events_by_time on seen_events (seen_at)`,
  ],
};
