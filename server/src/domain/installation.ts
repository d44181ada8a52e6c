import type { Permissions } from './permissions.ts';

/** Spelled as in decision N3. */
export type AccountType = 'organization' | 'user';

/** Specification: Cached installation record. */
export interface Installation {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
  readonly accountType: AccountType;
  readonly repositorySelection: 'all' | 'selected' | null;
  readonly suspendedAt: Date | null;
}

/** Permissions are requested each time and not cached. */
export interface GrantedInstallation {
  readonly installation: Installation;
  readonly permissions: Permissions;
}

export interface InstallationRecord extends Installation {
  /** Null until counted. */
  readonly repositoryCount: number | null;
  readonly updatedAt: Date;
}

export interface CoveredRepository {
  readonly nameWithOwner: string;
  readonly url: string;
  readonly isPrivate: boolean;
}

const INSTALLATION_ID = /^[1-9]\d{0,15}$/;

/** Accepts decimal digits only. Null if invalid. */
export function parseInstallationId(text: string): number | null {
  return INSTALLATION_ID.test(text) ? idOrNull(Number(text)) : null;
}

/** Accepts a positive safe integer. Null if invalid. */
export const idOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
