import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const unchangedRepositoryLists: Migration = {
  name: 'looks that found a repository list unchanged',
  statements: ({ integer, typed }) => [
    // A look changes this row alone while the list is the same; the long text stays as it is.
    sql`create table host_repository_looks (
        installation_id ${integer} primary key references host_installation_repositories on delete cascade,
        list ${integer} not null,
        observation ${integer} not null,
        looked_at ${integer} not null,
        validators text
      ) ${typed}`,
  ],
};
