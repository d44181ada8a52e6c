import type { CoveredRepository, Installation } from '../../domain/installation.ts';
import type { Permissions } from '../../domain/permissions.ts';

/** Both addresses are on the code host's web origin. */
export interface RegisteredApp {
  readonly permissions: Permissions;
  readonly page: string | null;
  /** Where its owner changes requested permissions; null if unknown. */
  readonly permissionsPage: string | null;
}

/** One validator per page, sent only to the code host. Together they identify the list. */
export type ListValidators = readonly string[];

export type RepositoryListResult =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'listed';
      readonly repositories: readonly CoveredRepository[];
      readonly validators: ListValidators | null;
    };

/** Installations on enterprises are omitted. */
export interface InstallationsPage {
  readonly installations: readonly Installation[];
  /** Cursor; null after the last page. */
  readonly next: string | null;
}

export interface Delivery {
  /** A decimal number too large for a JavaScript number. */
  readonly id: string;
  /** Shared by all attempts to deliver an event. */
  readonly guid: string;
  readonly event: string;
  /** Null if the code host does not say. */
  readonly installationId: number | null;
  readonly succeeded: boolean;
  readonly deliveredAt: Date;
}
