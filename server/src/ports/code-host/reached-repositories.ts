import type { Result } from '../../domain/result.ts';
import type { HostToken } from '../../domain/session.ts';
import type { HostRefusal, Told } from './refusals.ts';

/** As whom the code host is asked, and about which organization. */
export interface AskedByOwner {
  readonly token: HostToken;
  readonly organization: string;
}

/** What somebody may do in a repository, from the most to the least. */
export const REPOSITORY_PERMISSIONS = ['ADMIN', 'MAINTAIN', 'WRITE', 'TRIAGE', 'READ'] as const;
export type RepositoryPermission = (typeof REPOSITORY_PERMISSIONS)[number];

/** One way by which somebody reaches a repository. */
export interface WayToRepository {
  readonly kind: 'organization' | 'team' | 'repository';
  /** Slug of the team; else null. */
  readonly team: string | null;
  readonly permission: RepositoryPermission;
}

/** Somebody who reaches a repository. */
export interface PersonOfRepository {
  readonly id: number;
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** The most that any of the ways gives. */
  readonly permission: RepositoryPermission;
  readonly sources: readonly WayToRepository[];
}

/** A repository, without the organization. */
export interface NamedRepository {
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

/** People of a repository, a page of them, or those that were asked for. */
export interface PeopleOfRepository {
  readonly people: readonly PersonOfRepository[];
  /** How many there are in all. */
  readonly total: number;
  /** What the next page is asked for with; null after the last. */
  readonly next: string | null;
  /** Why some or all of these people, or their ways, are missing; null when none is. */
  readonly withheld: HostRefusal | null;
}

/** A page of the repositories of an organization, each with people. */
export interface RepositoriesWithPeople {
  readonly repositories: readonly (NamedRepository & PeopleOfRepository)[];
  /** How many repositories of this page are there and not told of, and why; null when none is. */
  readonly unnamed: { readonly count: number; readonly why: HostRefusal } | null;
  readonly total: number;
  readonly next: string | null;
  /** How many were asked for in the end: for more, the code host took too long. */
  readonly size: number;
}

/** Where a list goes on, and how many entries are asked for at first. */
export interface ListPlace {
  /** Null for the first page. */
  readonly after: string | null;
  readonly size: number;
  /** Aborted when nobody wants the answer any more. */
  readonly end?: AbortSignal | undefined;
  /** Whether only people from outside the organization are meant. Default: everybody. */
  readonly onlyOutside?: boolean | undefined;
}

/**
 * Who reaches what. The code host tells it to owners, of the repositories that the App covers, and says beside its answer
 * what it leaves out. A page for which it takes too long is asked for again in half the size, down to one entry.
 */
export interface ReachedRepositoriesHost {
  /** Repositories with one person each, where they reach it. */
  repositoriesOfPerson(asked: AskedByOwner, person: string, place: ListPlace): Promise<Told<RepositoriesWithPeople>>;
  /** Repositories, each with its first people. */
  repositoriesWithPeople(asked: AskedByOwner, place: ListPlace): Promise<Told<RepositoriesWithPeople>>;
  /** People of one repository; null when there is no such repository. */
  peopleOfRepository(
    asked: AskedByOwner,
    repository: string,
    place: ListPlace,
  ): Promise<Result<(PeopleOfRepository & NamedRepository & { readonly size: number }) | null, HostRefusal>>;
}
