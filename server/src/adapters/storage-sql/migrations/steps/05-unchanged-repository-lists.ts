import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const unchangedRepositoryLists: Migration = {
  name: 'looks that found a repository list unchanged',
  statements: ({ integer, typed }) => [
    // Only this row changes while the list stays the same.
    sql`create table host_repository_looks (
        installation_id ${integer} primary key references host_installation_repositories on delete cascade,
        list ${integer} not null,
        observation ${integer} not null,
        looked_at ${integer} not null,
        validators text
      ) ${typed}`,
  ],
};
