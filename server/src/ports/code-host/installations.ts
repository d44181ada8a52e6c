import type { CoveredRepository, Installation } from '../../domain/app/installation.ts';
import type { Permissions } from '../../domain/app/permissions.ts';

/** The App as its owner registered it. Both addresses lie on the code host's web origin. */
export interface RegisteredApp {
  /** What it asks for. */
  readonly permissions: Permissions;
  /** Null when the code host named none. */
  readonly page: string | null;
  /** Where its owner changes what it asks for; null when that is not known. */
  readonly permissionsPage: string | null;
}

/**
 * What the code host calls the pages of one list as they are, one word for each page, to be repeated to it alone. All of
 * them together stand for the whole list.
 */
export type ListValidators = readonly string[];

/** A repository list, or that it is still what its validators stand for. */
export type SeenRepositories =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'listed';
      readonly repositories: readonly CoveredRepository[];
      /** Null when the code host gives none. */
      readonly validators: ListValidators | null;
    };

/** A page of the App's installations, those on enterprises left out. */
export interface InstallationsPage {
  readonly installations: readonly Installation[];
  /** What to ask for the next page with; null after the last one. */
  readonly next: string | null;
}

/** One attempt of the platform to deliver a webhook. */
export interface Delivery {
  /** A decimal number, longer than a JavaScript number can hold. */
  readonly id: string;
  /** The same for every attempt to deliver one event. */
  readonly guid: string;
  readonly event: string;
  readonly succeeded: boolean;
  readonly deliveredAt: Date;
}
