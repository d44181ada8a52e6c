import type { MembershipRole } from '../../domain/account.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { HostToken } from '../../domain/session.ts';
import type { HostRefusal, Told } from './refusals.ts';

/** As whom the code host is asked about people, and of which organization. */
export interface AskedOfOrganization {
  readonly token: HostToken;
  readonly organization: string;
  /** Aborted when nobody wants the answers any more. */
  readonly end?: AbortSignal | undefined;
}

/** Somebody who belongs to an organization, or works in its repositories from outside. */
export interface SeenPerson {
  readonly id: number;
  readonly login: string;
  /** Null also where the code host does not tell it with a list. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly role: MembershipRole | 'outside_collaborator';
}

/** A part of a list, and why some of it is missing; null when nothing is. */
interface ListPart {
  readonly withheld: HostRefusal | null;
}

/** Some of the members. */
export interface MembersPage extends ListPart {
  readonly people: readonly SeenPerson[];
  /** How many there are in all. */
  readonly total: number;
}

/** A team and people who are in it themselves, not through a team below it; the rest of them is in further parts. */
export interface TeamPart extends ListPart {
  readonly team: {
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly repositoryCount: number;
    /** With those in teams below it. */
    readonly peopleCount: number;
  };
  readonly people: readonly { readonly id: number; readonly role: TeamRole }[];
}

/** Some of the teams. */
export interface TeamsPage extends ListPart {
  readonly teams: readonly TeamPart[];
}

/** A team somebody is in. */
export interface TeamOfPerson {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly role: TeamRole;
}

/** The teams somebody is in themselves. */
export interface TeamsOfPerson extends ListPart {
  readonly teams: readonly TeamOfPerson[];
  /** Null where the code host does not tell it here. */
  readonly nameOfPerson: string | null;
}

/** Which second factor somebody has: none, or only one by text message. */
export type WeakSecondFactor = 'disabled' | 'insecure';

/**
 * The people of an organization, as the token's owner may see them. Lists come page by page, each asked for when the one
 * before was taken; after a refusal nothing more comes. Each call is bounded.
 */
export interface PeopleHost {
  /** Owners and members. */
  membersOf(asked: AskedOfOrganization): AsyncIterable<Told<MembersPage>>;
  /** Told to owners alone. */
  outsideCollaboratorsOf(asked: AskedOfOrganization): AsyncIterable<Told<readonly SeenPerson[]>>;
  /**
   * IDs of members and outside collaborators with a weak second factor, told to owners alone; null where the code host does
   * not tell them apart.
   */
  peopleWithSecondFactor(asked: AskedOfOrganization, weak: WeakSecondFactor): Promise<Told<readonly number[] | null>>;
  /** The teams that the token's owner can see, each with its people. */
  teamsWithPeople(asked: AskedOfOrganization): AsyncIterable<Told<TeamsPage>>;
  /** Somebody as a member or billing manager; null when they are neither, invited ones included. */
  memberWithLogin(asked: AskedOfOrganization, login: string): Promise<Told<SeenPerson | null>>;
  teamsOfPerson(asked: AskedOfOrganization, login: string): Promise<Told<TeamsOfPerson>>;
  /** Whether there is a person with a login, in the organization or not. */
  isPerson(asked: AskedOfOrganization, login: string): Promise<Told<boolean>>;
}
