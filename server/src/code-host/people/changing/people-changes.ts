import type { OrganizationRole } from '../../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../../domain/host-refusal.ts';
import type { TeamRole } from '../../../domain/people-change.ts';
import { ok, type Result } from '../../../lib/result.ts';
import { type HostAddress, hostPath } from '../../host-path.ts';
import type { OwnerRequest } from '../access/reached-repositories.ts';
import type { ChangeTarget } from '../types.ts';
import type { UserClient } from '../ways-in.ts';
import { type HostChangeRequest, remove, statusOf } from './organization-changes.ts';
import {
  type NamedAccount,
  type NamedTeam,
  type OrganizationTerms,
  type PersonInOrganization,
  readOwners,
  readPersonInOrganization,
  readTeamBySlug,
  readTeamRole,
  readTerms,
} from './read-people.ts';
import { setMembership } from './set-membership.ts';

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

/** GitHub docs: REST API endpoints for organization members; for outside collaborators. */
export function createPeopleChanges(clientOf: (token: OwnerRequest['token']) => UserClient): PeopleChangesHost {
  const change = (target: ChangeTarget, request: HostChangeRequest) => clientOf(target.token).change(target, request);

  return {
    placeOf: (request, login) => readPersonInOrganization(clientOf(request.token), request, login),
    ownersOf: (request) => readOwners(clientOf(request.token), request),
    teamBySlug: (request, slug) => readTeamBySlug(clientOf(request.token), request, slug),
    teamRoleOf: (request, teamId, login) => readTeamRole(clientOf(request.token), request, { teamId, login }),
    termsOf: (request) => readTerms(clientOf(request.token), request),

    setRole: (target, login, role) => setMembership(clientOf(target.token), target, { login, role }),
    removeMember: (target, login) => remove(change, target, { path: membershipPath(login) }),
    removeOutsideCollaborator: (target, login) => remove(change, target, { path: outsidePath(login) }),
    async convertMember(target, login) {
      const converted = await change(target, { method: 'PUT', path: outsidePath(login) });
      const status = statusOf(converted, [NO_CONTENT, ACCEPTED]);
      return status.ok ? ok(status.value === ACCEPTED ? 'under-way' : 'done') : status;
    },
  };
}

const ACCEPTED = 202;

const NO_CONTENT = 204;

const membershipPath = (login: string): HostAddress => hostPath`/memberships/${login}`;

const outsidePath = (login: string): HostAddress => hostPath`/outside_collaborators/${login}`;
