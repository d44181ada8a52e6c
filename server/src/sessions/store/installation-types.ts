import type { Transaction } from 'kysely';
import type { ListValidators } from '../../code-host/types.ts';
import { dateOrNull, msOrNull, storableText } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { CoveredRepository, Installation, InstallationRecord } from '../../domain/installation.ts';

declare const observationBrand: unique symbol;

/**
 * A position in the order of reads from the code host, taken before reading. A result is stored only if none with a
 * later position is, so late answers change nothing.
 */
export type Observation = number & { readonly [observationBrand]: true };

export interface CoveredRecord extends InstallationRecord {
  /** Observation of the stored repository list; null until fetched. */
  readonly list: Observation | null;
  readonly repositoriesStale: boolean;
}

/** Count, list and record are consistent. */
export interface ListedRecord extends CoveredRecord {
  readonly repositories: readonly CoveredRepository[] | null;
}

interface StoredRepositoryList {
  readonly list: Observation;
  readonly isStale: boolean;
  readonly validators: ListValidators;
}

export interface DueList {
  readonly id: number;
  readonly isStale: boolean;
  /** Last check whose result was stored. */
  readonly lookedAt: Date;
}

export interface InstallationStore {
  observe(): Promise<Observation>;
  observeMany(count: number): Promise<readonly Observation[]>;
  findByAccounts(accountIds: readonly number[]): Promise<readonly InstallationRecord[]>;
  findCovered(ids: readonly number[]): Promise<readonly CoveredRecord[]>;
  /** Null if the ID is unknown. There may be ten thousand repositories. */
  findListed(id: number): Promise<ListedRecord | null>;
  /** Unknown IDs are absent. */
  findByIds(ids: readonly number[]): Promise<readonly InstallationRecord[]>;
  /** Returns IDs ascending, missed records included. */
  idsAfter(id: number, limit: number): Promise<readonly number[]>;
  /** Skips records with a later observation and keeps known repository counts. Large sets take several transactions. */
  upsert(installations: readonly Installation[], observation: Observation, now: Date): Promise<void>;
  suspend(id: number, suspendedAt: Date, observation: Observation, now: Date): Promise<void>;
  /** Also removes repositories and session links. */
  remove(id: number, observation: Observation): Promise<void>;
  /**
   * Records that a read did not find an installation. Returns true if it was present. Only `idsAfter` returns it now.
   * Finding it again restores it fully; another miss some minutes later removes it.
   */
  miss(id: number, observation: Observation, now: Date): Promise<boolean>;
  /** Marks lists for refetching. The mark survives a crash. */
  markRepositoriesStale(ids: readonly number[]): Promise<void>;
  knownList(id: number): Promise<StoredRepositoryList | null>;
  /** Stores list and count atomically, unless a later observation is stored. An identical list is not rewritten. */
  storeRepositories(
    id: number,
    repositories: readonly CoveredRepository[],
    observation: Observation,
    now: Date,
    validators?: ListValidators | null,
  ): Promise<void>;
  /** Records that a list is unchanged, unless another is stored by now. */
  confirmRepositories(id: number, stored: StoredRepositoryList, observation: Observation, now: Date): Promise<void>;
  /**
   * Omits suspended installations. Stale or missing lists come first, then those after `noteTurn`'s last, then the
   * rest; each group oldest first.
   */
  listsToRefresh(limit: number): Promise<readonly DueList[]>;
  /** Saves the position among lists that are not stale. */
  noteTurn(last: DueList): Promise<void>;
  /** Replaces, by installation, when the first event was sent that has not arrived. */
  noteLostDeliveries(lost: ReadonlyMap<number, Date>): Promise<void>;
  /** Null if no event about the organization is known to be lost. */
  missingSince(organizationId: number): Promise<Date | null>;
}

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
