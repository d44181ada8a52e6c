import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const usesOfSessions: Migration = {
  name: 'uses of sessions',
  statements: ({ integer, token, typedInKeyOrder }) => [
    // Written often, and not needed to read a session.
    sql`create table session_uses (
        session_key ${token} primary key references sessions on delete cascade,
        client text,
        used_at ${integer}
      ) ${typedInKeyOrder}`,
  ],
};
