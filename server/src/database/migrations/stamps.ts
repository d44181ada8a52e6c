import { type RawBuilder, sql } from 'kysely';
import type { DdlDialect, RowChange } from '../engines/engine.ts';

/**
 * A stamp grows with each change of what answers show. Triggers set it, so that cascades do too.
 *
 * They stamp rows that the change itself has locked, and accounts last, so that no order of locks changes.
 *
 * Where writers queue anyway, a session's stamp also grows with its user's, and the one of account 0 with those of all
 * organizations and accounts. An index holds what is read to send an answer again.
 */
export const stamps = (ddl: DdlDialect) => [
  ...stampingChanges(ddl).flatMap(ddl.afterEachRow),
  ...(ddl.writersQueue
    ? [
        sql`create index sessions_by_stamp on sessions (session_key, stamp, expires_at)`,
        ...commonStampChanges(ddl).flatMap(ddl.afterEachRow),
      ]
    : []),
];

const stampingChanges = ({ newRow, oldRow, nextStamp }: DdlDialect): readonly RowChange[] => {
  const differs = (...columns: readonly string[]) =>
    sql.join(
      columns.map((column) => sql`${oldRow(column)} is distinct from ${newRow(column)}`),
      sql` or `,
    );
  const stamp = (table: string, key: string, value: RawBuilder<unknown>) =>
    sql`update ${sql.table(table)} set stamp = ${nextStamp('stamp')} where ${sql.ref(key)} = ${value}`;
  const stampAccount = (account: RawBuilder<unknown>) =>
    sql`insert into host_account_stamps (account_id, stamp) values (${account}, ${nextStamp(null)})
      on conflict (account_id) do update set stamp = ${nextStamp('host_account_stamps.stamp')}`;
  const ofSession = (row: DdlDialect['newRow']) => stamp('sessions', 'session_key', row('session_key'));
  const ofUser = (row: DdlDialect['newRow']) => stamp('host_users', 'user_id', row('user_id'));
  const account = ['login', 'name', 'avatar_url'];
  return [
    {
      name: 'sessions_stamped',
      after: 'update',
      on: 'sessions',
      when: differs(
        'access_token_ciphertext',
        'refresh_token_ciphertext',
        'token_type',
        'token_scope',
        'access_token_expires_at',
        'refresh_token_expires_at',
        'token_version',
        'expires_at',
      ),
      run: ofSession(newRow),
    },
    { name: 'links_added', after: 'insert', on: 'session_installations', run: ofSession(newRow) },
    { name: 'links_removed', after: 'delete', on: 'session_installations', run: ofSession(oldRow) },
    { name: 'users_stamped', after: 'update', on: 'host_users', when: differs(...account), run: ofUser(newRow) },
    { name: 'memberships_added', after: 'insert', on: 'host_memberships', run: ofUser(newRow) },
    {
      name: 'memberships_changed',
      after: 'update',
      on: 'host_memberships',
      when: differs('viewer_can_administer'),
      run: ofUser(newRow),
    },
    { name: 'memberships_removed', after: 'delete', on: 'host_memberships', run: ofUser(oldRow) },
    {
      name: 'organizations_stamped',
      after: 'update',
      on: 'host_organizations',
      when: differs(...account),
      run: stamp('host_organizations', 'organization_id', newRow('organization_id')),
    },
    { name: 'installations_added', after: 'insert', on: 'host_installations', run: stampAccount(newRow('account_id')) },
    {
      name: 'installations_changed',
      after: 'update',
      on: 'host_installations',
      run: stampAccount(newRow('account_id')),
    },
    {
      name: 'installations_moved',
      after: 'update',
      on: 'host_installations',
      when: differs('account_id'),
      run: stampAccount(oldRow('account_id')),
    },
    {
      name: 'installations_removed',
      after: 'delete',
      on: 'host_installations',
      run: stampAccount(oldRow('account_id')),
    },
  ];
};

/** No account has this ID. */
const ALL_ACCOUNTS = 0;

const commonStampChanges = ({ newRow, oldRow, nextStamp }: DdlDialect): readonly RowChange[] => {
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
