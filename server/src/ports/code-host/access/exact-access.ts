import type { NamedAccount, OrganizationRequest } from '../people.ts';
import type { HostResult } from '../refusals.ts';
import type { RepositoryPermission } from './reached-repositories.ts';

/** A repository as it is called now, which may not be the name that it was found by. */
export interface FoundRepository {
  readonly name: string;
  readonly isArchived: boolean;
  /** Its new owner if it left the organization, otherwise null. */
  readonly movedTo: string | null;
}

export interface RepositoryInvitation {
  readonly invitee: NamedAccount;
  /** A custom role counts as the permission that it is based on. */
  readonly permission: RepositoryPermission;
}

export interface TeamWithRole {
  readonly teamId: number;
  readonly role: string;
  readonly permission: RepositoryPermission;
}

/** What lists of an organization's teams and people do not tell. */
export interface ExactAccessHost {
  /** At most 100 names in one call. Null where the code host knows none, or hides it from the App. */
  repositoriesNamed(
    request: OrganizationRequest,
    names: readonly string[],
  ): Promise<HostResult<readonly (FoundRepository | null)[]>>;
  /**
   * Names of the custom roles that teams have, also from their parents, by ID of the team and folded name of the
   * repository.
   */
  customRolesOfTeams(
    request: OrganizationRequest,
    teamIds: readonly number[],
  ): Promise<HostResult<ReadonlyMap<number, ReadonlyMap<string, string>>>>;
  /** Open ones, by repository; null where they may not be read. Needs the permission `administration: read`. */
  repositoryInvitations(
    request: OrganizationRequest,
    repositories: readonly string[],
  ): Promise<HostResult<ReadonlyMap<string, readonly RepositoryInvitation[] | null>>>;
  /** Teams whose role of the organization gives access to all of its repositories. Empty if its plan has no roles. */
  teamsWithRoles(request: OrganizationRequest): Promise<HostResult<readonly TeamWithRole[]>>;
}
