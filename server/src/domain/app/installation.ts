import type { Permissions } from './permissions.ts';

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

/** An installation with what its owner has granted the App; that is asked for and not cached. */
export interface GrantedInstallation {
  readonly installation: Installation;
  readonly permissions: Permissions;
}

/** What the cache knows of an installation beyond the code host's own record. */
export interface InstallationRecord extends Installation {
  /** Null until the repositories have been counted. */
  readonly repositoryCount: number | null;
  readonly updatedAt: Date;
}

/** A repository that an installation covers. */
export interface CoveredRepository {
  readonly nameWithOwner: string;
  readonly url: string;
  readonly isPrivate: boolean;
}

const INSTALLATION_ID = /^[1-9]\d{0,15}$/;

/** An installation ID in an address: decimal digits alone, no sign, blank or exponent. Null when it is none. */
export function parseInstallationId(text: string): number | null {
  return INSTALLATION_ID.test(text) ? knownAsId(Number(text)) : null;
}

/** An installation ID in JSON: a positive whole number that is exact. Null when it is none. */
export const knownAsId = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
