import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const exportsOfWhoHasAccess: Migration = {
  name: 'exports of who has access',
  statements: ({ integer, token, typed }) => [
    // No foreign keys: the organization may leave and the session end.
    sql`create table access_exports (
        export_id ${token} primary key,
        organization_id ${integer} not null,
        organization_login text not null,
        session_key ${token} not null,
        started_by_id ${integer} not null,
        started_by_login text not null,
        state text not null check (state in ('active', 'waiting', 'stopped', 'finished', 'cancelled')),
        next_at ${integer} not null,
        waits_until ${integer},
        tries ${integer} not null,
        created_at ${integer} not null,
        ended_at ${integer},
        place text not null,
        steps ${integer} not null,
        repositories_done ${integer} not null,
        repositories_total ${integer},
        row_count ${integer} not null,
        byte_count ${integer} not null,
        unseen ${integer} not null,
        check ((state in ('active', 'waiting')) = (ended_at is null))
      ) ${typed}`,
    sql`create unique index access_exports_under_way on access_exports (organization_id) where ended_at is null`,
    sql`create index access_exports_of_organization on access_exports (organization_id, created_at)`,
    sql`create index access_exports_by_end on access_exports (ended_at)`,
    sql`create table access_export_parts (
        export_id ${token} not null references access_exports on delete cascade,
        place ${integer} not null,
        lines text not null,
        primary key (export_id, place)
      ) ${typed}`,
  ],
};
