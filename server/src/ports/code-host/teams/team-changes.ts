import type { Result } from '../../../domain/result.ts';
import type { OwnerRequest, RepositoryPermission } from '../access/reached-repositories.ts';
import type { ChangeTarget } from '../organization-changes.ts';
import type { ChangeRefusal, HostResult } from '../refusals.ts';
import type { HostTeamSettings, TeamPrivacy } from './teams.ts';

/** In the code host's own words. */
export type PermissionName = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

export interface TeamNow extends HostTeamSettings {
  readonly parentSlug: string | null;
}

export interface NewTeam {
  readonly name: string;
  readonly description: string;
  readonly privacy: TeamPrivacy;
  readonly parentId: number | null;
}

/** Each change is sent once. Changes of access need the repository permission `administration: write`. */
export interface TeamChangesHost {
  /** Returns null if there is no such team. */
  teamNow(request: OwnerRequest, slug: string): Promise<HostResult<TeamNow | null>>;
  hasChildTeams(request: OwnerRequest, slug: string): Promise<HostResult<boolean>>;
  /** Includes what the team inherits. Null if it has no access. */
  teamAccessNow(
    request: OwnerRequest,
    slug: string,
    repository: string,
  ): Promise<HostResult<RepositoryPermission | null>>;
  /** Returns null without a direct grant. */
  collaboratorNow(
    request: OwnerRequest,
    repository: string,
    login: string,
  ): Promise<HostResult<RepositoryPermission | null>>;

  /** Makes the caller a maintainer. */
  createTeam(target: ChangeTarget, team: NewTeam): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  editTeam(
    target: ChangeTarget,
    slug: string,
    change: Partial<NewTeam>,
  ): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  deleteTeam(target: ChangeTarget, slug: string): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. */
  setTeamAccess(
    target: ChangeTarget,
    slug: string,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. New people are invited. */
  setCollaborator(
    target: ChangeTarget,
    login: string,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
}
