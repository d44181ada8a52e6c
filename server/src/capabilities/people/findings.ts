import type { ListedTeam, PeopleReviewLine } from '@orgdesk/contract';
import type { HostPerson, TeamPart } from '../../ports/code-host/people.ts';
import { findingKey } from './dismissals/finding-key.ts';
import { personView } from './list-people.ts';
import type { OutsideRepository } from './outside-repositories.ts';
import type { PeoplePart } from './read-people.ts';
import type { SecondFactors } from './second-factors.ts';

type FindingLine = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;

/** Seals that a finding was listed. */
export type SealFinding = (key: string, name: string) => string;

/** Derives findings from completely read parts only. */
export function createFindings(seal: SealFinding) {
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

  function* ofFactors({ disabled, insecure }: SecondFactors): Generator<FindingLine> {
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

  function* ofTeams(): Generator<FindingLine> {
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

  function* over(part: string): Generator<FindingLine> {
    whole.add(part);
    const owners = members().filter(({ role }) => role === 'admin');
    const found = owners.map((person) => personIn('owners', person));
    if (part === 'people') yield { kind: 'finding', finding: 'owners', people: found };
    if (part === 'teams') yield* ofTeams();
  }

  return {
    *of(part: PeoplePart): Generator<FindingLine> {
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
    ofOutside(outside: readonly HostPerson[], repositories: readonly OutsideRepository[]): FindingLine {
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
const unnamedPeople = (count: number): FindingLine => ({
  kind: 'withheld',
  withheld: {
    part: 'people',
    reason: 'refused',
    words: `People changed while the list was read: ${count} people with a weak two-factor method are not listed.`,
    subject: null,
  },
});
