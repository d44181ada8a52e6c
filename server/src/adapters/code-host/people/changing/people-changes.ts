import { ok } from '../../../../domain/result.ts';
import type { OwnerRequest } from '../../../../ports/code-host/access/reached-repositories.ts';
import type { ChangeTarget } from '../../../../ports/code-host/organization-changes.ts';
import type { PeopleChangesHost } from '../../../../ports/code-host/people-changes.ts';
import { type HostAddress, hostPath } from '../../host-path.ts';
import type { UserClient } from '../ways-in.ts';
import { type HostChangeRequest, remove, statusOf } from './organization-changes.ts';
import { readOwners, readPersonInOrganization, readTeamBySlug, readTeamRole, readTerms } from './read-people.ts';
import { setMembership } from './set-membership.ts';

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
