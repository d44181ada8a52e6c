import type { OrganizationRole } from '../../domain/account.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { Result } from '../../domain/result.ts';
import type { OwnerRequest } from './access/reached-repositories.ts';
import type { ChangeTarget, FreshOrganization } from './organization-changes.ts';
import type { ChangeRefusal, HostResult } from './refusals.ts';

export interface PersonInOrganization {
  readonly id: number;
  readonly login: string;
  /** Null for non-members, such as invited people and billing managers. */
  readonly role: OrganizationRole | null;
  /** True if an enterprise team grants the membership, which the organization cannot undo. */
  readonly isIndirect: boolean;
  /** Null if the answer did not contain it. */
  readonly freshOrganization: FreshOrganization | null;
}

export interface NamedAccount {
  readonly id: number;
  readonly login: string;
}

export interface NamedTeam {
  readonly id: number;
  readonly slug: string;
}

export interface OrganizationTerms {
  /** In the code host's term; null if unknown. */
  readonly basePermission: string | null;
  /** Null if the App may not read it. */
  readonly plan: string | null;
}

/** `pending`: no longer a member, so an invitation was sent. */
export type CreatedMembershipState = 'active' | 'pending';

/** Each change is sent once. */
export interface PeopleChangesHost {
  /** Returns null if no account has the login. */
  placeOf(request: OwnerRequest, login: string): Promise<HostResult<PersonInOrganization | null>>;
  ownersOf(request: OwnerRequest): Promise<HostResult<readonly NamedAccount[]>>;
  teamBySlug(request: OwnerRequest, slug: string): Promise<HostResult<NamedTeam | null>>;
  /** Includes child teams. Null if not in the team or only invited, and if the team is not found. */
  teamRoleOf(request: OwnerRequest, teamId: number, login: string): Promise<HostResult<TeamRole | null>>;
  termsOf(request: OwnerRequest): Promise<HostResult<OrganizationTerms>>;

  setRole(
    target: ChangeTarget,
    login: string,
    role: OrganizationRole,
  ): Promise<Result<CreatedMembershipState, ChangeRefusal>>;
  removeMember(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  removeOutsideCollaborator(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  /** `under-way`: the platform converts the member later. */
  convertMember(target: ChangeTarget, login: string): Promise<Result<'done' | 'under-way', ChangeRefusal>>;
}
