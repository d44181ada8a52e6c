import type { ListedTeam, PeopleReviewLine, WithheldLine } from '@orgdesk/contract';
import type { HostClients } from '../../code-host/client.ts';
import {
  type PeopleOfRepository,
  type PersonOfRepository,
  readPeopleOfRepository,
  readRepositoriesWithPeople,
} from '../../code-host/people/reached-repositories.ts';
import type { HostPerson, OrganizationRequest, TeamPart } from '../../code-host/people/types.ts';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { OUTSIDE_REPOSITORIES_PAGE } from '../../lib/limits/people.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { Owner } from '../../sessions/live-rights.ts';
import { findingKey, sealOf } from './dismissal-store.ts';
import {
  forOwners,
  type PartByPart,
  type PeoplePart,
  type PeopleReading,
  type PeopleRequest,
  personView,
  readPeople,
} from './read-people.ts';
import type { ReadSecondFactors, SecondFactors } from './second-factors.ts';
import type { PeopleServices } from './services.ts';
import type { ReviewedFinding } from './store.ts';

type ReviewLine = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;
type ReviewRequest = Omit<PeopleRequest, 'withTeams' | 'withJoined'>;

/** Yields findings once known; incomplete ones are omitted. A review that has ended is kept as the person's last. */
export async function reviewPeople(
  services: PeopleServices,
  readSecondFactors: ReadSecondFactors,
  owner: Owner,
  request: ReviewRequest,
): Promise<Result<AsyncGenerator<ReviewLine>, HostRefusal>> {
  const people = await readPeople(services, readSecondFactors, owner, {
    ...request,
    withTeams: true,
    withJoined: false,
  });
  return people.ok ? ok(keepingReview(services, owner, linesOf(services, owner, request, people.value))) : people;
}

async function* linesOf(
  { codeHost, sessions, signing }: PeopleServices,
  { session, organization: login, organizationId: id }: Owner,
  { end }: ReviewRequest,
  { read, parts }: PeopleReading,
): AsyncGenerator<ReviewLine> {
  const findings = createFindings((key, name) => sealOf(signing, { organizationId: id, key, name }));
  for await (const part of read) yield* findings.of(part);
  const outside = findings.outside();
  if (outside === null) return;
  if (outside.length === 0) return yield findings.ofOutside([], []);
  const owner = await sessions.rights(session, login);
  if (!owner.ok) return yield forOwners('repositories');
  const { session: fresh, organization, organizationId } = owner.value;
  const target = { token: fresh.grant.accessToken, organization, organizationId, end };
  const repositories: OutsideRepository[] = [];
  const reading = parts.unlessRefused('repositories', () => readOutsideRepositories(codeHost, target, parts));
  for await (const part of reading) {
    if (part.kind === 'withheld') yield part;
    else repositories.push(part);
  }
  yield findings.ofOutside(outside, repositories);
}

/** Passes the lines on, and stores what was found once they have ended. A failure to store it is only logged. */
async function* keepingReview(
  { runtime, accessReviews }: PeopleServices,
  { session, organizationId }: Owner,
  lines: AsyncIterable<ReviewLine>,
): AsyncGenerator<ReviewLine> {
  const findings = new Map<string, ReviewedFinding>();
  let isWithheld = false;
  for await (const line of lines) {
    if (line.kind === 'withheld') isWithheld = true;
    if (line.kind === 'finding') {
      const found: readonly { readonly key: string }[] = 'teams' in line ? line.teams : line.people;
      findings.set(line.finding, { found: found.length, keys: found.map(({ key }) => key) });
    }
    yield line;
  }
  // A code host that has no such filter withholds nothing, and there is nothing to check.
  if (!isWithheld && findings.has('no-second-factor') && !findings.has('insecure-second-factor'))
    findings.set('insecure-second-factor', { found: 0, keys: [] });
  const review = { organizationId, reviewedAt: runtime.clock.now(), findings };
  await accessReviews.keep(session.user.id, review).catch((error: unknown) => {
    runtime.log.error({ err: error }, 'the time of an access review was not stored');
  });
}

/** Seals that a finding was listed. */
type SealFinding = (key: string, name: string) => string;

