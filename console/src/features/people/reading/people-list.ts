import type { ListedTeam, PeopleLine, Person, Withheld } from '@orgdesk/client';

/** What is known of the people of an organization, as far as it has come. */
export interface PeopleList {
  /** In the order in which the code host tells them. */
  readonly people: readonly Person[];
  /** How many members there are in all, those to come included; null where nobody said. */
  readonly total: number | null;
  /** Who has no second factor, or only insecure ones, by ID; null where the viewer was not told. */
  readonly secondFactors: SecondFactors | null;
  /** The teams that each is in, by ID; null where they were not asked for. */
  readonly teams: ReadonlyMap<number, readonly ListedTeam[]> | null;
  readonly withheld: readonly Withheld[];
  /** Whether the last line has come. */
  readonly hasEnded: boolean;
  /** Whether the service showed nothing, because the code host does not: the access check may know why. */
  readonly isRefused: boolean;
}

/** Where the code host shows nothing. */
export const REFUSED: PeopleList = {
  people: [],
  total: null,
  secondFactors: null,
  teams: null,
  withheld: [],
  hasEnded: true,
  isRefused: true,
};

export interface SecondFactors {
  readonly disabled: ReadonlySet<number>;
  /** Null where the code host does not tell these apart. */
  readonly insecure: ReadonlySet<number> | null;
}

/** Takes the lines of a list one after the other. */
export interface ListReader {
  readonly take: (line: PeopleLine) => void;
  /** What has come so far; what is taken later does not change it. */
  readonly list: () => PeopleList;
}

export function createListReader({ withTeams }: { readonly withTeams: boolean }): ListReader {
  const people = new Map<number, Person>();
  const teams = new Map<number, ListedTeam[]>();
  const withheld: Withheld[] = [];
  let total: number | null = null;
  let secondFactors: SecondFactors | null = null;
  let hasEnded = false;

  const take = (line: PeopleLine): void => {
    switch (line.kind) {
      case 'people':
        // Pages shift while somebody joins or leaves: nobody is listed twice.
        for (const person of line.people) if (!people.has(person.id)) people.set(person.id, person);
        total = line.total ?? total;
        break;
      case 'second-factors':
        secondFactors = {
          disabled: new Set(line.disabled),
          insecure: line.insecure === null ? null : new Set(line.insecure),
        };
        break;
      case 'team':
        for (const { id } of line.people) teams.set(id, [...(teams.get(id) ?? []), line.team]);
        break;
      case 'withheld':
        withheld.push(line.withheld);
        break;
      case 'end':
        hasEnded = true;
        break;
    }
  };
  const list = () => ({
    people: [...people.values()],
    total,
    secondFactors,
    teams: withTeams ? new Map(teams) : null,
    withheld: [...withheld],
    hasEnded,
    isRefused: false,
  });
  return { take, list };
}
