/** Kinds of accounts the App can be installed on, in the service's own spelling (decision N3). */
export type AccountType = 'organization' | 'user';

/** The App on one account, as the code host last told. Specification: Cached installation record. */
export interface Installation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: AccountType;
  readonly repositorySelection: 'all' | 'selected' | null;
  /** Null while suspended is false. */
  readonly suspendedAt: Date | null;
}

/** What the cache knows of an installation beyond the code host's own record. */
export interface InstallationRecord extends Installation {
  /** Null until the repositories have been counted. */
  readonly repositoryCount: number | null;
  readonly updatedAt: Date;
}
