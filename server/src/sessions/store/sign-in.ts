import { type CompiledQuery, type InferResult, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { chunksOf, inLockOrder, readInChunks, storableText, storableTextOrNull, upsert } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { Membership, Organization, Profile, User } from '../../domain/account.ts';
import { ACCOUNT_AHEAD_MAX_MS, SIGN_IN_NOTED_MS } from '../../lib/limits/sessions.ts';
import type { SessionKey, TokenCipher } from '../../lib/secrets.ts';
import { encryptGrant, NO_LEASE } from './encrypted-grant.ts';
import { type InstallationRow, OBSERVED_COLUMNS, rowOf, sameRecord } from './installation-types.ts';
import { storeObserved } from './installations.ts';
import type { SessionStore, SignInRecord } from './types.ts';

/**
 * Identifies accounts by ID, as logins can pass to others. Rows stored later than `now` stay. Unchanged rows are
 * neither written nor locked, so sign-ins do not block each other.
 */
async function storeProfile(
  db: Transaction<Tables>,
  keepRows: Engine['keepRows'],
  profile: Profile,
  now: Date,
): Promise<void> {
  const user = { user_id: profile.user.id, ...accountColumns(profile.user, now) };
  const memberships = inLockOrder(profile.memberships, ({ organization }) => organization.id);
  const storedUser = await db
    .selectFrom('host_users')
    .select([...ACCOUNT_COLUMNS, 'updated_at'])
    .where('user_id', '=', user.user_id)
    .modifyEnd(keepRows)
    .executeTakeFirst();
  const isCurrent = storedUser !== undefined && isNotedLately(storedUser.updated_at, now);
  const sameUser = isCurrent && sameAccount(user, storedUser);
  const sameMemberships = isNone(await differencesIn(db, user.user_id, memberships));

  // Also serializes sign-ins that replace the set.
  if (!sameUser || !sameMemberships) {
    await upsert(db, 'host_users', [user], { key: ['user_id'], where: notOlder('host_users') });
  }
  await upsertChangedOrganizations(
    db,
    keepRows,
    memberships.map(({ organization }) => ({ organization_id: organization.id, ...accountColumns(organization, now) })),
  );
  // The differences may have changed while waiting for the lock.
  if (!sameMemberships) {
    await replaceMemberships(db, user.user_id, await differencesIn(db, user.user_id, memberships));
  }
}

async function upsertChangedOrganizations(
  db: Transaction<Tables>,
  keepRows: Engine['keepRows'],
  organizations: readonly Tables['host_organizations'][],
): Promise<void> {
  const ids = organizations.map(({ organization_id }) => organization_id);
  const rows = await readInChunks(ids, (chunk) =>
    db
      .selectFrom('host_organizations')
      .select(['organization_id', ...ACCOUNT_COLUMNS])
      .where('organization_id', 'in', chunk)
      // Otherwise unwritten organizations without members could be deleted meanwhile.
      .modifyEnd(keepRows)
      .execute(),
  );
  const stored = new Map(rows.map((row) => [row.organization_id, row]));
  const changed = organizations.filter((row) => !sameAccount(row, stored.get(row.organization_id)));
  await upsert(db, 'host_organizations', changed, { key: ['organization_id'], where: notOlder('host_organizations') });
}

interface MembershipDifferences {
  readonly gone: readonly number[];
  readonly changed: readonly (readonly [organizationId: number, admin: number])[];
}

const isNone = ({ gone, changed }: MembershipDifferences): boolean => gone.length === 0 && changed.length === 0;

async function differencesIn(
  db: Transaction<Tables>,
  userId: number,
  memberships: readonly Membership[],
): Promise<MembershipDifferences> {
  const rows = await db
    .selectFrom('host_memberships')
    .select(['organization_id', 'viewer_can_administer'])
    .where('user_id', '=', userId)
    .execute();
  const stored = new Map(rows.map((row) => [row.organization_id, row.viewer_can_administer]));
  const current = new Map(memberships.map((one) => [one.organization.id, one.viewerCanAdminister ? 1 : 0]));
  return {
    gone: [...stored.keys()].filter((id) => !current.has(id)),
    changed: [...current].filter(([id, admin]) => stored.get(id) !== admin),
  };
}

async function replaceMemberships(
  db: Transaction<Tables>,
  userId: number,
  { gone, changed }: MembershipDifferences,
): Promise<void> {
  const ofUser = db.deleteFrom('host_memberships').where('user_id', '=', userId);
  for (const chunk of chunksOf(gone)) await ofUser.where('organization_id', 'in', chunk).execute();
  const rows = changed.map(([id, admin]) => ({ user_id: userId, organization_id: id, viewer_can_administer: admin }));
  await upsert(db, 'host_memberships', rows, { key: ['user_id', 'organization_id'] });
}

const ACCOUNT_COLUMNS = ['login', 'name', 'avatar_url'] as const;

type AccountRow = Pick<Tables['host_users'], (typeof ACCOUNT_COLUMNS)[number]>;

const sameAccount = (a: AccountRow, b: AccountRow | undefined): boolean =>
  b !== undefined && ACCOUNT_COLUMNS.every((column) => a[column] === b[column]);

const accountColumns = (account: User | Organization, now: Date) => ({
  login: storableText(account.login),
  name: storableTextOrNull(account.name),
  avatar_url: storableTextOrNull(account.avatarUrl),
  updated_at: now.getTime(),
});

const isNotedLately = (updatedAt: number, now: Date): boolean => now.getTime() - updatedAt < SIGN_IN_NOTED_MS;

function notOlder(table: 'host_users' | 'host_organizations'): RawBuilder<boolean> {
  const stored = sql.ref(`${table}.updated_at`);
  const limit = sql.lit(ACCOUNT_AHEAD_MAX_MS);
  return sql<boolean>`(${stored} <= excluded.updated_at or ${stored} > excluded.updated_at + ${limit})`;
}

/** Most sign-ins contain nothing new: only the session and its links are written, in one round trip without waiting. */
export function createSignIn(engine: Engine, cipher: TokenCipher): SessionStore['signIn'] {
  const isUnchanged = createIsUnchanged(engine);
  return async (record) => {
    const session = sessionRow(cipher, record);
    if (await isUnchanged(record)) await engine.writeTogether(sessionStatements(engine, session, record));
    else await engine.transaction((db) => storeSignIn(db, engine, session, record));
  };
}

const sessionRow = (cipher: TokenCipher, record: SignInRecord): Tables['sessions'] => ({
  ...encryptGrant(cipher, record.key, record.grant),
  session_key: record.key,
  user_id: record.profile.user.id,
  ...NO_LEASE,
  token_version: 1,
  created_at: record.createdAt.getTime(),
  expires_at: record.expiresAt.getTime(),
});

function sessionStatements(
  { db, keepRows, isAmong, numberList }: Engine,
  session: Tables['sessions'],
  { key, client, replaces, installations }: SignInRecord,
): readonly CompiledQuery[] {
  const ids = numberList(installations.map(({ id }) => id));
  const links = db
    .insertInto('session_installations')
    .columns(['session_key', 'installation_id'])
    .expression(({ selectFrom, val }) =>
      selectFrom('host_installations')
        .select([val<string>(key).as('session_key'), 'installation_id'])
        .where(isAmong('installation_id'))
        .orderBy('installation_id')
        .modifyEnd(keepRows),
    )
    .compile();
  return [
    ...(replaces === null ? [] : [db.deleteFrom('sessions').where('session_key', '=', replaces).compile()]),
    db.insertInto('sessions').values(session).compile(),
    { ...links, parameters: [key, ids] },
    db.insertInto('session_uses').values({ session_key: key, client, used_at: null }).compile(),
  ];
}

/**
 * Locks in the order of all sign-ins: user, organizations, installations, sessions, each by ascending ID; of shared
 * rows only changed ones. Linked installations are kept from removal last.
 */
async function storeSignIn(
  db: Transaction<Tables>,
  { keepRows }: Engine,
  session: Tables['sessions'],
  { profile, installations, observation, createdAt, client, replaces, key }: SignInRecord,
): Promise<void> {
  await storeProfile(db, keepRows, profile, createdAt);
  const recorded = await storeObserved(db, installations, observation, createdAt);
  if (replaces !== null) await db.deleteFrom('sessions').where('session_key', '=', replaces).execute();
  await db.insertInto('sessions').values(session).execute();
  await insertLinks(db, keepRows, key, recorded);
  await db.insertInto('session_uses').values({ session_key: key, client, used_at: null }).execute();
}

/** The caller must keep the session from removal. */
export async function insertLinks(
  db: Transaction<Tables>,
  keepRows: Engine['keepRows'],
  key: SessionKey,
  installationIds: readonly number[],
): Promise<number> {
  const existing = await readInChunks(installationIds, (chunk) =>
    db
      .selectFrom('host_installations')
      .select('installation_id')
      .where('installation_id', 'in', chunk)
      .orderBy('installation_id')
      .modifyEnd(keepRows)
      .execute(),
  );
  for (const chunk of chunksOf(existing)) {
    await db
      .insertInto('session_installations')
      .values(chunk.map(({ installation_id }) => ({ session_key: key, installation_id })))
      .onConflict((conflict) => conflict.columns(['session_key', 'installation_id']).doNothing())
      .execute();
  }
  return existing.length;
}

/** One query without locks. Later changes count as after the sign-in. */
function createIsUnchanged(engine: Engine): (record: SignInRecord) => Promise<boolean> {
  const query = storedProfileQuery(engine);

  return async ({ profile, installations, createdAt }) => {
    const ids = installations.map(({ id }) => id);
    const parameters = [engine.numberList(ids), profile.user.id];
    // Uses the writing pool, like the session itself: a hanging connection costs one sign-in.
    const [row] = (await engine.db.executeQuery<StoredProfileRow>({ ...query, parameters })).rows;
    if (row === undefined || !isNotedLately(row.updated_at, createdAt)) return false;
    if (!sameAccount(accountColumns(profile.user, createdAt), row)) return false;

    const memberships = inLockOrder(profile.memberships, ({ organization }) => organization.id);
    const stored = rowsIn(row.memberships).map(membershipFrom);
    const storedById = new Map(stored.map((one) => [one.id, one]));
    const sameMemberships = memberships.every(({ organization, viewerCanAdminister }) => {
      const one = storedById.get(organization.id);
      return one?.admin === (viewerCanAdminister ? 1 : 0) && sameAccount(accountColumns(organization, createdAt), one);
    });
    if (!sameMemberships || stored.length !== memberships.length) return false;

    const records = new Map(
      rowsIn(row.installations)
        .map(recordFrom)
        .map((one) => [one.installation_id, one]),
    );
    return installations.every((installation) => {
      const one = records.get(installation.id);
      return one !== undefined && sameRecord(rowOf(installation, createdAt), one);
    });
  };
}

type StoredProfileRow = InferResult<ReturnType<typeof storedProfileQuery>>[number];

const ORGANIZATION = ['organization_id', ...ACCOUNT_COLUMNS] as const;
const RECORD = ['installation_id', ...OBSERVED_COLUMNS] as const;

function storedProfileQuery({ db, jsonRows, isAmong }: Engine) {
  return db
    .selectFrom('host_users')
    .select([...ACCOUNT_COLUMNS, 'updated_at'])
    .select((row) => [
      row
        .selectFrom('host_memberships as membership')
        .innerJoin('host_organizations as organization', 'organization.organization_id', 'membership.organization_id')
        .whereRef('membership.user_id', '=', 'host_users.user_id')
        .select(
          jsonRows(['membership.viewer_can_administer', ...ORGANIZATION.map((column) => `organization.${column}`)]).as(
            'list',
          ),
        )
        .as('memberships'),
      row
        .selectFrom('host_installations as installation')
        .where(isAmong('installation.installation_id'))
        .select(jsonRows(RECORD.map((column) => `installation.${column}`)).as('list'))
        .as('installations'),
    ])
    .where('user_id', '=', 0)
    .compile();
}

const rowsIn = (json: string | null): readonly (readonly unknown[])[] => (json === null ? [] : JSON.parse(json));

const named = (columns: readonly string[], values: readonly unknown[]): object =>
  Object.fromEntries(columns.map((column, index) => [column, values[index]]));

const membershipFrom = ([admin, id, ...account]: readonly unknown[]) => ({
  ...(named(ACCOUNT_COLUMNS, account) as AccountRow),
  id,
  admin,
});

const recordFrom = (values: readonly unknown[]) =>
  named(RECORD, values) as Pick<InstallationRow, (typeof RECORD)[number]>;
