import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Membership, Organization, Profile, User } from '../../../domain/account.ts';
import { ACCOUNT_AHEAD_MAX_MS, SIGN_IN_NOTED_MS } from '../../../domain/limits/sessions.ts';
import type { Engine } from '../engines/engine.ts';
import { chunksOf, inLockOrder, readInChunks } from '../rows/batches.ts';
import { storableText, storableTextOrNull } from '../rows/columns.ts';
import { upsert } from '../rows/upsert.ts';
import type { Tables } from '../schema.ts';

/**
 * Identifies accounts by ID, as logins can pass to others. Rows stored later than `now` stay. Unchanged rows are
 * neither written nor locked, so sign-ins do not block each other.
 */
export async function storeProfile(
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

export const ACCOUNT_COLUMNS = ['login', 'name', 'avatar_url'] as const;

export type AccountRow = Pick<Tables['host_users'], (typeof ACCOUNT_COLUMNS)[number]>;

export const sameAccount = (a: AccountRow, b: AccountRow | undefined): boolean =>
  b !== undefined && ACCOUNT_COLUMNS.every((column) => a[column] === b[column]);

export const accountColumns = (account: User | Organization, now: Date) => ({
  login: storableText(account.login),
  name: storableTextOrNull(account.name),
  avatar_url: storableTextOrNull(account.avatarUrl),
  updated_at: now.getTime(),
});

export const isNotedLately = (updatedAt: number, now: Date): boolean => now.getTime() - updatedAt < SIGN_IN_NOTED_MS;

function notOlder(table: 'host_users' | 'host_organizations'): RawBuilder<boolean> {
  const stored = sql.ref(`${table}.updated_at`);
  const limit = sql.lit(ACCOUNT_AHEAD_MAX_MS);
  return sql<boolean>`(${stored} <= excluded.updated_at or ${stored} > excluded.updated_at + ${limit})`;
}
