import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const usesOfSessions: Migration = {
  name: 'uses of sessions',
  statements: ({ integer, token, typedInKeyOrder }) => [
    // Beside the session: it is written often, and the read of a session has no need of it.
    sql`create table session_uses (
        session_key ${token} primary key references sessions on delete cascade,
        client text,
        used_at ${integer}
      ) ${typedInKeyOrder}`,
  ],
};
