import type { PersonRole } from '@orgdesk/client';
import { personPath } from '../../lib/address/paths.ts';
import { hasWords, wordsIn } from '../../lib/words/fold.ts';
import type { Entry } from './entry.ts';

export interface FindablePerson {
  readonly login: string;
  readonly name: string | null;
  readonly role: PersonRole;
}

interface Organization {
  readonly login: string;
  readonly name: string;
}

interface Action {
  readonly change: 'admin' | 'member' | 'convert' | 'remove';
  readonly words: string;
  readonly nameOf: (person: string, organization: string) => string;
  readonly roles: readonly PersonRole[];
}

const ACTIONS: readonly Action[] = [
  {
    change: 'admin',
    words: 'make owner',
    nameOf: (person, organization) => `Make ${person} an owner of ${organization}`,
    roles: ['member'],
  },
  {
    change: 'member',
    words: 'make member',
    nameOf: (person, organization) => `Make ${person} a member of ${organization}`,
    roles: ['admin'],
  },
  {
    change: 'convert',
    words: 'convert to outside collaborator',
    nameOf: (person, organization) => `Convert ${person} to outside collaborator of ${organization}`,
    roles: ['admin', 'member'],
  },
  {
    change: 'remove',
    words: 'remove',
    nameOf: (person, organization) => `Remove ${person} from ${organization}`,
    roles: ['admin', 'member', 'outside_collaborator'],
  },
];
/** Shorter words are parts of names. */
const ACTION_WORD_MIN = 3;
const PEOPLE_MAX = 20;

/** Actions that the text names, on people that its other words name: "jonas own" or "remove dahl". */
export function personActions(
  people: readonly FindablePerson[],
  { login, name }: Organization,
  typed: string,
): readonly Entry[] {
  const words = wordsIn(typed);
  return ACTIONS.flatMap(({ change, words: actionWords, nameOf, roles }) => {
    const parts = actionWords.split(' ');
    const isOfAction = (word: string) => word.length >= ACTION_WORD_MIN && parts.some((part) => part.startsWith(word));
    const ofPerson = words.filter((word) => !isOfAction(word));
    if (ofPerson.length === words.length || ofPerson.length === 0) return [];
    return people
      .filter((person) => roles.includes(person.role))
      .filter((person) => hasWords(`${person.login} ${person.name ?? ''}`, ofPerson.join(' ')))
      .slice(0, PEOPLE_MAX)
      .map(
        (person): Entry => ({
          kind: 'action',
          name: nameOf(person.login, name),
          detail: person.name ?? '',
          href: `${personPath(login, person.login)}?change=${change}`,
          synonyms: actionWords,
        }),
      );
  });
}
