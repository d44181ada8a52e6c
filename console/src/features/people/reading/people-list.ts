import type { ListedTeam, PeopleLine, Person, Withheld } from '@orgdesk/client';

export interface PeopleList {
  /** In the code host's order. */
  readonly people: readonly Person[];
  /** Includes members not loaded yet; null if unknown. */
  readonly total: number | null;
  /** Person IDs; null if hidden from the viewer. */
  readonly secondFactors: SecondFactorGroups | null;
  /** Keyed by person ID; null if not requested. */
  readonly teams: ReadonlyMap<number, readonly ListedTeam[]> | null;
  /** Instants by person ID; null if none is known. */
  readonly joined: ReadonlyMap<number, string> | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
  readonly isRefused: boolean;
}

export const REFUSED: PeopleList = {
  people: [],
  total: null,
  secondFactors: null,
  teams: null,
  joined: null,
  withheld: [],
  hasEnded: true,
  isRefused: true,
};

export interface SecondFactorGroups {
  readonly disabled: ReadonlySet<number>;
  readonly insecure: ReadonlySet<number> | null;
}

export interface ListReader {
  readonly take: (line: PeopleLine) => void;
  readonly list: () => PeopleList;
}

export function createListReader({ withTeams }: { readonly withTeams: boolean }): ListReader {
  const people = new Map<number, Person>();
  const teams = new Map<number, ListedTeam[]>();
  const withheld: Withheld[] = [];
  let total: number | null = null;
  let secondFactors: SecondFactorGroups | null = null;
  let joined: PeopleList['joined'] = null;
  let hasEnded = false;

  const take = (line: PeopleLine): void => {
    switch (line.kind) {
      case 'people':
        // Pages shift when people join or leave, which can repeat a person.
        for (const person of line.people) if (!people.has(person.id)) people.set(person.id, person);
        total = line.total ?? total;
        break;
      case 'second-factors':
        secondFactors = {
          disabled: new Set(line.disabled),
          insecure: line.insecure === null ? null : new Set(line.insecure),
        };
        break;
      case 'joined':
        joined = new Map(line.people.map(({ id, at }) => [id, at]));
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
    joined,
    withheld: [...withheld],
    hasEnded,
    isRefused: false,
  });
  return { take, list };
}
