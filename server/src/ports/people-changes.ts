import type { OrganizationRole } from '../domain/account.ts';
import type { Result } from '../domain/result.ts';
import type { ChangeRefusal, Inviting, Told } from './code-host.ts';

/** An organization, and the token of the owner who sees and changes its people. */
export type OwnedOrganization = Pick<Inviting, 'token' | 'organization'>;

/** Somebody's own place in a team. */
export type TeamRole = 'member' | 'maintainer';

/** What somebody is to an organization. */
export interface SeenPlace {
  readonly id: number;
  /** As the code host spells it. */
  readonly login: string;
  /** Null where they are none of its members, as who is only invited, or only pays its bills. */
  readonly role: OrganizationRole | null;
  /** Whether a team of the enterprise makes them a member: the organization cannot undo that. */
  readonly isIndirect: boolean;
}

/** An account, as a list names it. */
export interface NamedAccount {
  readonly id: number;
  readonly login: string;
}

/** A team and those who are in it themselves, not through a team below it. */
export interface SeenTeamMembers {
  readonly id: number;
  readonly slug: string;
  readonly ids: ReadonlySet<number>;
  /** False when it has more people than were read. */
  readonly isWhole: boolean;
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
  placeOf(owned: OwnedOrganization, login: string): Promise<Told<SeenPlace | null>>;
  /** Every page of the owners of an organization. */
  ownersOf(owned: OwnedOrganization): Promise<Told<readonly NamedAccount[]>>;
  /** Every page of those who work in its repositories from outside. */
  allOutsideCollaboratorsOf(owned: OwnedOrganization): Promise<Told<readonly NamedAccount[]>>;
  /** A team by its slug, with the first thousand of its people; null when there is none. */
  teamWithMembers(owned: OwnedOrganization, slug: string): Promise<Told<SeenTeamMembers | null>>;
  /** What somebody is in a team, also through a team below it; null when they are not in it, or only invited. */
  teamRoleOf(owned: OwnedOrganization, slug: string, login: string): Promise<Told<TeamRole | null>>;
  /** The slugs of the teams each of these people is in, ten people at most; null for one with more than a hundred. */
  teamSlugsOf(
    owned: OwnedOrganization,
    logins: readonly string[],
  ): Promise<Told<readonly (readonly string[] | null)[]>>;
  termsOf(owned: OwnedOrganization): Promise<Told<OrganizationTerms>>;

  setRole(owned: OwnedOrganization, login: string, role: OrganizationRole): Promise<Result<MadeMember, ChangeRefusal>>;
  /** Out of the organization, its teams and its repositories. */
  removeMember(owned: OwnedOrganization, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Out of all repositories of the organization. */
  removeOutsideCollaborator(owned: OwnedOrganization, login: string): Promise<Result<void, ChangeRefusal>>;
  /** Turns a member into an outside collaborator; `under-way` where the platform does so later. */
  convertMember(owned: OwnedOrganization, login: string): Promise<Result<'done' | 'under-way', ChangeRefusal>>;
  /** Adds a member of the organization to a team, or gives them another role in it. */
  addToTeam(
    owned: OwnedOrganization,
    slug: string,
    { login, role }: { readonly login: string; readonly role: TeamRole },
  ): Promise<Result<MadeMember, ChangeRefusal>>;
  removeFromTeam(owned: OwnedOrganization, slug: string, login: string): Promise<Result<void, ChangeRefusal>>;
}
