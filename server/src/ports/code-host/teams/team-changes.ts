import type { TeamRole } from '../../../domain/people-change.ts';
import type { Result } from '../../../domain/result.ts';
import type { OwnerRequest, RepositoryPermission } from '../access/reached-repositories.ts';
import type { ChangeTarget } from '../organization-changes.ts';
import type { CreatedMembershipState } from '../people-changes.ts';
import type { Absent, Reading } from '../reading.ts';
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

/** What a custom role gives is not known. */
export interface CustomRole {
  readonly customRole: string;
}

export type AccessNow = RepositoryPermission | CustomRole;

/**
 * Teams by ID, which outlives renames of the team and of the organization. Each change is sent once. Changes of access
 * need the repository permission `administration: write`.
 */
export interface TeamChangesHost {
  teamNow(request: OwnerRequest, teamId: number): Promise<HostResult<Reading<TeamNow>>>;
  /** Searches all teams but those of the enterprise. */
  teamNamed(request: OwnerRequest, name: string): Promise<HostResult<Reading<Pick<TeamNow, 'id' | 'slug' | 'name'>>>>;
  hasChildTeams(request: OwnerRequest, teamId: number): Promise<HostResult<boolean>>;
  /** Includes what the team inherits. Null if it was not found, which proves nothing. */
  teamAccessNow(request: OwnerRequest, teamId: number, repository: string): Promise<HostResult<AccessNow | null>>;
  /** Reads the list of the team. Refused if it has the repository, or if there is no such repository. */
  noTeamAccessNow(request: OwnerRequest, teamId: number, repository: string): Promise<HostResult<Absent>>;
  /** Absent without a direct grant. */
  collaboratorNow(request: OwnerRequest, repository: string, login: string): Promise<HostResult<Reading<AccessNow>>>;

  /** Makes the caller a maintainer. */
  createTeam(target: ChangeTarget, team: NewTeam): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  editTeam(
    target: ChangeTarget,
    teamId: number,
    change: Partial<NewTeam>,
  ): Promise<Result<HostTeamSettings, ChangeRefusal>>;
  deleteTeam(target: ChangeTarget, teamId: number): Promise<Result<void, ChangeRefusal>>;
  setTeamMember(
    target: ChangeTarget,
    teamId: number,
    member: { readonly login: string; readonly role: TeamRole },
  ): Promise<Result<CreatedMembershipState, ChangeRefusal>>;
  removeTeamMember(target: ChangeTarget, teamId: number, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. */
  setTeamAccess(
    target: ChangeTarget,
    teamId: number,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
  /** Null removes the access. New people are invited. */
  setCollaborator(
    target: ChangeTarget,
    login: string,
    grant: { readonly repository: string; readonly permission: PermissionName | null },
  ): Promise<Result<void, ChangeRefusal>>;
}
