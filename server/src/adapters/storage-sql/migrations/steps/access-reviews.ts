import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const accessReviews: Migration = {
  name: 'last access review of each person',
  statements: ({ integer, typed }) => [
    sql`create table access_reviews (
      user_id ${integer} not null,
      organization_id ${integer} not null,
      reviewed_at ${integer} not null,
      findings text not null,
      primary key (user_id, organization_id)
    ) ${typed}`,
    sql`create index access_reviews_by_time on access_reviews (reviewed_at)`,
  ],
};
