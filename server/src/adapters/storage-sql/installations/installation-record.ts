import type { Transaction } from 'kysely';
import type { Installation, InstallationRecord } from '../../../domain/app/installation.ts';
import { dateOrNull, msOrNull, storableText } from '../columns.ts';
import type { Tables } from '../schema.ts';

export type InstallationRow = Tables['host_installations'];

/** The row of an installation that is stored for the first time. */
export const rowOf = (installation: Installation, now: Date): InstallationRow => ({
  installation_id: installation.id,
  account_id: installation.accountId,
  account_login: storableText(installation.accountLogin),
  account_type: installation.accountType,
  repository_selection: installation.repositorySelection,
  repository_count: null,
  suspended_at: msOrNull(installation.suspendedAt),
  created_at: now.getTime(),
  updated_at: now.getTime(),
  gone_at: null,
});

/** Columns that a look does not tell, and that stay when it finds something new. */
export const OWN_COLUMNS = ['repository_count', 'created_at'] as const;

/** Columns that a look tells. */
export const SEEN_COLUMNS = [
  'account_id',
  'account_login',
  'account_type',
  'repository_selection',
  'suspended_at',
  'gone_at',
] as const;

type SeenColumns = Pick<InstallationRow, (typeof SEEN_COLUMNS)[number]>;

/** Whether two rows say the same of an installation, whenever they were stored. */
export const sameRecord = (a: SeenColumns, b: SeenColumns): boolean =>
  SEEN_COLUMNS.every((column) => a[column] === b[column]);

/** Columns that a record is made from. */
export const RECORD_COLUMNS = [
  'installation_id',
  'account_id',
  'account_login',
  'account_type',
  'repository_selection',
  'repository_count',
  'suspended_at',
  'updated_at',
] as const;

type RecordColumns = Pick<InstallationRow, (typeof RECORD_COLUMNS)[number]>;

type ValuesOf<Columns extends readonly (keyof InstallationRow)[]> = {
  readonly [Place in keyof Columns]: InstallationRow[Columns[Place]];
};
/** What a row has in these columns, in their order. */
export type RecordValues = ValuesOf<typeof RECORD_COLUMNS>;

/** A record as the program sees it. */
export const recordFrom = (row: RecordColumns): InstallationRecord => ({
  id: row.installation_id,
  accountId: row.account_id,
  accountLogin: row.account_login,
  accountType: row.account_type,
  repositorySelection: row.repository_selection,
  repositoryCount: row.repository_count,
  suspendedAt: dateOrNull(row.suspended_at),
  updatedAt: new Date(row.updated_at),
});

/** Changes columns of a record, if there is one. */
export const updateRecord = (db: Transaction<Tables>, id: number, columns: Partial<InstallationRow>) =>
  db.updateTable('host_installations').set(columns).where('installation_id', '=', id).execute();
