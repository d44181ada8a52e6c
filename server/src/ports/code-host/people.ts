import type { MembershipRole } from '../../domain/account.ts';
import type { TeamRole } from '../../domain/people-change.ts';
import type { HostToken } from '../../domain/session.ts';
import type { HostRefusal, HostResult } from './refusals.ts';

export interface OrganizationRequest {
  readonly token: HostToken;
  readonly organization: string;
  readonly organizationId: number;
  readonly end?: AbortSignal | undefined;
}

export interface NamedAccount {
  readonly id: number;
  readonly login: string;
}

export interface HostPerson extends NamedAccount {
  /** Also null if lists omit it. */
  readonly name: string | null;
  readonly avatarUrl: string | null;
  readonly role: MembershipRole | 'outside_collaborator';
}

/** `withheld`: why entries are missing; null if complete. */
interface WithheldPart {
  readonly withheld: HostRefusal | null;
}

export interface MembersPage extends WithheldPart {
  readonly people: readonly HostPerson[];
  readonly total: number;
}

/** A team with direct members. A large team comes in several parts. */
export interface TeamPart extends WithheldPart {
  readonly team: {
    readonly id: number;
    readonly slug: string;
    readonly name: string;
    readonly repositoryCount: number;
    /** Includes child teams. */
    readonly peopleCount: number;
  };
  readonly people: readonly { readonly id: number; readonly role: TeamRole }[];
}

export interface TeamsPage extends WithheldPart {
  readonly teams: readonly TeamPart[];
}

export interface TeamOfPerson {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly role: TeamRole;
  /** True if the team has no other maintainer. */
  readonly isAlone: boolean;
}

export interface TeamsOfPerson extends WithheldPart {
  readonly teams: readonly TeamOfPerson[];
  /** IDs of listed teams that the person is not in. */
  readonly notIn: readonly number[];
  /** Null if the code host omits it here. */
  readonly nameOfPerson: string | null;
}

/** `disabled`: no two-factor authentication. `insecure`: SMS only. */
export type WeakSecondFactor = 'disabled' | 'insecure';

/**
 * What the token's owner can see. A page is requested when the previous one was consumed, eight ahead for many members.
 * Lists end after a refusal. Except for outside collaborators, they are refused as `missing` if the login belongs to
 * another organization.
 */
export interface PeopleHost {
  membersOf(request: OrganizationRequest): AsyncIterable<HostResult<MembersPage>>;
  /** Returns people to owners only. */
  outsideCollaboratorsOf(request: OrganizationRequest): AsyncIterable<HostResult<readonly HostPerson[]>>;
  /** Answers owners only. Returns null if the code host does not distinguish this. */
  peopleWithSecondFactor(
    request: OrganizationRequest,
    weak: WeakSecondFactor,
  ): Promise<HostResult<readonly number[] | null>>;
  teamsWithPeople(request: OrganizationRequest): AsyncIterable<HostResult<TeamsPage>>;
  /** Returns null for anyone else than members, billing managers, and those who have not accepted yet. */
  memberWithLogin(request: OrganizationRequest, login: string): Promise<HostResult<HostPerson | 'pending' | null>>;
  teamsOfPerson(request: OrganizationRequest, login: string): Promise<HostResult<TeamsOfPerson>>;
  /** Returns true if a person has this login, in the organization or not. */
  isPerson(request: OrganizationRequest, login: string): Promise<HostResult<boolean>>;
}
