import { sql } from 'kysely';
import type { DdlDialect, RowChange } from '../../engines/engine.ts';
import type { Migration } from './migration.ts';

/**
 * Where writers queue anyway, a session's stamp also grows with its user's, and the
 * one of account 0 with those of all organizations and accounts. An index holds what is read to send an answer again.
 */
export const commonStamp: Migration = {
  name: 'common stamp of organizations',
  statements: (words) =>
    words.writersQueue
      ? [
          sql`create index sessions_by_stamp on sessions (session_key, stamp, expires_at)`,
          ...stampingChanges(words).flatMap(words.afterEachRow),
        ]
      : [],
};

/** No account has this ID. */
const ALL_ACCOUNTS = 0;

const stampingChanges = ({ newRow, oldRow, nextStamp }: DdlDialect): readonly RowChange[] => {
  const changed = sql`${oldRow('stamp')} is distinct from ${newRow('stamp')}`;
  const ofOne = sql`${newRow('account_id')} <> ${sql.lit(ALL_ACCOUNTS)}`;
  const run = sql`insert into host_account_stamps (account_id, stamp) values (${sql.lit(ALL_ACCOUNTS)}, ${nextStamp(null)})
    on conflict (account_id) do update set stamp = ${nextStamp('host_account_stamps.stamp')}`;
  return [
    {
      name: 'user_stamp_changed',
      after: 'update',
      on: 'host_users',
      when: changed,
      run: sql`update sessions set stamp = ${nextStamp('stamp')} where user_id = ${newRow('user_id')}`,
    },
    { name: 'organization_stamp_changed', after: 'update', on: 'host_organizations', when: changed, run },
    { name: 'account_stamp_added', after: 'insert', on: 'host_account_stamps', when: ofOne, run },
    {
      name: 'account_stamp_changed',
      after: 'update',
      on: 'host_account_stamps',
      when: sql`${changed} and ${ofOne}`,
      run,
    },
  ];
};
