import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const dueWork: Migration = {
  name: 'due work',
  statements: ({ integer, token, typedInKeyOrder }) => [
    sql`create table due_work (
      organization_id ${integer} not null,
      kind ${token} not null,
      key ${token} not null,
      state text not null check (state in ('due', 'dead')),
      due_at ${integer} not null,
      set_at ${integer} not null,
      version ${integer} not null,
      attempts ${integer} not null,
      last_error text,
      holder text,
      lease_until ${integer},
      created_at ${integer} not null,
      request_id text,
      primary key (organization_id, kind, key)
    ) ${typedInKeyOrder}`,
    sql`create index due_work_by_time on due_work (kind, due_at) where state = 'due'`,
    sql`create index due_work_dead on due_work (set_at) where state = 'dead'`,
  ],
};
