import { fold } from '@orgdesk/contract/fold';
import { inOrder, sortKey, wordsIn } from '../../lib/words/fold.ts';

export type EntryKind = 'action' | 'organization' | 'person' | 'team' | 'repository' | 'page';

export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly detail: string;
  readonly href: string;
  /** Found, but not shown. */
  readonly synonyms?: string;
}

export interface FoundEntries {
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
