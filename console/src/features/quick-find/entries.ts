import type { PersonRole } from '@orgdesk/client';
import { fold } from '@orgdesk/contract/fold';
import { personPath } from '../../lib/address/paths.ts';
import { hasWords, inOrder, sortKey, wordsIn } from '../../lib/fold.ts';

export type EntryKind = 'action' | 'organization' | 'person' | 'team' | 'repository' | 'page';

export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly detail: string;
  readonly href: string;
  /** Found, but not shown. */
  readonly synonyms?: string;
}

interface FoundEntries {
  readonly entries: readonly Entry[];
  readonly total: number;
}

const SHOWN_MAX = 50;
const KINDS: readonly EntryKind[] = ['organization', 'action', 'page', 'person', 'team', 'repository'];

/** Entries with all words. Names that start with the text come first, then names with a word that starts with it. */
export function findEntries(entries: readonly Entry[], typed: string): FoundEntries {
  const words = wordsIn(typed);
  const matches = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank !== null)
    .sort(
      (one, other) =>
        (one.rank ?? 0) - (other.rank ?? 0) ||
        KINDS.indexOf(one.entry.kind) - KINDS.indexOf(other.entry.kind) ||
        inOrder(sortKey(fold(one.entry.name)), sortKey(fold(other.entry.name))),
    );
  return { entries: matches.slice(0, SHOWN_MAX).map(({ entry }) => entry), total: matches.length };
}

function rankOf({ name, detail, synonyms = '' }: Entry, words: readonly string[]): number | null {
  const folded = fold(name);
  const text = `${folded}\n${fold(detail)}\n${fold(synonyms)}`;
  if (!words.every((word) => text.includes(word))) return null;
  const [first = ''] = words;
  if (folded.startsWith(first)) return 0;
  if (folded.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(first))) return 1;
  return folded.includes(first) ? 2 : 3;
}

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
