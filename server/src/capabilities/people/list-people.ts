import type { PeopleLine, Person } from '@orgdesk/contract';
import { ok, type Result } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { Told } from '../../ports/code-host.ts';
import type { AskedOfOrganization, MembersPage, PeopleHost, SeenPerson, TeamPart } from '../../ports/people.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveMembership, Member } from '../../sessions/live-membership.ts';
import type { PeopleRefusal } from './messages.ts';
import { createPartByPart, forOwners, type PartByPart } from './part-by-part.ts';
import type { ReadSecondFactors, SecondFactors } from './second-factors.ts';

export interface ListPeopleDeps {
  readonly codeHost: Pick<PeopleHost, 'membersOf' | 'outsideCollaboratorsOf' | 'teamsWithPeople'>;
  readonly liveMembership: LiveMembership;
  readonly readSecondFactors: ReadSecondFactors;
  readonly log: Log;
}

/** What is asked for. */
export interface WantedList {
  readonly login: string;
  readonly withTeams: boolean;
  /** Aborted when the list has to end. */
  readonly end: AbortSignal;
}

type Line = Exclude<PeopleLine, { readonly kind: 'end' }>;

/**
 * Everybody in an organization, in the order in which it can be shown. Nothing is told before the first page of members is
 * there: when that is refused, the list is. A page is asked for when the lines before it were taken.
 */
export function createListPeople({ codeHost, liveMembership, readSecondFactors, log }: ListPeopleDeps) {
  return async (
    session: Session,
    { login, withTeams, end }: WantedList,
  ): Promise<Result<AsyncGenerator<Line>, PeopleRefusal>> => {
    const member = await liveMembership(session, login);
    if (!member.ok) return member;
    const { session: fresh } = member.value;
    const pages = codeHost.membersOf(askedBy(member.value, end))[Symbol.asyncIterator]();
    const first = await pages.next();
    if (first.done !== true && !first.value.ok) return first.value;
    const parts = createPartByPart({ log, userId: fresh.user.id, end });
    return ok(linesOf(session, { login, withTeams, end }, { first, pages, parts }));
  };

  async function* linesOf(
    session: Session,
    { login, withTeams, end }: WantedList,
    reading: Reading,
  ): AsyncGenerator<Line> {
    const { parts } = reading;
    yield* memberLines(reading);
    // The members of a large organization take minutes: what the viewer is there, and their token, may have changed.
    const member = await liveMembership(session, login);
    const asked = member.ok ? askedBy(member.value, end) : null;
    if (!member.ok || asked === null || member.value.role !== 'admin') {
      yield forOwners('outside-collaborators');
      yield forOwners('second-factors');
    } else yield* ownersLines(member.value, asked, parts);
    if (!withTeams) return;
    if (asked === null) yield parts.withheld('teams', { kind: 'missing', message: '' });
    else yield* teamLines(asked, parts);
  }

  async function* ownersLines(owner: Member, asked: Asked, parts: PartByPart): AsyncGenerator<Line> {
    const hindered = parts.lasting();
    if (hindered !== null) yield parts.withheld('outside-collaborators', hindered);
    else {
      for await (const page of codeHost.outsideCollaboratorsOf(asked)) {
        if (page.ok) yield { kind: 'people', people: page.value.map(personView), total: null };
        else yield parts.withheld('outside-collaborators', page.refusal);
      }
    }
    const lasting = parts.lasting();
    if (lasting !== null) return yield parts.withheld('second-factors', lasting);
    const factors = await readSecondFactors(owner, asked.end);
    if (!factors.ok) return yield parts.withheld('second-factors', factors.refusal);
    yield secondFactorsView(factors.value);
    const { insecureWithheld } = factors.value;
    if (insecureWithheld !== null) yield parts.withheld('second-factors', insecureWithheld);
  }

  async function* teamLines(asked: Asked, parts: PartByPart): AsyncGenerator<Line> {
    const hindered = parts.lasting();
    if (hindered !== null) return yield parts.withheld('teams', hindered);
    for await (const page of codeHost.teamsWithPeople(asked)) {
      if (!page.ok) return yield parts.withheld('teams', page.refusal);
      for (const team of page.value.teams) {
        yield teamView(team);
        if (team.withheld !== null) yield parts.withheld('teams', team.withheld, team.team.slug);
      }
      if (page.value.withheld !== null) yield parts.withheld('teams', page.value.withheld);
    }
  }
}

type Asked = AskedOfOrganization & { readonly end: AbortSignal };
const askedBy = ({ session, organization }: Member, end: AbortSignal): Asked => ({
  token: session.grant.accessToken,
  organization,
  end,
});

interface Reading {
  readonly first: IteratorResult<Told<MembersPage>>;
  readonly pages: AsyncIterator<Told<MembersPage>>;
  readonly parts: PartByPart;
}

/** Each member once: lists shift while they are paged. */
async function* memberLines({ first, pages, parts }: Reading): AsyncGenerator<Line> {
  const told = new Set<number>();
  for (let page = first; page.done !== true; page = await pages.next()) {
    if (!page.value.ok) return yield parts.withheld('people', page.value.refusal);
    const { people, total, withheld } = page.value.value;
    const further = people.filter(({ id }) => !told.has(id));
    for (const { id } of further) told.add(id);
    yield { kind: 'people', people: further.map(personView), total };
    if (withheld !== null) yield parts.withheld('people', withheld);
  }
}

/** Somebody as clients see them. */
export const personView = ({ id, login, name, avatarUrl, role }: SeenPerson): Person => ({
  id,
  login,
  name,
  avatarUrl,
  role,
});

const secondFactorsView = ({ disabled, insecure }: SecondFactors): Line => ({
  kind: 'second-factors',
  disabled: [...disabled],
  insecure: insecure === null ? null : [...insecure],
});

const teamView = ({ team: { id, slug, name, repositoryCount }, people }: TeamPart): Line => ({
  kind: 'team',
  team: { id, slug, name, repositoryCount },
  people: people.map((person) => ({ id: person.id, role: person.role })),
});
