import type { Transaction } from 'kysely';
import { dateOrNull, msOrNull, storableText } from '../../../database/rows/columns.ts';
import type { Tables } from '../../../database/schema.ts';
import type { Installation, InstallationRecord } from '../../../domain/installation.ts';

export type InstallationRow = Tables['host_installations'];

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

/** Columns that an observation lacks and an update keeps. */
export const OWN_COLUMNS = ['repository_count', 'created_at'] as const;

export const OBSERVED_COLUMNS = [
  'account_id',
  'account_login',
  'account_type',
  'repository_selection',
  'suspended_at',
  'gone_at',
] as const;

type ObservedColumns = Pick<InstallationRow, (typeof OBSERVED_COLUMNS)[number]>;

export const sameRecord = (a: ObservedColumns, b: ObservedColumns): boolean =>
  OBSERVED_COLUMNS.every((column) => a[column] === b[column]);

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
  readonly [Index in keyof Columns]: InstallationRow[Columns[Index]];
};
export type RecordValues = ValuesOf<typeof RECORD_COLUMNS>;

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

export const updateRecord = (db: Transaction<Tables>, id: number, columns: Partial<InstallationRow>) =>
  db.updateTable('host_installations').set(columns).where('installation_id', '=', id).execute();
