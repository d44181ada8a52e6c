import { hash } from 'node:crypto';
import { type InferResult, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Engine } from '../../database/engines/engine.ts';
import type { Membership } from '../../domain/account.ts';
import type { InstallationRecord } from '../../domain/installation.ts';
import type { Session, SessionStamps, TokenGrant } from '../../domain/session.ts';
import { atMost } from '../../lib/bounds.ts';
import { READABLE_SESSIONS_MAX, UNREADABLE_SESSIONS_MAX } from '../../lib/limits/sessions.ts';
import type { SessionKey, TokenCipher } from '../../lib/secrets.ts';
import type { Log } from '../../lib/system.ts';
import { encryptedTokens, grantOf, isReadable } from './encrypted-grant.ts';
import { RECORD_COLUMNS, type RecordValues, recordFrom } from './installation-types.ts';
import type { SessionStore, StoredStamps } from './types.ts';

/** Stamps only grow, and memberships change the user's stamp, so equal sums mean unchanged organizations. */
const ORGANIZATION_STAMPS = sql<string>`(
  select cast(coalesce(sum(organization.stamp + coalesce(installed.stamp, 0)), 0) as text)
  from host_memberships as one join host_organizations as organization on organization.organization_id = one.organization_id
  left join host_account_stamps as installed on installed.account_id = one.organization_id
  where one.user_id = sessions.user_id
)`;

const COMMON_STAMP = sql<number | null>`(select stamp from host_account_stamps where account_id = 0)`;

const stampColumns = ({ ddl }: Engine) =>
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

