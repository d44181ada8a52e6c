import type { ListedTeam, PeopleReviewLine, Person } from '@orgdesk/contract';
import type { SeenPerson, TeamPart } from '../../ports/code-host/people.ts';
import { personView } from './list-people.ts';
import type { OutsideRepository } from './outside-repositories.ts';
import type { PeoplePart } from './read-people.ts';
import type { SecondFactors } from './second-factors.ts';

type Line = Exclude<PeopleReviewLine, { readonly kind: 'end' }>;

/** Derives findings from completely read parts only. */
export function createFindings() {
  const people = new Map<number, SeenPerson>();
  const outsiders = new Map<number, SeenPerson>();
  const inTeams = new Set<number>();
  const teams = new Map<number, TeamPart['team']>();
  const whole = new Set<string>();
  const members = () => [...people.values()];

  function* ofFactors({ disabled, insecure }: SecondFactors): Generator<Line> {
    if (!whole.has('people') || !whole.has('outside-collaborators')) return;
    const named = (ids: readonly number[]): readonly Person[] =>
      ids.flatMap((id) => {
        const person = people.get(id) ?? outsiders.get(id);
        return person === undefined ? [] : [personView(person)];
      });
    const found = named(disabled);
    const foundInsecure = named(insecure ?? []);
    yield { kind: 'finding', finding: 'no-second-factor', people: [...found] };
    if (insecure !== null) yield { kind: 'finding', finding: 'insecure-second-factor', people: [...foundInsecure] };
    const unnamed = disabled.length + (insecure?.length ?? 0) - found.length - foundInsecure.length;
    if (unnamed > 0) yield nobodyKnown(unnamed);
  }

  function* ofTeams(): Generator<Line> {
    const withoutTeam = members().filter(({ id, role }) => role === 'member' && !inTeams.has(id));
    if (whole.has('people')) yield { kind: 'finding', finding: 'in-no-team', people: withoutTeam.map(personView) };
    const all = [...teams.values()];
    const empty = all.filter(({ peopleCount }) => peopleCount === 0);
    yield { kind: 'finding', finding: 'team-without-people', teams: empty.map(teamView) };
    const idle = all.filter(({ repositoryCount }) => repositoryCount === 0);
    yield { kind: 'finding', finding: 'team-without-repositories', teams: idle.map(teamView) };
  }

  function* over(part: string): Generator<Line> {
    whole.add(part);
    const owners = members().filter(({ role }) => role === 'admin');
    if (part === 'people') yield { kind: 'finding', finding: 'owners', people: owners.map(personView) };
    if (part === 'teams') yield* ofTeams();
  }

  return {
    /** Returns the findings that a part completes. */
    *of(part: PeoplePart): Generator<Line> {
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
    outside: (): readonly SeenPerson[] | null => (whole.has('outside-collaborators') ? [...outsiders.values()] : null),
    ofOutside(outside: readonly SeenPerson[], repositories: readonly OutsideRepository[]): Line {
      const places = new Map<number, { readonly name: string; readonly permission: OutsidePermission }[]>();
      for (const { name, people: there } of repositories) {
        for (const { id, permission } of there) places.set(id, [...(places.get(id) ?? []), { name, permission }]);
      }
      return {
        kind: 'finding',
        finding: 'outside-collaborators',
        people: outside.map((person) => ({ ...personView(person), repositories: [...(places.get(person.id) ?? [])] })),
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
const nobodyKnown = (count: number): Line => ({
  kind: 'withheld',
  withheld: {
    part: 'people',
    reason: 'refused',
    words: `The lists of people changed meanwhile: ${count} of those with a weak second factor could not be named.`,
    subject: null,
  },
});
