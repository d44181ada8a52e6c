import type { PersonAnswer, Withheld } from '@orgdesk/contract';
import type { HostClients } from '../../code-host/client.ts';
import { readInvitations } from '../../code-host/people/invitations.ts';
import { hasInvitations } from '../../code-host/people/memberships.ts';
import { readMember, readOutsideCollaborators, readTeamsOfPerson } from '../../code-host/people/people.ts';
import type { HostInvitation, HostPerson, OrganizationRequest, TeamsOfPerson } from '../../code-host/people/types.ts';
import { canBeLogin, sameLogin } from '../../domain/account.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { withheldPart } from '../../http/refusals.ts';
import { PERSON_LIMIT_MS } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { type Member, sameOrganization } from '../../sessions/live-rights.ts';
import { personView } from './read-people.ts';
import type { ReadSecondFactors, SecondFactors } from './second-factors.ts';
import type { PeopleServices } from './services.ts';

interface NoPerson {
  readonly kind: 'no-person';
  /** True if the code host calls their membership pending. */
  readonly isPending: boolean;
}

interface PersonRequest {
  readonly person: string;
  readonly requester: AuditOrigin;
  /** The organization's invitations, if somebody reads them already. */
  readonly invitations?: Promise<HostResult<readonly HostInvitation[]>>;
}

/** Null if the viewer may not see the part. */
type PartResult<T> = HostResult<T> | null;

/** Returns what the viewer may see of a person, and names what could not be read. */
export async function getPerson(
  { runtime, codeHost }: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  member: Member,
  named: PersonRequest,
  left: AbortSignal,
): Promise<Result<PersonAnswer, HostRefusal | NoPerson>> {
  const requestedLogin = named.person.trim();
  if (!canBeLogin(requestedLogin)) return refuse({ kind: 'no-person', isPending: false });
  const { session, organization, organizationId, role } = member;
  const end = AbortSignal.any([left, AbortSignal.timeout(PERSON_LIMIT_MS)]);
  const target = { token: session.grant.accessToken, organization, organizationId, end };

  const found = await find(codeHost, target, requestedLogin, member);
  if (!found.ok) return found;
  const person = found.value;
  if (person === null || person === 'pending') return refuse({ kind: 'no-person', isPending: person === 'pending' });
  const [teams, factors, invitations] = await Promise.all([
    person.role === 'outside_collaborator'
      ? ok(NO_TEAMS)
      : readTeamsOfPerson(codeHost.as(target), target, person.login),
    role === 'admin' ? readSecondFactors(member, named.requester, end) : null,
    role === 'admin' ? sentBy(codeHost, person.login, member, { end, listed: named.invitations }) : null,
  ]);
  const refusals = [teams, factors, invitations].flatMap((part) =>
    part === null || part.ok ? [] : [part.refusal.kind],
  );
  if (refusals.length > 0 && !left.aborted) {
    runtime.log.warn({ userId: session.user.id, refusals }, "could not read all of a person's details");
  }
  return ok(personAnswer(person, { teams, factors, invitations, isLate: end.aborted }));
}

/** Only owners may see outside collaborators. */
async function find(
  codeHost: HostClients,
  target: OrganizationRequest,
  login: string,
  viewer: Member,
): Promise<HostResult<HostPerson | 'pending' | null>> {
  const member = await readMember(codeHost.as(target), target, login);
  const isFound = member.ok && member.value !== null && member.value !== 'pending';
  if (!member.ok || isFound || viewer.role !== 'admin') return member;
  const outside = await findOutside(codeHost, target, login);
  const same = outside.ok ? await sameOrganization(codeHost, viewer) : outside;
  if (!outside.ok || !same.ok) return same.ok ? outside : same;
  return outside.value === null ? member : outside;
}

async function findOutside(
  codeHost: HostClients,
  target: OrganizationRequest,
  login: string,
): Promise<HostResult<HostPerson | null>> {
  for await (const page of readOutsideCollaborators(codeHost.as(target), target)) {
    if (!page.ok) return page;
    const person = page.value.find((other) => sameLogin(other.login, login));
    if (person !== undefined) return ok(person);
  }
  return ok(null);
}

async function sentBy(
  codeHost: HostClients,
  login: string,
  { session, organization, organizationId }: Member,
  { end, listed: reading }: { readonly end: AbortSignal; readonly listed: PersonRequest['invitations'] },
): Promise<HostResult<readonly HostInvitation[]>> {
  const inviting = {
    token: session.grant.accessToken,
    organization,
    organizationId,
    inviter: session.user.login,
  };
  if (!hasInvitations(codeHost, inviting)) return ok([]);
  const listed = await (reading ?? readInvitations(codeHost.as(inviting), inviting, end));
  if (!listed.ok) return listed;
  const isTheirs = ({ state, invitedBy }: HostInvitation) =>
    state === 'open' && invitedBy !== null && sameLogin(invitedBy, login);
  return ok(listed.value.filter(isTheirs));
}

const NO_TEAMS: TeamsOfPerson = { teams: [], notIn: [], nameOfPerson: null, withheld: null };

interface PersonParts {
  readonly teams: HostResult<TeamsOfPerson>;
  readonly factors: PartResult<SecondFactors>;
  readonly invitations: PartResult<readonly HostInvitation[]>;
  readonly isLate: boolean;
}

function personAnswer(person: HostPerson, { teams, factors, invitations, isLate }: PersonParts): PersonAnswer {
  const missing = (part: Withheld['part'], refusal: HostRefusal | null | undefined): readonly Withheld[] =>
    refusal == null ? [] : [withheldPart(part, isLate ? { kind: 'out-of-time' } : refusal)];
  const unread = (part: Withheld['part'], result: PartResult<unknown>): readonly Withheld[] =>
    result === null ? [withheldPart(part, { kind: 'owners-only' })] : missing(part, result.ok ? null : result.refusal);
  const name = teams.ok ? teams.value.nameOfPerson : null;
  return {
    person: personView({ ...person, name: person.name ?? name }),
    secondFactor: factors?.ok === true ? secondFactorOf(person.id, factors.value) : null,
    teams: teams.ok ? teams.value.teams.map(({ id, slug, name, role }) => ({ id, slug, name, role })) : null,
    sentInvitations: invitations?.ok === true ? invitations.value.map(invitationView) : null,
    withheld: [
      ...unread('second-factors', factors),
      ...missing('second-factors', factors?.ok === true ? factors.value.insecureWithheld : null),
      ...unread('teams', teams),
      ...missing('teams', teams.ok ? teams.value.withheld : null),
      ...unread('invitations', invitations),
    ],
  };
}

/** Null if the code host did not report insecure methods. */
function secondFactorOf(id: number, { disabled, insecure, insecureWithheld }: SecondFactors) {
  if (disabled.includes(id)) return 'disabled';
  if (insecure?.includes(id) === true) return 'insecure';
  return insecureWithheld === null ? 'enabled' : null;
}

export const invitationView = ({ id, login, email, createdAt }: HostInvitation) => ({
  id,
  login,
  email,
  createdAt: createdAt.toISOString(),
});