const stampsIn = (row: StampRow): SessionStamps => ({
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

type SessionRow = InferResult<ReturnType<ReturnType<typeof sessionQuery>['compile']>>[number];

type MembershipJson = readonly [
  id: number,
  login: string,
  name: string | null,
  avatarUrl: string | null,
  admin: number,
];

/** One prepared query. Deletes an expired session unless it was extended meanwhile. */
export function createFindSession(
  engine: Engine,
  cipher: TokenCipher,
  log: Log,
): Pick<SessionStore, 'find' | 'findWithInstallations'> {
  const unreadable = new LRUCache<SessionKey, true>({ max: UNREADABLE_SESSIONS_MAX });
  // Decrypting takes a third of a read and is rarely needed; a hash shows whether the tokens are unchanged.
  const readable = new LRUCache<SessionKey, string>(atMost(READABLE_SESSIONS_MAX));

  const opened = (row: SessionRow, key: SessionKey): Session | null => {
    const grant = grantOf(cipher, key, row);
    const tokenHash = hash('sha256', `${row.encrypted_access_token} ${row.encrypted_refresh_token}`, 'base64');
    if (readable.get(key) === tokenHash) return sessionFrom(row, key, grant);
    if (isReadable(grant)) {
      readable.set(key, tokenHash);
      return sessionFrom(row, key, grant);
    }
    if (!unreadable.has(key)) {
      unreadable.set(key, true);
      log.error({ userId: row.user_id }, 'the tokens of a session cannot be decrypted with any key in TOKEN_SECRET');
    }
    return null;
  };
  const findBy =
    <Row extends SessionRow, Found>(
      read: (parameters: readonly unknown[]) => Promise<readonly Row[]>,
      foundIn: (session: Session, row: Row) => Found,
    ) =>
    async (key: SessionKey, now: Date): Promise<Found | null> => {
      const [row] = await read([key]);
      if (row === undefined) return null;
      if (row.expires_at <= now.getTime()) {
        // The session has ended even if it cannot be deleted now.
        await deleteIfExpired(engine, key, now).catch((error: unknown) =>
          log.warn({ err: error }, 'could not delete an expired session; the next cleanup retries'),
        );
        return null;
      }
      const session = opened(row, key);
      return session === null ? null : foundIn(session, row);
    };

  return {
    find: findBy(engine.prepareRead(sessionQuery(engine).compile()), (session) => session),
    findWithInstallations: findBy(
      engine.prepareRead(withInstallations(engine).compile()),
      (session, { installations }) => ({ session, installations: recordsFrom(installations) }),
    ),
  };
}

/** Lists are JSON texts: joined rows would multiply organizations by installations. */
function sessionQuery(engine: Engine) {
  const { db, jsonRows } = engine;
  return db
    .selectFrom('sessions')
    .innerJoin('host_users', 'host_users.user_id', 'sessions.user_id')
    .select([
      'sessions.user_id',
      'token_type',
      'token_scope',
      'access_token_expires_at',
      'refresh_token_expires_at',
      'token_version',
      'created_at',
      'expires_at',
      'host_users.login as user_login',
      'host_users.name as user_name',
      'host_users.avatar_url as user_avatar_url',
    ])
    .select(encryptedTokens(engine))
    .select(stampColumns(engine))
    .select((row) => [
      row
        .selectFrom('host_memberships as membership')
        .innerJoin('host_organizations as organization', 'organization.organization_id', 'membership.organization_id')
        .whereRef('membership.user_id', '=', 'sessions.user_id')
        .select(
          jsonRows([
            'organization.organization_id',
            'organization.login',
            'organization.name',
            'organization.avatar_url',
            'membership.viewer_can_administer',
          ]).as('list'),
        )
        .as('memberships'),
      row
        .selectFrom('session_installations as link')
        .whereRef('link.session_key', '=', 'sessions.session_key')
        .select(jsonRows(['link.installation_id']).as('list'))
        .as('installation_ids'),
    ])
    .where('sessions.session_key', '=', '');
}

const withInstallations = (engine: Engine) =>
  sessionQuery(engine).select((row) =>
    row
      .selectFrom('host_memberships as member')
      .innerJoin('host_installations as installation', 'installation.account_id', 'member.organization_id')
      .whereRef('member.user_id', '=', 'sessions.user_id')
      .where('installation.gone_at', 'is', null)
      .select(engine.jsonRows(RECORD_COLUMNS.map((column) => `installation.${column}`)).as('list'))
      .as('installations'),
  );

function sessionFrom(row: SessionRow, key: SessionKey, grant: TokenGrant): Session {
  return {
    key,
    user: { id: row.user_id, login: row.user_login, name: row.user_name, avatarUrl: row.user_avatar_url },
    memberships: rowsIn<MembershipJson>(row.memberships).map(membershipFrom).sort(byLogin),
    installationIds: rowsIn<readonly [number]>(row.installation_ids)
      .map(([id]) => id)
      .sort((a, b) => a - b),
    grant,
    tokenVersion: row.token_version,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    stamps: stampsIn(row),
  };
}

const rowsIn = <R>(json: string | null): R[] => (json === null || json === '[]' ? [] : (JSON.parse(json) as R[]));

const recordsFrom = (json: string | null): readonly InstallationRecord[] =>
  rowsIn<RecordValues>(json)
    .map(([id, account, login, type, selection, count, suspendedAt, updatedAt]) =>
      recordFrom({
        installation_id: id,
        account_id: account,
        account_login: login,
        account_type: type,
        repository_selection: selection,
        repository_count: count,
        suspended_at: suspendedAt,
        updated_at: updatedAt,
      }),
    )
    .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime() || a.id - b.id);

const membershipFrom = ([id, login, name, avatarUrl, admin]: MembershipJson): Membership => ({
  organization: { id, login, name, avatarUrl },
  viewerCanAdminister: admin === 1,
});

/** Ignores case, in code so that all engines agree. */
function byLogin({ organization: a }: Membership, { organization: b }: Membership): number {
  const [left, right] = [a.login.toLowerCase(), b.login.toLowerCase()];
  if (left !== right) return left < right ? -1 : 1;
  return a.id - b.id;
}

const deleteIfExpired = ({ db }: Engine, key: SessionKey, now: Date) =>
  db.deleteFrom('sessions').where('session_key', '=', key).where('expires_at', '<=', now.getTime()).execute();
