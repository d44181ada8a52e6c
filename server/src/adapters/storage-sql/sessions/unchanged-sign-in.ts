import type { InferResult } from 'kysely';
import type { SignInRecord } from '../../../ports/storage/sessions.ts';
import type { Engine } from '../engines/engine.ts';
import { type InstallationRow, OBSERVED_COLUMNS, rowOf, sameRecord } from '../installations/installation-record.ts';
import { inLockOrder } from '../rows/batches.ts';
import { ACCOUNT_COLUMNS, type AccountRow, accountColumns, isNotedLately, sameAccount } from './accounts.ts';

/** One query without locks. Later changes count as after the sign-in. */
export function createIsUnchanged(engine: Engine): (record: SignInRecord) => Promise<boolean> {
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
