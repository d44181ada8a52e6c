import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const invitationsSentAtOnce: Migration = {
  name: 'invitations sent at once',
  statements: ({ integer, token, typedInKeyOrder }) => [
    sql`create table invitation_batches (
        batch_id ${token} primary key,
        user_id ${integer} not null,
        organization_id ${integer} not null,
        sent_at ${integer} not null,
        calls ${integer} not null,
        sent ${integer} not null
      ) ${typedInKeyOrder}`,
    sql`create index invitation_batches_of_user on invitation_batches (user_id, sent_at)`,
    sql`create index invitation_batches_of_organization on invitation_batches (organization_id, sent_at)`,
    sql`create index invitation_batches_by_time on invitation_batches (sent_at)`,
  ],
};
