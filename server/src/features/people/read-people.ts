import type { PeopleLine, Person, Withheld, WithheldLine } from '@orgdesk/contract';
import type { HostClients } from '../../code-host/client.ts';
import { readMembers } from '../../code-host/people/members.ts';
import { readOutsideCollaborators, readTeamsWithPeople } from '../../code-host/people/people.ts';
import type { HostPerson, MembersPage, OrganizationRequest, TeamPart } from '../../code-host/people/types.ts';
import type { AuditOrigin } from '../../domain/audit-entry.ts';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { Runtime } from '../../domain/runtime.ts';
import { withheldPart } from '../../http/refusals.ts';
import { ok, type Result } from '../../lib/result.ts';
import { type Member, type Owner, sameOrganization } from '../../sessions/live-rights.ts';
import type { ReadSecondFactors, SecondFactors } from './second-factors.ts';
import type { PeopleServices } from './services.ts';

export interface PartByPart {
  /** Logs no names. */
  withheld(part: Withheld['part'], refusal: HostRefusal, subject?: string | null): WithheldLine;
  /** Returns a refusal that all further requests would also get, or null. */
  lasting(): HostRefusal | null;
  unlessRefused<Line>(part: Withheld['part'], read: () => AsyncIterable<Line>): AsyncGenerator<Line | WithheldLine>;
}

const LASTING: ReadonlySet<HostRefusal['kind']> = new Set([
  'unauthorized',
  'rate-limited',
  'single-sign-on',
  'ip-allow-list',
]);

/** `end` is aborted when the list must end. */
function createPartByPart({ log }: Runtime, userId: number, end: AbortSignal): PartByPart {
  let lasting: HostRefusal | null = null;
  const ended: HostRefusal = { kind: 'unreachable', message: '' };

  const parts: PartByPart = {
    withheld(part, refusal, subject = null) {
      if (end.aborted) return { kind: 'withheld', withheld: withheldPart(part, { kind: 'out-of-time' }, subject) };
      log.warn({ userId, part, refusal: refusal.kind }, 'could not read part of a list of people');
      if (LASTING.has(refusal.kind)) lasting ??= refusal;
      return { kind: 'withheld', withheld: withheldPart(part, refusal, subject) };
    },
    lasting: () => (end.aborted ? ended : lasting),
    async *unlessRefused(part, read) {
      const refusal = parts.lasting();
      if (refusal === null) yield* read();
      else yield parts.withheld(part, refusal);
    },
  };
  return parts;
}

export const forOwners = (part: Withheld['part']): WithheldLine => ({
  kind: 'withheld',
  withheld: withheldPart(part, { kind: 'owners-only' }),
});

/** Bounds memory and the wait for the first line. */
const UNCONFIRMED_PAGES_MAX = 10;

export interface PeopleRequest {
  readonly withTeams: boolean;
  readonly withJoined: boolean;
  readonly requester: AuditOrigin;
  /** Aborted when reading must end. */
  readonly end: AbortSignal;
}

export type PeoplePart =
  | { readonly kind: 'members'; readonly people: readonly HostPerson[]; readonly total: number }
  | { readonly kind: 'outside'; readonly people: readonly HostPerson[] }
  | { readonly kind: 'second-factors'; readonly factors: SecondFactors }
  | { readonly kind: 'joined'; readonly joined: ReadonlyMap<number, Date> }
  | { readonly kind: 'team'; readonly part: TeamPart }
  | { readonly kind: 'withheld'; readonly withheld: Withheld }
  | PartEnd;

/** The end of a part; `isWhole` if all of it was read. */
interface PartEnd {
  readonly kind: 'over';
  readonly part: Withheld['part'];
  readonly isWhole: boolean;
}

export interface PeopleReading {
  readonly read: AsyncGenerator<PeoplePart>;
  readonly parts: PartByPart;
}

/**
 * Yields parts in display order. If the first page is refused, so is the list. Reads each page when the previous one
 * was consumed.
 */
export async function readPeople(
  services: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  member: Owner,
  request: PeopleRequest,
): Promise<Result<PeopleReading, HostRefusal>> {
  const { end } = request;
  const target = targetOf(member, end);
  const pages = readMembers(services.codeHost.as(target), target);
  const first = await pages.next();
  if (first.done !== true && !first.value.ok) return first.value;
  const parts = createPartByPart(services.runtime, member.session.user.id, end);
  return ok({ read: readAll(services, readSecondFactors, member, request, { first, pages, parts }), parts });
}

async function* readAll(
  { codeHost, sessions, audit }: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  { session, organization }: Owner,
  { withTeams, withJoined, requester, end }: PeopleRequest,
  members: MembersReading,
): AsyncGenerator<PeoplePart> {
  const { parts } = members;
  yield* membersFrom(members);
  // Reading takes minutes, during which role and token may change.
  const member = await sessions.membership(session, organization);
  if (!member.ok || member.value.role !== 'admin') {
    yield forOwners('outside-collaborators');
    yield forOwners('second-factors');
  } else {
    yield* parts.unlessRefused('outside-collaborators', () => outside(codeHost, member.value, end, parts));
    yield* parts.unlessRefused('second-factors', () =>
      secondFactors(readSecondFactors, member.value, { requester, end, parts }),
    );
    if (withJoined) yield { kind: 'joined', joined: await audit.trail.joined(member.value.organizationId) };
  }
  if (!withTeams) return;
  if (!member.ok) yield parts.withheld('teams', NOT_A_MEMBER_ANY_MORE);
  else yield* parts.unlessRefused('teams', () => teams(codeHost, targetOf(member.value, end), parts));
}

