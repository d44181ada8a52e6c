import type { Result } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal, HostResult } from '../refusals.ts';

export interface OwnerRequest {
  readonly token: HostToken;
  readonly organization: string;
  readonly organizationId: number;
}

/** Highest first. */
export const REPOSITORY_PERMISSIONS = ['ADMIN', 'MAINTAIN', 'WRITE', 'TRIAGE', 'READ'] as const;
export type RepositoryPermission = (typeof REPOSITORY_PERMISSIONS)[number];

export interface RepositoryAccessSource {
  readonly kind: 'organization' | 'team' | 'repository';
  readonly team: string | null;
  /** A custom role counts as the permission that it is based on. */
  readonly permission: RepositoryPermission;
  /** Null for the five that every organization has. */
  readonly customRole: string | null;
}

export interface PersonOfRepository {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** The highest of all sources. */
  readonly permission: RepositoryPermission;
  readonly sources: readonly RepositoryAccessSource[];
}

export interface NamedRepository {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

export interface PeopleOfRepository {
  readonly people: readonly PersonOfRepository[];
  readonly total: number;
  /** Cursor of the next page; null after the last. */
  readonly next: string | null;
  /** Why people or sources are missing; null if complete. */
  readonly withheld: HostRefusal | null;
}

export interface RepositoriesWithPeople {
  readonly repositories: readonly (NamedRepository & PeopleOfRepository)[];
  /** Repositories withheld from this page. */
  readonly unnamed: { readonly count: number; readonly why: HostRefusal } | null;
  readonly total: number;
  readonly next: string | null;
  /** The final page size, which timeouts reduce. */
  readonly size: number;
}

export interface PageRequest {
  readonly after: string | null;
  readonly size: number;
  readonly end?: AbortSignal | undefined;
  /** Limits the list to outside collaborators. Default: false. */
  readonly onlyOutside?: boolean | undefined;
}

/**
 * Access that owners can see, for repositories the App covers. A page that takes too long is retried at half the size,
 * down to one entry.
 */
export interface ReachedRepositoriesHost {
  /** Each repository lists only this person. */
  repositoriesOfPerson(
    request: OwnerRequest,
    person: string,
    pageRequest: PageRequest,
  ): Promise<HostResult<RepositoriesWithPeople>>;
  /** Each repository lists its first people. */
  repositoriesWithPeople(request: OwnerRequest, pageRequest: PageRequest): Promise<HostResult<RepositoriesWithPeople>>;
  /** Returns null if the repository does not exist. */
  peopleOfRepository(
    request: OwnerRequest,
    repository: string,
    pageRequest: PageRequest,
  ): Promise<Result<(PeopleOfRepository & NamedRepository & { readonly size: number }) | null, HostRefusal>>;
}
