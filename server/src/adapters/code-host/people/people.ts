import { type Static, Type } from 'typebox';
import { sameLogin } from '../../../domain/account.ts';
import { LIST_BOUNDS } from '../../../domain/limits/code-host.ts';
import { ok, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { OrganizationRolesHost } from '../../../ports/code-host/access/organization-roles.ts';
import type { HostPerson, OrganizationRequest, PeopleHost, WeakSecondFactor } from '../../../ports/code-host/people.ts';
import type { HostResult } from '../../../ports/code-host/refusals.ts';
import { hostPath } from '../host-path.ts';
import { eachOnce, followPages, linkedPages, readPages } from '../pages/pages.ts';
import { MISSING, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf } from '../send/send.ts';
import { HostId, HostLogin, orNull, TextOrNull } from '../send/shapes.ts';
import { readOrganizationRoles } from './access/organization-roles.ts';
import { readProfileOf } from './accounts.ts';
import { readMembers } from './members.ts';
import { roleOf } from './memberships.ts';
import { readTeamsOfPerson, readTeamsWithPeople } from './teams-with-people.ts';
import type { UserClient } from './ways-in.ts';

export const createPeopleHost = (clientAs: (token: HostToken) => UserClient): PeopleHost & OrganizationRolesHost => ({
  organizationRoles: (request) => readOrganizationRoles(clientAs(request.token), request),
  membersOf: (request) => readMembers(clientAs(request.token), request),
  outsideCollaboratorsOf: (request) => readOutsideCollaborators(clientAs(request.token), request),
  peopleWithSecondFactor: (request, weak) => readWeakSecondFactors(clientAs(request.token), request, weak),
  memberWithLogin: (request, login) => readMember(clientAs(request.token), request, login),
  teamsWithPeople: (request) => readTeamsWithPeople(clientAs(request.token), request),
  teamsOfPerson: (request, login) => readTeamsOfPerson(clientAs(request.token), request, login),
  isPerson: (request, login) => isPerson(clientAs(request.token), request, login),
});

const Account = Type.Object({ id: HostId, login: HostLogin, avatar_url: Type.Optional(TextOrNull) });
export const Accounts = Type.Array(Account);

/** GitHub docs: List outside collaborators for an organization. */
async function* readOutsideCollaborators(
  { send, log }: UserClient,
  { organization, end }: OrganizationRequest,
): AsyncGenerator<HostResult<readonly HostPerson[]>, void> {
  const path = hostPath`/orgs/${organization}/outside_collaborators`;
  for await (const page of followPages(linkedPages(send, path, Accounts, end), LIST_BOUNDS.people, log)) {
    yield page.ok ? ok(page.value.map((account) => personFrom(account, 'outside_collaborator'))) : page;
  }
}

export const personFrom = (account: Static<typeof Account>, role: HostPerson['role']): HostPerson => ({
  id: account.id,
  login: account.login,
  name: null,
  avatarUrl: account.avatar_url ?? null,
  role,
});

/** An older Enterprise Server does not have the filter. */
const NOT_VALID = 422;

/** GitHub docs: List organization members; List outside collaborators for an organization (`filter`). */
async function readWeakSecondFactors(
  { send, log }: UserClient,
  { organization, end }: OrganizationRequest,
  weak: WeakSecondFactor,
): Promise<HostResult<readonly number[] | null>> {
  const ids: number[] = [];
  const filter = `2fa_${weak}`;
  for (const list of ['members', 'outside_collaborators']) {
    const path = hostPath`/orgs/${organization}/${list}?filter=${filter}`;
    const pages = await readPages(linkedPages(send, path, Accounts, end), LIST_BOUNDS.people, log);
    if (!pages.ok) {
      const { refusal } = pages;
      const isUnknown = weak === 'insecure' && refusal.kind === 'rejected' && refusal.status === NOT_VALID;
      return isUnknown ? ok(null) : pages;
    }
    ids.push(...pages.value.flat().map(({ id }) => id));
  }
  return ok(eachOnce(ids, (id) => id));
}

const Membership = Type.Object({
  state: Type.Union([Type.Literal('active'), Type.Literal('pending')]),
  role: Type.String(),
  user: orNull(Account),
  organization: Type.Optional(Type.Object({ id: HostId })),
});

/** GitHub docs: Get organization membership for a user. */
async function readMember(
  { send }: UserClient,
  { organization, organizationId, end }: OrganizationRequest,
  login: string,
): Promise<HostResult<HostPerson | 'pending' | null>> {
  const url = hostPath`/orgs/${organization}/memberships/${login}`;
  const membership = bodyOf(await send({ url, end }), Membership);
  if (!membership.ok) return membership.refusal.kind === 'missing' ? ok(null) : membership;
  const { state, role, user, organization: named } = membership.value;
  if (named !== undefined && named.id !== organizationId) return refuse(MISSING);
  if (state === 'pending') return ok('pending');
  if (user === null || !sameLogin(user.login, login)) return refuse(UNEXPECTED);
  return ok(personFrom(user, roleOf(role)));
}

async function isPerson(client: UserClient, { end }: OrganizationRequest, login: string): Promise<HostResult<boolean>> {
  const profile = await readProfileOf(client, login, end);
  return profile.ok ? ok(profile.value?.isPerson === true) : profile;
}
