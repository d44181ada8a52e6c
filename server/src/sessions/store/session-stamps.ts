import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import type { SessionStamps } from '../../domain/session.ts';
import type { SessionKey } from '../../lib/crypto/credentials.ts';
import type { SessionStore, StoredStamps } from './types.ts';

/** Stamps only grow, and memberships change the user's stamp, so equal sums mean unchanged organizations. */
const ORGANIZATION_STAMPS = sql<string>`(
  select cast(coalesce(sum(place.stamp + coalesce(installed.stamp, 0)), 0) as text)
  from host_memberships as one join host_organizations as place on place.organization_id = one.organization_id
  left join host_account_stamps as installed on installed.account_id = one.organization_id
  where one.user_id = sessions.user_id
)`;

const COMMON_STAMP = sql<number | null>`(select stamp from host_account_stamps where account_id = 0)`;

export const stampColumns = ({ ddl }: Engine) =>
  [
    sql<number>`sessions.stamp`.as('own_stamp'),
    sql<number>`host_users.stamp`.as('person_stamp'),
    ORGANIZATION_STAMPS.as('organization_stamps'),
    (ddl.writersQueue ? COMMON_STAMP : sql<number | null>`null`).as('common_stamp'),
  ] as const;

interface StampRow {
  readonly own_stamp: number;
  readonly person_stamp: number;
  readonly organization_stamps: string;
  readonly common_stamp: number | null;
}

export const stampsIn = (row: StampRow): SessionStamps => ({
  own: row.own_stamp,
  person: row.person_stamp,
  organizations: row.organization_stamps,
  common: row.common_stamp,
});

export function createSessionStamps(engine: Engine): SessionStore['stampsOf'] {
  const { db, ddl, prepareLookup, throughIndex } = engine;
  const readAll = prepareLookup((isKey) =>
    db
      .selectFrom('sessions')
      .innerJoin('host_users', 'host_users.user_id', 'sessions.user_id')
      .select(['sessions.session_key as key', 'expires_at'])
      .select(stampColumns(engine))
      .where(isKey('sessions.session_key'))
      .compile(),
  );
  const stampsOf = async (key: SessionKey): Promise<StoredStamps | null> => {
    const row = await readAll(key);
    return row === undefined ? null : { ...stampsIn(row), expiresAt: row.expires_at };
  };
  if (!ddl.writersQueue) return stampsOf;

  // Of a million sessions, each further table costs as much as this query.
  const readCommon = prepareLookup((isKey) =>
    sql<Pick<StampRow, 'own_stamp' | 'common_stamp'> & { readonly key: string; readonly expires_at: number }>`
      select session_key as key, expires_at, stamp as own_stamp, ${COMMON_STAMP} as common_stamp
      from sessions ${throughIndex?.('sessions_by_stamp') ?? sql``} where ${isKey('session_key')}`.compile(db),
  );
  return async (key, known) => {
    const row = await readCommon(key);
    if (row === undefined) return null;
    const isKnown = row.own_stamp === known.own && row.common_stamp === known.common;
    return isKnown ? { ...known, expiresAt: row.expires_at } : stampsOf(key);
  };
}
