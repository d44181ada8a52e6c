import type { OrganizationRole } from '../../domain/account.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { Result } from '../../domain/result.ts';
import type { ChangeTarget, SeenOrganization } from './organization-changes.ts';
import type { AskedByOwner } from './reached-repositories.ts';
import type { ChangeRefusal, Told } from './refusals.ts';

/** What somebody is to an organization. */
export interface SeenPlace {
  readonly id: number;
  /** As the code host spells it. */
  readonly login: string;
  /** Null where they are none of its members, as who is only invited, or only pays its bills. */
  readonly role: OrganizationRole | null;
  /** Whether a team of the enterprise makes them a member: the organization cannot undo that. */
  readonly isIndirect: boolean;
  /** In which organization that is; null where the code host did not name it. */
  readonly seenIn: SeenOrganization | null;
}

/** An account, as a list names it. */
export interface NamedAccount {
  readonly id: number;
  readonly login: string;
}

/** A team of an organization. */
export interface NamedTeam {
  readonly id: number;
  readonly slug: string;
}

/** What an organization's settings say that matters to who leaves. */
export interface OrganizationTerms {
  /** What every member may do in every repository, in the code host's word; null where it does not tell. */
  readonly basePermission: string | null;
  /** Name of what it pays for; null where the App may not read it. */
  readonly plan: string | null;
}

/** Whether a change has come about. `pending`: they were invited, because they were no member any more. */
export type MadeMember = 'active' | 'pending';

/** What is seen of people before they are changed, and the changes: each is sent once. */
export interface PeopleChangesHost {
  /** What the person with a login is to an organization; null when nobody has that login. */
  placeOf(asked: AskedByOwner, login: string): Promise<Told<SeenPlace | null>>;
  /** Every page of the owners of an organization. */
  ownersOf(asked: AskedByOwner): Promise<Told<readonly NamedAccount[]>>;
  /** Null when there is no such team. */
  teamBySlug(asked: AskedByOwner, slug: string): Promise<Told<NamedTeam | null>>;
  /** What somebody is in a team, also through a team below it; null when they are not in it, or only invited. */
  teamRoleOf(asked: AskedByOwner, slug: string, login: string): Promise<Told<TeamRole | null>>;
  termsOf(asked: AskedByOwner): Promise<Told<OrganizationTerms>>;

  setRole(target: ChangeTarget, login: string, role: OrganizationRole): Promise<Result<MadeMember, ChangeRefusal>>;
  /** Out of the organization, its teams and its repositories. */
  removeMember(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Out of all repositories of the organization. */
  removeOutsideCollaborator(target: ChangeTarget, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Turns a member into an outside collaborator; `under-way` where the platform does so later. */
  convertMember(target: ChangeTarget, login: string): Promise<Result<'done' | 'under-way', ChangeRefusal>>;
  /** Adds a member of the organization to a team, or gives them another role in it. */
  addToTeam(
    target: ChangeTarget,
    slug: string,
    { login, role }: { readonly login: string; readonly role: TeamRole },
  ): Promise<Result<MadeMember, ChangeRefusal>>;
  removeFromTeam(target: ChangeTarget, slug: string, login: string): Promise<Result<void, ChangeRefusal>>;
}
