import type { PeopleLine, Person } from '@orgdesk/contract';
import type { HostPerson } from '../../code-host/people/types.ts';
import type { PeoplePart } from './read-people.ts';

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
