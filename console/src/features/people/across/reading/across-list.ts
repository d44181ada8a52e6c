import type { BudgetLine, PeopleAcrossLine } from '@orgdesk/contract/people/across/list-across';
import { createPeopleAcross, type OrganizationReading, type PersonAcross } from '@orgdesk/contract/people/across/merge';

export interface ReadOrganization extends OrganizationReading {
  readonly count: number;
}

export interface AcrossList {
  readonly people: readonly PersonAcross[];
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  readonly budgets: readonly BudgetLine[];
  readonly hasEnded: boolean;
}

export interface AcrossReader {
  readonly take: (line: PeopleAcrossLine) => void;
  readonly size: () => number;
  readonly list: () => AcrossList;
}

export function createAcrossReader(): AcrossReader {
  const merged = createPeopleAcross();
  let hasEnded = false;
  return {
    take: (line) => {
      merged.add(line);
      hasEnded ||= line.kind === 'end';
    },
    size: () => merged.people.size,
    list: () => {
      const people = [...merged.people.values()];
      const counts = new Map<number, number>();
      for (const { places } of people)
        for (const organization of places.keys()) counts.set(organization, (counts.get(organization) ?? 0) + 1);
      const organizations = [...merged.organizations].map(
        ([id, reading]) => [id, { ...reading, count: counts.get(id) ?? 0 }] as const,
      );
      return { people, organizations: new Map(organizations), budgets: merged.budgets, hasEnded };
    },
  };
}
