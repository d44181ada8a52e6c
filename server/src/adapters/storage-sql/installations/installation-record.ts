import type { Selectable } from 'kysely';
import type { Installation, InstallationRecord } from '../../../domain/installation.ts';
import { dateOrNull, msOrNull, storableText } from '../columns.ts';
import type { HostInstallationsTable } from '../schema.ts';

/** The row of an installation that is stored for the first time. */
export const rowOf = (installation: Installation, now: Date): HostInstallationsTable => ({
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

/** Whether two rows say the same of an installation, whenever they were stored. */
export const sameRecord = (a: HostInstallationsTable, b: Selectable<HostInstallationsTable>): boolean =>
  a.account_id === b.account_id &&
  a.account_login === b.account_login &&
  a.account_type === b.account_type &&
  a.repository_selection === b.repository_selection &&
  a.suspended_at === b.suspended_at &&
  a.gone_at === b.gone_at;

/** A record as the program sees it. */
export const recordFrom = (row: Selectable<HostInstallationsTable>): InstallationRecord => ({
  id: row.installation_id,
  accountId: row.account_id,
  accountLogin: row.account_login,
  accountType: row.account_type,
  repositorySelection: row.repository_selection,
  repositoryCount: row.repository_count,
  suspendedAt: dateOrNull(row.suspended_at),
  updatedAt: new Date(row.updated_at),
});