async function* outside(
  codeHost: HostClients,
  owner: Member,
  end: AbortSignal,
  parts: PartByPart,
): AsyncGenerator<PeoplePart> {
  /** Pages that may be of another organization, which took the login. */
  const unconfirmed: (readonly HostPerson[])[] = [];
  let refusal: HostRefusal | null = null;
  const confirmed = async (): Promise<HostResult<readonly PeoplePart[]>> => {
    const same = unconfirmed.length === 0 ? ok(undefined) : await sameOrganization(codeHost, owner);
    return same.ok ? ok(unconfirmed.splice(0).map((people) => ({ kind: 'outside', people }))) : same;
  };
  const target = targetOf(owner, end);
  for await (const page of readOutsideCollaborators(codeHost.as(target), target)) {
    if (page.ok) unconfirmed.push(page.value);
    else refusal = page.refusal;
    if (unconfirmed.length < UNCONFIRMED_PAGES_MAX) continue;
    const further = await confirmed();
    if (!further.ok) return yield parts.withheld('outside-collaborators', further.refusal);
    yield* further.value;
  }
  if (end.aborted) return;
  const last = await confirmed();
  if (!last.ok) return yield parts.withheld('outside-collaborators', refusal ?? last.refusal);
  yield* last.value;
  if (refusal === null) yield { kind: 'over', part: 'outside-collaborators', isWhole: true };
  else yield parts.withheld('outside-collaborators', refusal);
}

async function* secondFactors(
  readSecondFactors: ReadSecondFactors,
  owner: Member,
  { requester, end, parts }: Pick<PeopleRequest, 'requester' | 'end'> & { readonly parts: PartByPart },
): AsyncGenerator<PeoplePart> {
  const factors = await readSecondFactors(owner, requester, end);
  if (!factors.ok) return yield parts.withheld('second-factors', factors.refusal);
  yield { kind: 'second-factors', factors: factors.value };
  const { insecureWithheld } = factors.value;
  if (insecureWithheld !== null) yield parts.withheld('second-factors', insecureWithheld);
}

async function* teams(
  codeHost: HostClients,
  target: OrganizationRequest,
  parts: PartByPart,
): AsyncGenerator<PeoplePart> {
  let isWhole = true;
  for await (const page of readTeamsWithPeople(codeHost.as(target), target)) {
    if (!page.ok) return yield parts.withheld('teams', page.refusal);
    for (const part of page.value.teams) {
      isWhole &&= part.withheld === null;
      yield { kind: 'team', part };
      if (part.withheld !== null) yield parts.withheld('teams', part.withheld, part.team.slug);
    }
    isWhole &&= page.value.withheld === null;
    if (page.value.withheld !== null) yield parts.withheld('teams', page.value.withheld);
  }
  yield { kind: 'over', part: 'teams', isWhole };
}

const NOT_A_MEMBER_ANY_MORE = { kind: 'missing', message: '' } as const;

const targetOf = ({ session, organization, organizationId }: Owner, end: AbortSignal): OrganizationRequest => ({
  token: session.grant.accessToken,
  organization,
  organizationId,
  end,
});

interface MembersReading {
  readonly first: IteratorResult<HostResult<MembersPage>>;
  readonly pages: AsyncIterator<HostResult<MembersPage>>;
  readonly parts: PartByPart;
}

/** Yields members once, because lists shift while they are paged. */
async function* membersFrom({ first, pages, parts }: MembersReading): AsyncGenerator<PeoplePart> {
  const sentIds = new Set<number>();
  let isWhole = true;
  for (let page = first; page.done !== true; page = await pages.next()) {
    if (!page.value.ok) return yield parts.withheld('people', page.value.refusal);
    const { people, total, withheld } = page.value.value;
    const further = people.filter(({ id }) => !sentIds.has(id));
    for (const { id } of further) sentIds.add(id);
    yield { kind: 'members', people: further, total };
    isWhole &&= withheld === null;
    if (withheld !== null) yield parts.withheld('people', withheld);
  }
  yield { kind: 'over', part: 'people', isWhole };
}

type ListLine = Exclude<PeopleLine, { readonly kind: 'end' }>;

export async function* peopleLines(parts: AsyncIterable<PeoplePart>): AsyncGenerator<ListLine> {
  for await (const part of parts) {
    const line = lineOf(part);
    if (line !== null) yield line;
  }
}

function lineOf(part: PeoplePart): ListLine | null {
  switch (part.kind) {
    case 'members':
      return { kind: 'people', people: part.people.map(personView), total: part.total };
    case 'outside':
      return { kind: 'people', people: part.people.map(personView), total: null };
    case 'second-factors': {
      const { disabled, insecure } = part.factors;
      return { kind: 'second-factors', disabled: [...disabled], insecure: insecure === null ? null : [...insecure] };
    }
    case 'joined': {
      const people = [...part.joined].map(([id, at]) => ({ id, at: at.toISOString() }));
      return people.length === 0 ? null : { kind: 'joined', people };
    }
    case 'team': {
      const { team, people } = part.part;
      const { id, slug, name, repositoryCount } = team;
      return {
        kind: 'team',
        team: { id, slug, name, repositoryCount },
        people: people.map((person) => ({ id: person.id, role: person.role })),
      };
    }
    case 'withheld':
      return part;
    case 'over':
      return null;
  }
}

export const personView = ({ id, login, name, avatarUrl, role }: HostPerson): Person => ({
  id,
  login,
  name,
  avatarUrl,
  role,
});