/** Derives findings from completely read parts only. */
function createFindings(seal: SealFinding) {
  const personIn = (finding: string, person: HostPerson, basis: unknown = person.role) => {
    const key = findingKey(finding, person.id, basis);
    return { ...personView(person), key, seal: seal(key, person.login) };
  };
  const teamIn = (finding: string, team: TeamPart['team']) => {
    const key = findingKey(finding, team.id, null);
    return { ...teamView(team), key, seal: seal(key, team.slug) };
  };
  const people = new Map<number, HostPerson>();
  const outsiders = new Map<number, HostPerson>();
  const inTeams = new Set<number>();
  const teams = new Map<number, TeamPart['team']>();
  const whole = new Set<string>();
  const members = () => [...people.values()];

  function* ofFactors({ disabled, insecure }: SecondFactors): Generator<ReviewLine> {
    if (!whole.has('people') || !whole.has('outside-collaborators')) return;
    const named = (finding: string, ids: readonly number[]) =>
      ids.flatMap((id) => {
        const person = people.get(id) ?? outsiders.get(id);
        return person === undefined ? [] : [personIn(finding, person)];
      });
    const found = named('no-second-factor', disabled);
    const foundInsecure = named('insecure-second-factor', insecure ?? []);
    yield { kind: 'finding', finding: 'no-second-factor', people: found };
    if (insecure !== null) yield { kind: 'finding', finding: 'insecure-second-factor', people: foundInsecure };
    const unnamed = disabled.length + (insecure?.length ?? 0) - found.length - foundInsecure.length;
    if (unnamed > 0) yield unnamedPeople(unnamed);
  }

  function* ofTeams(): Generator<ReviewLine> {
    const withoutTeam = members().filter(({ id, role }) => role === 'member' && !inTeams.has(id));
    if (whole.has('people')) {
      const found = withoutTeam.map((person) => personIn('in-no-team', person));
      yield { kind: 'finding', finding: 'in-no-team', people: found };
    }
    const all = [...teams.values()];
    const empty = all.filter(({ peopleCount }) => peopleCount === 0);
    const ofEmpty = empty.map((team) => teamIn('team-without-people', team));
    yield { kind: 'finding', finding: 'team-without-people', teams: ofEmpty };
    const idle = all.filter(({ repositoryCount }) => repositoryCount === 0);
    const ofIdle = idle.map((team) => teamIn('team-without-repositories', team));
    yield { kind: 'finding', finding: 'team-without-repositories', teams: ofIdle };
  }

  function* over(part: string): Generator<ReviewLine> {
    whole.add(part);
    const owners = members().filter(({ role }) => role === 'admin');
    const found = owners.map((person) => personIn('owners', person));
    if (part === 'people') yield { kind: 'finding', finding: 'owners', people: found };
    if (part === 'teams') yield* ofTeams();
  }

  return {
    *of(part: PeoplePart): Generator<ReviewLine> {
      switch (part.kind) {
        case 'members':
          for (const person of part.people) people.set(person.id, person);
          return;
        case 'outside':
          for (const person of part.people) outsiders.set(person.id, person);
          return;
        case 'team':
          teams.set(part.part.team.id, part.part.team);
          for (const { id } of part.part.people) inTeams.add(id);
          return;
        case 'second-factors':
          return yield* ofFactors(part.factors);
        case 'withheld':
          return yield part;
        case 'over':
          if (part.isWhole) yield* over(part.part);
      }
    },
    /** Returns the outside collaborators, or null if not all were read. */
    outside: (): readonly HostPerson[] | null => (whole.has('outside-collaborators') ? [...outsiders.values()] : null),
    ofOutside(outside: readonly HostPerson[], repositories: readonly OutsideRepository[]): ReviewLine {
      const repositoriesById = new Map<number, { readonly name: string; readonly permission: OutsidePermission }[]>();
      for (const { name, people: there } of repositories) {
        for (const { id, permission } of there)
          repositoriesById.set(id, [...(repositoriesById.get(id) ?? []), { name, permission }]);
      }
      return {
        kind: 'finding',
        finding: 'outside-collaborators',
        people: outside.map((person) => {
          const reached = repositoriesById.get(person.id) ?? [];
          const basis = reached.map(({ name, permission }) => `${name} ${permission}`).sort();
          return { ...personIn('outside-collaborators', person, basis), repositories: [...reached] };
        }),
      };
    },
  };
}

type OutsidePermission = OutsideRepository['people'][number]['permission'];

const teamView = ({ id, slug, name, repositoryCount }: TeamPart['team']): ListedTeam => ({
  id,
  slug,
  name,
  repositoryCount,
});

/** Lists change while others are read. */
const unnamedPeople = (count: number): ReviewLine => ({
  kind: 'withheld',
  withheld: {
    part: 'people',
    reason: 'refused',
    message: `People changed while the list was read: ${count} people with a weak two-factor method are not listed.`,
    subject: null,
  },
});

interface OutsideRepository {
  readonly kind: 'repository';
  readonly name: string;
  readonly people: readonly Pick<PersonOfRepository, 'id' | 'permission'>[];
}

async function* readOutsideRepositories(
  codeHost: HostClients,
  target: OrganizationRequest,
  parts: PartByPart,
): AsyncGenerator<OutsideRepository | WithheldLine> {
  const reading = { end: target.end, onlyOutside: true } as const;
  for (let after: string | null = null, size = OUTSIDE_REPOSITORIES_PAGE, isLast = false; !isLast; ) {
    const page = await readRepositoriesWithPeople(codeHost.as(target), target, { ...reading, after, size });
    if (!page.ok) return yield parts.withheld('repositories', page.refusal);
    for (const repository of page.value.repositories) yield* peopleOf(repository.name, repository);
    if (page.value.unnamed !== null) yield parts.withheld('repositories', page.value.unnamed.why);
    const lasting = parts.lasting();
    if (lasting !== null && page.value.next !== null) return yield parts.withheld('repositories', lasting);
    ({ next: after, size } = page.value);
    isLast = after === null;
  }

  async function* peopleOf(name: string, first: PeopleOfRepository): AsyncGenerator<OutsideRepository | WithheldLine> {
    for (let people = first; ; ) {
      yield { kind: 'repository', name, people: people.people };
      if (people.withheld !== null) yield parts.withheld('collaborators', people.withheld, name);
      if (people.next === null) return;
      const further = { ...reading, after: people.next, size: OUTSIDE_REPOSITORIES_PAGE };
      const page = await readPeopleOfRepository(codeHost.as(target), target, name, further);
      if (!page.ok) return yield parts.withheld('collaborators', page.refusal, name);
      // The repository was deleted meanwhile.
      if (page.value === null) return;
      people = page.value;
    }
  }
}
