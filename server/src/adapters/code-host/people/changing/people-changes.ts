import { Type } from 'typebox';
import { ok, type Result, refuse } from '../../../../domain/result.ts';
import type { ChangeRefusal, Told } from '../../../../ports/code-host.ts';
import type { OwnedOrganization, PeopleChangesHost } from '../../../../ports/people-changes.ts';
import type { HostAnswer } from '../../send/host-answer.ts';
import { UNEXPECTED } from '../../send/refusals.ts';
import { bodyOf, type HostRequest } from '../../send/send.ts';
import { changeRefusalOf } from '../listed-invitations.ts';
import type { WaysAsPerson } from '../ways-in.ts';
import {
  pathOf,
  readOutsideCollaborators,
  readOwners,
  readPlace,
  readTeamRole,
  readTeamSlugs,
  readTeamWithMembers,
  readTerms,
  teamPlace,
} from './seen-people.ts';

const Made = Type.Object({ state: Type.Union([Type.Literal('active'), Type.Literal('pending')]) });

/**
 * People of an organization, and changes of them.
 *
 * GitHub docs: Set organization membership for a user; Remove organization membership for a user; Convert an organization
 * member to outside collaborator; Remove outside collaborator from an organization; Add or update team membership for a
 * user; Remove team membership for a user.
 */
export function createPeopleChanges(waysOf: (token: OwnedOrganization['token']) => WaysAsPerson): PeopleChangesHost {
  const sendAs = ({ token }: OwnedOrganization, request: HostRequest) => waysOf(token).send(request);

  async function put(owned: OwnedOrganization, url: string, body: Readonly<Record<string, unknown>>) {
    const told = bodyOf(await sendAs(owned, { method: 'PUT', url, body }), Made);
    return told.ok ? ok(told.value.state) : refuse(changeRefusalOf(told.refusal));
  }

  const remove = async (owned: OwnedOrganization, url: string): Promise<Result<void, ChangeRefusal>> => {
    const status = statusOf(await sendAs(owned, { method: 'DELETE', url }), [NO_CONTENT]);
    return status.ok ? ok(undefined) : status;
  };

  const within = ({ organization }: OwnedOrganization, list: string, login: string): string =>
    `${pathOf(organization)}/${list}/${encodeURIComponent(login)}`;

  return {
    placeOf: (owned, login) => readPlace(waysOf(owned.token), owned, login),
    ownersOf: (owned) => readOwners(waysOf(owned.token), owned),
    allOutsideCollaboratorsOf: (owned) => readOutsideCollaborators(waysOf(owned.token), owned),
    teamWithMembers: (owned, slug) => readTeamWithMembers(waysOf(owned.token), owned, slug),
    teamRoleOf: (owned, slug, login) => readTeamRole(waysOf(owned.token), owned, { slug, login }),
    teamSlugsOf: (owned, logins) => readTeamSlugs(waysOf(owned.token), owned, logins),
    termsOf: (owned) => readTerms(waysOf(owned.token), owned),

    setRole: (owned, login, role) => put(owned, within(owned, 'memberships', login), { role }),
    removeMember: (owned, login) => remove(owned, within(owned, 'memberships', login)),
    removeOutsideCollaborator: (owned, login) => remove(owned, within(owned, 'outside_collaborators', login)),
    async convertMember(owned, login) {
      const url = within(owned, 'outside_collaborators', login);
      const status = statusOf(await sendAs(owned, { method: 'PUT', url }), [NO_CONTENT, ACCEPTED]);
      return status.ok ? ok(status.value === ACCEPTED ? 'under-way' : 'done') : status;
    },
    addToTeam: (owned, slug, { login, role }) => put(owned, teamPlace(owned.organization, slug, login), { role }),
    removeFromTeam: (owned, slug, login) => remove(owned, teamPlace(owned.organization, slug, login)),
  };
}

const ACCEPTED = 202;
const NO_CONTENT = 204;

function statusOf(answer: Told<HostAnswer>, expected: readonly number[]): Result<number, ChangeRefusal> {
  if (!answer.ok) return refuse(changeRefusalOf(answer.refusal));
  const { status } = answer.value;
  return expected.includes(status) ? ok(status) : refuse(changeRefusalOf(UNEXPECTED));
}
