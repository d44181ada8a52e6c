import type { OrganizationRole } from '../../domain/account.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { Result } from '../../domain/result.ts';
import type { ChangeTarget, SeenOrganization } from './organization-changes.ts';
import type { AskedByOwner } from './reached-repositories.ts';
import type { ChangeRefusal, Told } from './refusals.ts';

export interface SeenPlace {
  readonly id: number;
  readonly login: string;
  /** Null for non-members, such as invited people and billing managers. */
  readonly role: OrganizationRole | null;
  /** Whether an enterprise team grants the membership, which the organization cannot undo. */
  readonly isIndirect: boolean;
  /** Null if the answer did not contain it. */
  readonly seenIn: SeenOrganization | null;
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
export type MadeMember = 'active' | 'pending';

/** Each change is sent once. */
export interface PeopleChangesHost {
  /** Returns null if no account has the login. */
  placeOf(asked: AskedByOwner, login: string): Promise<Told<SeenPlace | null>>;
  ownersOf(asked: AskedByOwner): Promise<Told<readonly NamedAccount[]>>;
  teamBySlug(asked: AskedByOwner, slug: string): Promise<Told<NamedTeam | null>>;
  /** Includes child teams. Null if not in the team or only invited. */
  teamRoleOf(asked: AskedByOwner, slug: string, login: string): Promise<Told<TeamRole | null>>;
  termsOf(asked: AskedByOwner): Promise<Told<OrganizationTerms>>;

  setRole(target: ChangeTarget, login: string, role: OrganizationRole): Promise<Result<MadeMember, ChangeRefusal>>;
  removeMember(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  removeOutsideCollaborator(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  /** `under-way`: the platform converts the member later. */
  convertMember(target: ChangeTarget, login: string): Promise<Result<'done' | 'under-way', ChangeRefusal>>;
  addToTeam(
    target: ChangeTarget,
    slug: string,
    { login, role }: { readonly login: string; readonly role: TeamRole },
  ): Promise<Result<MadeMember, ChangeRefusal>>;
  removeFromTeam(target: ChangeTarget, slug: string, login: string): Promise<Result<void, ChangeRefusal>>;
}
