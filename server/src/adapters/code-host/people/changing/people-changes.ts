import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../../domain/result.ts';
import type { PeopleChangesHost } from '../../../../ports/code-host/people-changes.ts';
import type { AskedByOwner } from '../../../../ports/code-host/reached-repositories.ts';
import type { ChangeRefusal, Told } from '../../../../ports/code-host/refusals.ts';
import type { HostAnswer } from '../../send/host-answer.ts';
import { UNEXPECTED } from '../../send/refusals.ts';
import { bodyOf, type HostRequest } from '../../send/send.ts';
import { changeRefusalOf } from '../listed-invitations.ts';
import type { WaysAsPerson } from '../ways-in.ts';
import { pathOf, readOwners, readPlace, readTeamBySlug, readTeamRole, readTerms, teamPlace } from './seen-people.ts';

const Made = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/**
 * People of an organization, and changes of them.
 *
 * GitHub docs: Set organization membership for a user; Remove organization membership for a user; Convert an organization
 * member to outside collaborator; Remove outside collaborator from an organization; Add or update team membership for a
 * user; Remove team membership for a user.
 */
export function createPeopleChanges(waysOf: (token: AskedByOwner['token']) => WaysAsPerson): PeopleChangesHost {
  const sendAs = ({ token }: AskedByOwner, request: HostRequest) => waysOf(token).send(request);

  async function put(asked: AskedByOwner, url: string, body: Readonly<Record<string, unknown>>) {
    const told = bodyOf(await sendAs(asked, { method: 'PUT', url, body }), Made);
    return told.ok ? ok(told.value.state) : refuse(changeRefusalOf(told.refusal));
  }

  const remove = async (asked: AskedByOwner, url: string): Promise<Result<void, ChangeRefusal>> => {
    const status = statusOf(await sendAs(asked, { method: 'DELETE', url }), [NO_CONTENT]);
    return status.ok ? ok(undefined) : status;
  };

  const within = ({ organization }: AskedByOwner, list: string, login: string): string =>
    `${pathOf(organization)}/${list}/${encodeURIComponent(login)}`;

  return {
    placeOf: (asked, login) => readPlace(waysOf(asked.token), asked, login),
    ownersOf: (asked) => readOwners(waysOf(asked.token), asked),
    teamBySlug: (asked, slug) => readTeamBySlug(waysOf(asked.token), asked, slug),
    teamRoleOf: (asked, slug, login) => readTeamRole(waysOf(asked.token), asked, { slug, login }),
    termsOf: (asked) => readTerms(waysOf(asked.token), asked),

    setRole: (asked, login, role) => put(asked, within(asked, 'memberships', login), { role }),
    removeMember: (asked, login) => remove(asked, within(asked, 'memberships', login)),
    removeOutsideCollaborator: (asked, login) => remove(asked, within(asked, 'outside_collaborators', login)),
    async convertMember(asked, login) {
      const url = within(asked, 'outside_collaborators', login);
      const status = statusOf(await sendAs(asked, { method: 'PUT', url }), [NO_CONTENT, ACCEPTED]);
      return status.ok ? ok(status.value === ACCEPTED ? 'under-way' : 'done') : status;
    },
    addToTeam: (asked, slug, { login, role }) => put(asked, teamPlace(asked.organization, slug, login), { role }),
    removeFromTeam: (asked, slug, login) => remove(asked, teamPlace(asked.organization, slug, login)),
  };
}

const ACCEPTED = 202;
const NO_CONTENT = 204;

function statusOf(answer: Told<HostAnswer>, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return refuse(changeRefusalOf(answer.refusal));
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}
