import type { PersonAnswer, Withheld } from '@orgdesk/contract';
import { canBeLogin, sameLogin } from '../../domain/account.ts';
import { PERSON_LIMIT_MS } from '../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { SeenInvitation } from '../../ports/code-host/invitations.ts';
import type { AskedOfOrganization, PeopleHost, SeenPerson, TeamsOfPerson } from '../../ports/code-host/people.ts';
import type { HostRefusal, Told } from '../../ports/code-host/refusals.ts';
import type { Asked } from '../../ports/storage/audit-trail.ts';
import type { Log } from '../../ports/system.ts';
import { tellWithheld } from '../../refusals.ts';
import type { Member } from '../../sessions/live-membership.ts';
import { personView } from './list-people.ts';
import type { ReadSecondFactors, SecondFactors } from './second-factors.ts';

export interface GetPersonDeps {
  readonly codeHost: Pick<PeopleHost, 'memberWithLogin' | 'outsideCollaboratorsOf' | 'teamsOfPerson'> &
    Pick<CodeHost, 'listedInvitations' | 'hasInvitations'>;
  readonly readSecondFactors: ReadSecondFactors;
  readonly log: Log;
}

/** A part of the answer; null if the viewer may not see it. */
type Part<T> = Told<T> | null;

/** Returns what the viewer may see of a person, and names what could not be read. */
export function createGetPerson({ codeHost, readSecondFactors, log }: GetPersonDeps) {
  return async (
    member: Member,
    named: { readonly person: string; readonly askedBy: Asked },
    left: AbortSignal,
  ): Promise<Result<PersonAnswer, HostRefusal | { readonly kind: 'no-person' }>> => {
    const wanted = named.person.trim();
    if (!canBeLogin(wanted)) return refuse({ kind: 'no-person' });
    const { session, organization, role } = member;
    const end = AbortSignal.any([left, AbortSignal.timeout(PERSON_LIMIT_MS)]);
    const asked = { token: session.grant.accessToken, organization, end };

    const found = await find(asked, wanted, role === 'admin');
    if (!found.ok) return found;
    const person = found.value;
    if (person === null) return refuse({ kind: 'no-person' });
    const [teams, factors, invitations] = await Promise.all([
      person.role === 'outside_collaborator' ? ok(NO_TEAMS) : codeHost.teamsOfPerson(asked, person.login),
      role === 'admin' ? readSecondFactors(member, named.askedBy, end) : null,
      role === 'admin' ? sentBy(person.login, member, end) : null,
    ]);
    const refusals = [teams, factors, invitations].flatMap((part) =>
      part === null || part.ok ? [] : [part.refusal.kind],
    );
    if (refusals.length > 0 && !left.aborted) {
      log.warn({ userId: session.user.id, refusals }, 'not all of a person could be read');
    }
    return ok(personAnswer(person, { teams, factors, invitations, isLate: end.aborted }));
  };

  /** Only owners may see outside collaborators. */
  async function find(asked: AskedOfOrganization, login: string, byOwner: boolean): Promise<Told<SeenPerson | null>> {
    const member = await codeHost.memberWithLogin(asked, login);
    if (!member.ok || member.value !== null || !byOwner) return member;
    for await (const page of codeHost.outsideCollaboratorsOf(asked)) {
      if (!page.ok) return page;
      const person = page.value.find((other) => sameLogin(other.login, login));
      if (person !== undefined) return ok(person);
    }
    return ok(null);
  }

  async function sentBy(login: string, { session, organization }: Member, end: AbortSignal): Promise<Told<Sent>> {
    const inviting = { token: session.grant.accessToken, organization, inviter: session.user.login };
    if (!codeHost.hasInvitations(inviting)) return ok([]);
    const listed = await codeHost.listedInvitations(inviting, end);
    if (!listed.ok) return listed;
    const isTheirs = ({ state, invitedBy }: SeenInvitation) =>
      state === 'open' && invitedBy !== null && sameLogin(invitedBy, login);
    return ok(listed.value.filter(isTheirs));
  }
}

const NO_TEAMS: TeamsOfPerson = { teams: [], nameOfPerson: null, withheld: null };

type Sent = readonly SeenInvitation[];

interface Seen {
  readonly teams: Told<TeamsOfPerson>;
  readonly factors: Part<SecondFactors>;
  readonly invitations: Part<Sent>;
  /** Whether time ran out. */
  readonly isLate: boolean;
}

function personAnswer(person: SeenPerson, { teams, factors, invitations, isLate }: Seen): PersonAnswer {
  const missing = (part: Withheld['part'], refusal: HostRefusal | null | undefined): readonly Withheld[] =>
    refusal == null ? [] : [tellWithheld(part, isLate ? { kind: 'out-of-time' } : refusal)];
  const unread = (part: Withheld['part'], told: Part<unknown>): readonly Withheld[] =>
    told === null ? [tellWithheld(part, { kind: 'owners-only' })] : missing(part, told.ok ? null : told.refusal);
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

const invitationView = ({ id, login, email, createdAt }: SeenInvitation) => ({
  id,
  login,
  email,
  createdAt: createdAt.toISOString(),
});
