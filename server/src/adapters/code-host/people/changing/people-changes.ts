import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../../domain/result.ts';
import type { ChangeTarget } from '../../../../ports/code-host/organization-changes.ts';
import type { PeopleChangesHost } from '../../../../ports/code-host/people-changes.ts';
import type { AskedByOwner } from '../../../../ports/code-host/reached-repositories.ts';
import type { ChangeRefusal } from '../../../../ports/code-host/refusals.ts';
import { UNEXPECTED } from '../../send/refusals.ts';
import { expected } from '../../send/send.ts';
import type { WaysAsPerson } from '../ways-in.ts';
import { type ChangeAnswer, type ChangeRequest, changeRefusalOf } from './organization-changes.ts';
import { readOwners, readPlace, readTeamBySlug, readTeamRole, readTerms, teamMembershipPath } from './seen-people.ts';
import { setMembership } from './set-membership.ts';

const Made = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/** GitHub docs: REST API endpoints for organization members; for outside collaborators; for team members. */
export function createPeopleChanges(waysOf: (token: AskedByOwner['token']) => WaysAsPerson): PeopleChangesHost {
  const change = (target: ChangeTarget, request: ChangeRequest) => waysOf(target.token).change(target, request);

  async function put(target: ChangeTarget, path: string, body: Readonly<Record<string, unknown>>) {
    const answer = await change(target, { method: 'PUT', path, body });
    if (!answer.ok) return answer;
    const made = expected(Made, answer.value.body);
    return made.ok ? ok(made.value.state) : refuse(changeRefusalOf(made.refusal));
  }

  const remove = async (target: ChangeTarget, path: string): Promise<Result<void, ChangeRefusal>> => {
    const status = statusOf(await change(target, { method: 'DELETE', path }), [NO_CONTENT]);
    return status.ok ? ok(undefined) : status;
  };

  return {
    placeOf: (asked, login) => readPlace(waysOf(asked.token), asked, login),
    ownersOf: (asked) => readOwners(waysOf(asked.token), asked),
    teamBySlug: (asked, slug) => readTeamBySlug(waysOf(asked.token), asked, slug),
    teamRoleOf: (asked, slug, login) => readTeamRole(waysOf(asked.token), asked, { slug, login }),
    termsOf: (asked) => readTerms(waysOf(asked.token), asked),

    setRole: (target, login, role) => setMembership(waysOf(target.token), target, { login, role }),
    removeMember: (target, login) => remove(target, membershipPath(login)),
    removeOutsideCollaborator: (target, login) => remove(target, outsidePath(login)),
    async convertMember(target, login) {
      const converted = await change(target, { method: 'PUT', path: outsidePath(login) });
      const status = statusOf(converted, [NO_CONTENT, ACCEPTED]);
      return status.ok ? ok(status.value === ACCEPTED ? 'under-way' : 'done') : status;
    },
    addToTeam: (target, slug, { login, role }) => put(target, teamMembershipPath(slug, login), { role }),
    removeFromTeam: (target, slug, login) => remove(target, teamMembershipPath(slug, login)),
  };
}

const ACCEPTED = 202;
const NO_CONTENT = 204;

const membershipPath = (login: string): string => `/memberships/${encodeURIComponent(login)}`;
const outsidePath = (login: string): string => `/outside_collaborators/${encodeURIComponent(login)}`;

function statusOf(answer: ChangeAnswer, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return answer;
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}
